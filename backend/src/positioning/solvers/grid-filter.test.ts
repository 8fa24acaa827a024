// The grid filter finds a badge, follows it, rests with it and finds it again after it was carried away.
import { describe, expect, it } from 'vitest'
import { aReceiver, createNoise, floor, observationsAt, model } from './a-radio-scene.ts'
import { createConstantVelocity } from './constant-velocity.ts'
import { createFloorGrid } from './floor-grid.ts'
import { GridFilter } from './grid-filter.ts'

/** Single readings scatter by 3.3 dB (measured); the mean of a three-second window by about half of it. */
const windowNoiseDb = 1.6
const aFilter = () => new GridFilter(createFloorGrid(floor, model.exponent))
const noisy = (xM: number, yM: number, noise: () => number) =>
  observationsAt(xM, yM).map((observation) => ({ ...observation, rssi: observation.rssi + noise() }))

describe('GridFilter', () => {
  it('finds a badge within a metre from clean strengths', () => {
    const filter = aFilter()
    for (let i = 0; i < 5; i++) filter.update(observationsAt(27.3, 11.8), model.referenceDbm, 1)
    const { xM, yM } = filter.update(observationsAt(27.3, 11.8), model.referenceDbm, 1)
    expect(Math.hypot(xM - 27.3, yM - 11.8)).toBeLessThan(1)
  })

  it('follows a walk across the floor', () => {
    const filter = aFilter()
    const noise = createNoise(5, windowNoiseDb)
    const errors: number[] = []
    for (let second = 0; second < 25; second++) {
      const x = 5 + second * 1.2
      const { xM, yM } = filter.update(noisy(x, 15, noise), model.referenceDbm, 1)
      errors.push(Math.hypot(xM - x, yM - 15))
    }
    expect(errors.sort((a, b) => a - b)[12]).toBeLessThan(4.5)
  })

  it('keeps a resting badge at rest: at most 2 % of the steps exceed a metre', () => {
    const filter = aFilter()
    const noise = createNoise(11, windowNoiseDb)
    const windows = Array.from({ length: 200 }, () => noisy(14, 20, noise))
    let [before, jumps] = [filter.update(windows[0]!, model.referenceDbm, 1), 0]
    for (const window of windows.slice(5)) {
      const next = filter.update(window, model.referenceDbm, 1)
      if (Math.hypot(next.xM - before.xM, next.yM - before.yM) > 1) jumps++
      before = next
    }
    expect(jumps / windows.length).toBeLessThanOrEqual(0.02)
  })

  it('finds the badge where it is after it was carried away unheard', () => {
    const filter = aFilter()
    for (let i = 0; i < 5; i++) filter.update(observationsAt(4, 4), model.referenceDbm, 1)
    let fix = filter.update(observationsAt(20, 15), model.referenceDbm, 25)
    for (let i = 0; i < 5; i++) fix = filter.update(observationsAt(20, 15), model.referenceDbm, 1)
    expect(Math.hypot(fix.xM - 20, fix.yM - 15)).toBeLessThan(2)
  })

  it('goes on from where another was', () => {
    const heard = observationsAt(27.3, 11.8)
    const filter = new GridFilter(createFloorGrid(floor, model.exponent), 0, { xM: 27.3, yM: 11.8, spreadM: 1 })
    const elsewhere = new GridFilter(createFloorGrid(floor, model.exponent), 0, { xM: 4, yM: 4, spreadM: 1 })
    const [stays, comes] = [filter, elsewhere].map((one) => one.update(heard, model.referenceDbm, 1))
    expect(Math.hypot(stays!.xM - 27.3, stays!.yM - 11.8)).toBeLessThan(0.5)
    // It is believed to be where it was shown, not where one reading puts it.
    expect(Math.hypot(comes!.xM - 27.3, comes!.yM - 11.8)).toBeGreaterThan(15)
    const beside = new GridFilter(createFloorGrid(floor, model.exponent), 0, { xM: 23.3, yM: 11.8, spreadM: 0.5 })
    expect(beside.update(heard, model.referenceDbm, 1).xM).toBeLessThan(24)
  })

  it.each([-9, 6, 18])('places a badge that is %d dB off as well as one that is not, and says by how much', (offDb) => {
    const filter = aFilter()
    const heard = observationsAt(27.3, 11.8).map((one) => ({ ...one, rssi: one.rssi + offDb }))
    let fix = filter.update(heard, model.referenceDbm, 1)
    for (let i = 0; i < 20; i++) fix = filter.update(heard, model.referenceDbm, 1)
    expect(Math.hypot(fix.xM - 27.3, fix.yM - 11.8)).toBeLessThan(1)
    expect(fix.strengthDb).toBeCloseTo(offDb, 0)
  })

  it.each([-20, -7, -2, 5])('needs little time for it where there is a survey: %d dB', (offDb) => {
    // A power that was learnt before is no whole number.
    const filter = new GridFilter(createFloorGrid(floor, model.exponent, 3.5), 0.7)
    const noise = createNoise(3, windowNoiseDb)
    const hear = () => noisy(14, 20, noise).map((one) => ({ ...one, rssi: one.rssi + offDb }))
    let fix = filter.update(hear(), model.referenceDbm, 1)
    for (let i = 0; i < 7; i++) fix = filter.update(hear(), model.referenceDbm, 1)
    expect(Math.hypot(fix.xM - 14, fix.yM - 20)).toBeLessThan(1.5)
    expect(Math.abs(fix.strengthDb - offDb)).toBeLessThan(2)
  })

  it('stands at the likelier of two places that are far apart, and says how far the other is', () => {
    // On both sides of a line of receivers the same is heard; one beside it heard the badge for a moment.
    const filter = new GridFilter(createFloorGrid(floor, model.exponent, 3.5))
    const [line, beside] = [[5, 15, 25, 35].map((xM) => aReceiver(xM, 15)), [aReceiver(20, 29)]]
    for (let i = 0; i < 4; i++) filter.update(observationsAt(20, 24, line), model.referenceDbm, 0.5)
    const mean = filter.update(observationsAt(20, 24, [...line, ...beside]), model.referenceDbm, 0.5)
    const middle = filter.middle()
    const offM = ({ xM, yM }: { xM: number; yM: number }) => Math.hypot(xM - 20, yM - 24)
    expect(offM(middle)).toBeLessThan(offM(mean) / 2)
    expect(middle.reachM).toBeGreaterThan(8)
  })

  it('notices after minutes that the battery is going down', () => {
    const filter = new GridFilter(createFloorGrid(floor, model.exponent, 3.5), 0.7)
    let fix = { strengthDb: 0 }
    for (let second = 0; second < 240; second++) {
      const heard = observationsAt(14, 20).map((one) => ({ ...one, rssi: one.rssi - second / 20 }))
      fix = filter.update(heard, model.referenceDbm, 1)
    }
    expect(Math.abs(fix.strengthDb + 12)).toBeLessThan(2)
  })

  it('thinks of the whole floor at first, however large', () => {
    const hall = { widthM: 300, heightM: 200 }
    const filter = new GridFilter(createFloorGrid(hall, model.exponent))
    const { reachM } = filter.update([], model.referenceDbm, 1)
    expect(reachM).toBeGreaterThan(100)
    let fix = filter.update(observationsAt(20, 15), model.referenceDbm, 1)
    for (let i = 0; i < 10; i++) fix = filter.update(observationsAt(20, 15), model.referenceDbm, 1)
    expect(Math.hypot(fix.xM - 20, fix.yM - 15)).toBeLessThan(1.5)
  })

  it('does not know which side of a line of receivers a badge is on, and says so', () => {
    const filter = aFilter()
    const line = [4, 12, 20, 28, 36].map((xM) => aReceiver(xM, 15))
    let fix = filter.update(observationsAt(20, 8, line), model.referenceDbm, 1)
    for (let i = 0; i < 10; i++) fix = filter.update(observationsAt(20, 8, line), model.referenceDbm, 1)
    expect(fix.reachM).toBeGreaterThan(Math.hypot(fix.xM - 20, fix.yM - 8))
  })

  it('holds a belief that sums to one and knows when it is unsure', () => {
    const sure = aFilter()
    const unsure = aFilter()
    for (let i = 0; i < 3; i++) sure.update(observationsAt(20, 15), model.referenceDbm, 1)
    const one = observationsAt(20, 15).slice(0, 1)
    const wide = unsure.update(one, model.referenceDbm, 1)
    const narrow = sure.update(observationsAt(20, 15), model.referenceDbm, 1)
    expect(wide.spreadM).toBeGreaterThan(narrow.spreadM)
    expect(sure.belief.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 3)
  })

  it('copes with a corner of the floor and with absurd strengths', () => {
    const filter = aFilter()
    for (const rssi of [-120, 20, -59]) {
      const fix = filter.update(
        observationsAt(0, 0).map((observation) => ({ ...observation, rssi })),
        model.referenceDbm,
        1,
      )
      expect(Number.isFinite(fix.xM + fix.yM + fix.spreadM)).toBe(true)
    }
  })
})

