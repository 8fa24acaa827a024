// The grid filter finds a badge, follows it, rests with it and finds it again after it was carried away.
import { describe, expect, it } from 'vitest'
import { createNoise, floor, observationsAt, model } from './a-radio-scene.ts'
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
    expect(errors.sort((a, b) => a - b)[12]).toBeLessThan(3)
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

  it('starts over where the badge is after it was carried away unheard', () => {
    const filter = aFilter()
    for (let i = 0; i < 5; i++) filter.update(observationsAt(4, 4), model.referenceDbm, 1)
    let fix = { xM: 0, yM: 0 }
    for (let i = 0; i < 12; i++) fix = filter.update(observationsAt(36, 27), model.referenceDbm, 1)
    expect(Math.hypot(fix.xM - 36, fix.yM - 27)).toBeLessThan(1.5)
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
