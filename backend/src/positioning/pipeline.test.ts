// A step or a device that fails is reported and the rest goes on; links find duplicates; the learner finds the exponent.
import { describe, expect, it } from 'vitest'
import { aSite, floorOf } from './a-site.ts'
import { emptyBatch } from './batch.ts'
import { Link } from './link.ts'
import { createPathLossLearner } from './path-loss-learner.ts'
import { mapEach, runPipeline, type Step } from './pipeline.ts'
import { compileSite, compileSiteInTurns } from './site-model.ts'
import { siteRows } from './a-site.ts'
import { createNoise } from './solvers/a-radio-scene.ts'

const reading = { transmitterId: 'aa0000000001', receiverId: '020000000000', rssi: -60, at: 1, arrivedAt: 1 }

describe('runPipeline', () => {
  it('goes on with the batch before a failing step', () => {
    const steps: Step[] = [
      { name: 'first', run: (batch) => ({ ...batch, readings: [reading] }) },
      {
        name: 'broken',
        run: () => {
          throw new Error('no')
        },
      },
      { name: 'last', run: (batch) => ({ ...batch, ambient: batch.readings }) },
    ]
    const failed: string[] = []
    const result = runPipeline(steps, emptyBatch(0, aSite(), []), (step) => failed.push(step))
    expect(result.ambient).toEqual([reading])
    expect(failed).toEqual(['broken'])
  })

  it('leaves out the item that fails and keeps the others', () => {
    const failed: unknown[] = []
    const results = mapEach(
      [1, 2, 3, 4],
      'step',
      (_, error) => failed.push(error),
      (n) => {
        if (n === 2) throw new Error('two')
        return n === 3 ? null : n * 10
      },
    )
    expect(results).toEqual([10, 40])
    expect(failed).toHaveLength(1)
  })
})

describe('Link', () => {
  // holds rules 10-1
  it('averages the readings of the window, recent ones counting more, and knows a duplicate', () => {
    const link = new Link()
    expect(link.add(1000, -60)).toBe(true)
    expect(link.add(2000, -70)).toBe(true)
    expect(link.add(2000, -70)).toBe(false)
    expect(link.mean(0)).toBeLessThan(-65)
    expect(link.mean(0)).toBeGreaterThan(-70)
    expect(link.mean(1500)).toBe(-70)
    expect(link.mean(2000)).toBeNull()
  })

  it('keeps a bounded number of readings', () => {
    const link = new Link()
    for (let i = 1; i <= 1000; i++) link.add(i, -50 - (i % 40))
    expect(link.mean(900)).not.toBeNull()
    expect(link.mean(0)).toBe(link.mean(960))
  })
})

describe('compileSite', () => {
  it('keeps floors that did not change, so that their filters live on', () => {
    const rows = siteRows()
    const before = compileSite(rows, null)
    const renamed = { ...rows, carriers: rows.carriers.map((carrier) => ({ ...carrier, name: 'New name' })) }
    expect(compileSite(renamed, before).floors.get('floor-0')).toBe(before.floors.get('floor-0'))
    const moved = {
      ...rows,
      receivers: rows.receivers.map((receiver, i) => (i === 0 ? { ...receiver, x: 20 } : receiver)),
    }
    const after = compileSite(moved, before)
    expect(after.floors.get('floor-0')).not.toBe(before.floors.get('floor-0'))
    expect(after.floors.get('floor-1')).toBe(before.floors.get('floor-1'))
  })

  it('comes to the same in turns, and lets others have theirs between two receivers', async () => {
    const rows = siteRows()
    let [turns, isReady] = [0, false]
    const turn = () => {
      turns++
      if (!isReady) setImmediate(turn)
    }
    setImmediate(turn)
    const site = await compileSiteInTurns(rows, null)
    isReady = true
    expect(turns).toBeGreaterThanOrEqual(rows.receivers.length)
    const [made, known] = [floorOf(site, 0), floorOf(aSite(), 0)]
    expect(made.zones).toEqual(known.zones)
    expect(made.receivers.map(({ receiverId }) => receiverId)).toEqual(
      known.receivers.map(({ receiverId }) => receiverId),
    )
    expect(made.grid.expected(made.receivers[0]!)).toEqual(known.grid.expected(known.receivers[0]!))
  })
})

describe('createPathLossLearner', () => {
  const site = aSite()
  const floor = floorOf(site, 0)
  /** Windows of badges all over the floor under a true exponent. */
  const learnUnder = (exponent: number) => {
    const noise = createNoise(4, 4)
    const learner = createPathLossLearner(floor, 2, floor.receivers.length)
    let learnt = 2
    for (let i = 0; i < 120; i++) {
      const [x, y] = [2 + ((i * 7.3) % 36), 2 + ((i * 4.7) % 26)]
      const all = floor.receivers.map((receiver) => {
        const distance = Math.hypot(x - receiver.xM, y - receiver.yM, 1.5)
        return { receiver, rssi: -59 - 10 * exponent * Math.log10(distance) + noise() }
      })
      const heard = all.filter(({ rssi }) => rssi > -88)
      const silent = all.filter(({ rssi }) => rssi <= -88).map(({ receiver }) => receiver)
      learnt = learner.learn({ heard, silent, referenceDbm: -59 })
    }
    return learnt
  }

  // holds rules 10-7
  it('stays at the configured exponent in the open', () => {
    expect(learnUnder(2)).toBeLessThanOrEqual(2.2)
  })

  it('finds that walls eat more', () => {
    expect(learnUnder(2.8)).toBeGreaterThanOrEqual(2.6)
    expect(learnUnder(2.8)).toBeLessThanOrEqual(3)
  })
})
