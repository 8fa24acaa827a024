// Known geometry must come back out of its strengths.
import { describe, expect, it } from 'vitest'
import { aReceiver, createNoise, floor, observationsAt, model, receivers } from './a-radio-scene.ts'
import { weightedCentroid } from './centroid.ts'
import { distanceOf } from './observation.ts'
import { trilaterate } from './trilateration.ts'

const places = [
  [10, 10],
  [20, 15],
  [33, 8],
  [2, 28],
  [34, 24],
] as const

describe('trilaterate', () => {
  it.each(places)('finds the badge at %d, %d from clean strengths', (xM, yM) => {
    const found = trilaterate(observationsAt(xM, yM), model, floor)
    expect(Math.hypot(found.xM - xM, found.yM - yM)).toBeLessThan(0.1)
  })

  it.each(places)('finds the badge at %d, %d from three receivers', (xM, yM) => {
    const three = [receivers[0]!, receivers[3]!, receivers[9]!]
    const found = trilaterate(observationsAt(xM, yM, three), model, floor)
    expect(Math.hypot(found.xM - xM, found.yM - yM)).toBeLessThan(0.3)
  })

  it('stays within a few metres under 4 dB of noise', () => {
    const noise = createNoise(3, 4)
    const errors = places.flatMap(([xM, yM]) =>
      Array.from({ length: 40 }, () => {
        const noisy = observationsAt(xM, yM).map((observation) => ({
          ...observation,
          rssi: observation.rssi + noise(),
        }))
        const found = trilaterate(noisy, model, floor)
        return Math.hypot(found.xM - xM, found.yM - yM)
      }),
    )
    expect(errors.sort((a, b) => a - b)[errors.length / 2]).toBeLessThan(4)
  })

  it('never leaves the floor, even when the strengths contradict each other', () => {
    const absurd = receivers.map((receiver, i) => ({ receiver, rssi: i % 2 ? -30 : -99 }))
    const found = trilaterate(absurd, model, floor)
    expect(found.xM).toBeGreaterThanOrEqual(0)
    expect(found.xM).toBeLessThanOrEqual(floor.widthM)
    expect(found.yM).toBeGreaterThanOrEqual(0)
    expect(found.yM).toBeLessThanOrEqual(floor.heightM)
  })

  it('survives receivers in one line and on one spot', () => {
    for (const by of [[1, 2, 3].map((i) => aReceiver(i * 8, 10)), [1, 2, 3].map(() => aReceiver(12, 10))]) {
      const found = trilaterate(observationsAt(12, 14, by), model, floor)
      expect(Number.isFinite(found.xM) && Number.isFinite(found.yM)).toBe(true)
    }
  })
})

describe('weightedCentroid', () => {
  it('lies at the only receiver', () => {
    expect(weightedCentroid(observationsAt(10, 10, [aReceiver(5, 6)]), model)).toEqual({ xM: 5, yM: 6 })
  })

  it('lies between two receivers, nearer to the louder one', () => {
    const found = weightedCentroid(observationsAt(8, 5, [aReceiver(5, 5), aReceiver(20, 5)]), model)
    expect(found.xM).toBeGreaterThan(5)
    expect(found.xM).toBeLessThan(12.5)
  })
})

describe('distanceOf', () => {
  // holds rules 10-7
  it('turns strength into distance and back, within its range', () => {
    const [near] = observationsAt(9, 8, [aReceiver(5, 5)])
    expect(distanceOf(near!, model)).toBeCloseTo(Math.hypot(4, 3, 1.5), 6)
    expect(distanceOf({ receiver: receivers[0]!, rssi: -150 }, model)).toBe(40)
    expect(distanceOf({ receiver: receivers[0]!, rssi: 10 }, model)).toBe(0.3)
  })
})