describe('createConstantVelocity', () => {
  it('smooths noise around a resting point', () => {
    const noise = createNoise(2, 2)
    const filter = createConstantVelocity()
    let fix = { xM: 0, yM: 0, spreadM: 9 }
    for (let i = 0; i < 60; i++) fix = filter.update({ xM: 10 + noise(), yM: 10 + noise() }, 1)
    expect(Math.hypot(fix.xM - 10, fix.yM - 10)).toBeLessThan(1.5)
    expect(fix.spreadM).toBeLessThan(2)
  })

  it('ignores one wild fix and believes many', () => {
    const filter = createConstantVelocity()
    for (let i = 0; i < 20; i++) filter.update({ xM: 5, yM: 5 }, 1)
    expect(filter.update({ xM: 35, yM: 5 }, 1).xM).toBeLessThan(7)
    let fix = { xM: 0 }
    for (let i = 0; i < 8; i++) fix = filter.update({ xM: 35, yM: 5 }, 1)
    expect(fix.xM).toBeGreaterThan(30)
  })
})

describe('GridFilter where walls are drawn', () => {
  const ends = [
    { x: 50, y: 0 },
    { x: 50, y: 100 },
  ]
  const wall = { points: ends, doors: [{ edge: 0, at: 0.5, widthM: 1 }] }
  const between = (walls: (typeof wall)[]) => new GridFilter(createFloorGrid(floor, model.exponent, 3.5, walls))

  it('is not thrown through a wall by noise, as it would be without', () => {
    const secondsBeyond = (walls: (typeof wall)[]) => {
      const [filter, noise] = [between(walls), createNoise(3, 4)]
      const fixes = Array.from({ length: 300 }, () => filter.update(noisy(19, 8, noise), model.referenceDbm, 1))
      return fixes.filter(({ xM }) => xM > 20).length
    }
    expect(secondsBeyond([])).toBeGreaterThan(9)
    expect(secondsBeyond([wall])).toBeLessThan(3)
  })

  it('goes through the door with who walks through it, no slower than where there is no wall', () => {
    const walk = Array.from({ length: 12 }, (_, second) => 14 + second)
    const lagOf = (walls: (typeof wall)[]) => {
      const filter = between(walls)
      return walk.map((x) => x - filter.update(observationsAt(x, 15), model.referenceDbm, 1).xM).at(-1)!
    }
    expect(lagOf([wall])).toBeLessThan(lagOf([]) + 0.5)
  })

  it('believes who came through the wall all the same: walls may be drawn wrong', () => {
    const filter = between([{ ...wall, doors: [] }])
    for (let second = 0; second < 10; second++) filter.update(observationsAt(17, 8), model.referenceDbm, 1)
    let fix = filter.update(observationsAt(23, 8), model.referenceDbm, 1)
    for (let second = 0; second < 10; second++) fix = filter.update(observationsAt(23, 8), model.referenceDbm, 1)
    expect(Math.hypot(fix.xM - 23, fix.yM - 8)).toBeLessThan(1.5)
  })
})

describe('GridFilter where receivers are silent', () => {
  const surveyed = () => new GridFilter(createFloorGrid(floor, model.exponent, 3.5))
  const line = [4, 12, 20, 28, 36].map((xM) => aReceiver(xM, 15))
  const heard = observationsAt(20, 22, line)
  const halfDbm = -72
  const silentAt = (...yM: number[]) => ({ receivers: yM.map((y) => aReceiver(20, y)), halfDbm })
  const after = (seconds: number, unheard: ReturnType<typeof silentAt> | null, filter = surveyed()) => {
    let fix = filter.update(heard, model.referenceDbm, 1, unheard)
    for (let second = 1; second < seconds; second++) fix = filter.update(heard, model.referenceDbm, 1, unheard)
    return fix
  }

  it('knows which side of a line of receivers a badge is on', () => {
    expect(after(20, null).reachM).toBeGreaterThan(12)
    const { xM, yM } = after(5, silentAt(5))
    expect(Math.hypot(xM - 20, yM - 22)).toBeLessThan(2)
    expect(after(20, silentAt(5)).reachM).toBeLessThan(8)
  })

  it('learns nothing from one that would hardly hear it anywhere', () => {
    expect(after(5, { ...silentAt(5), halfDbm: -20 })).toEqual(after(5, null))
  })

  it('is not led astray by many beside it that are off, for a few seconds', () => {
    const filter = surveyed()
    const all = [...heard, ...observationsAt(20, 22, [aReceiver(10, 25), aReceiver(30, 25)])]
    const off = { ...silentAt(...Array.from({ length: 30 }, () => 25)), halfDbm: -90 }
    for (let second = 0; second < 10; second++) filter.update(all, model.referenceDbm, 1)
    let fix = filter.update(all, model.referenceDbm, 1, off)
    for (let second = 1; second < 5; second++) fix = filter.update(all, model.referenceDbm, 1, off)
    expect(Math.hypot(fix.xM - 20, fix.yM - 22)).toBeLessThan(1)
  })

  it('takes a second for a second, however often the badge is heard in it', () => {
    const [often, once] = [surveyed(), surveyed()]
    for (let half = 0; half < 9; half++) {
      const fix = often.update(heard, model.referenceDbm, 0.5, silentAt(5))
      expect(once.update(heard, model.referenceDbm, 0.5, half % 2 ? silentAt(5) : null)).toEqual(fix)
    }
  })
})
