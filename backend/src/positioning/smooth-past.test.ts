import { describe, expect, it } from 'vitest'
import { smoothPast, type PastPoint } from './smooth-past.ts'

const start = 1_700_000_000_000
const accuracyM = 2.45

function aPoint(seconds: number, xM: number, yM = 10, fields: Partial<PastPoint> = {}): PastPoint {
  const place = { x: xM * 2, y: yM * 4, xM, yM }
  return {
    transmitterId: 'badge',
    floorId: 'ground',
    timestamp: start + seconds * 1000,
    accuracyM,
    ...place,
    ...fields,
  }
}

/** Even noise between −1 and 1, the same in every run. */
function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return (state / 2_147_483_648) * 2 - 1
  }
}

/** What the live filter makes of noisy looks at a path, one a second: it goes half of the way to each. */
function filtered(truths: readonly { xM: number; yM: number }[], scatterM: number): PastPoint[] {
  const next = noise(7)
  let believed = truths[0]!
  return truths.map(({ xM, yM }, second) => {
    const seen = { xM: xM + scatterM * next(), yM: yM + scatterM * next() }
    believed = { xM: (believed.xM + seen.xM) / 2, yM: (believed.yM + seen.yM) / 2 }
    return aPoint(second, believed.xM, believed.yM)
  })
}

const path = (count: number, speedMps: number) =>
  Array.from({ length: count }, (_, second) => ({ xM: 5 + speedMps * second, yM: 10 }))

function meanErrorM(points: readonly PastPoint[], truths: readonly { xM: number; yM: number }[]): number {
  const errors = points.map(({ xM, yM }, at) => Math.hypot(xM - truths[at]!.xM, yM - truths[at]!.yM))
  return errors.reduce((sum, error) => sum + error, 0) / errors.length
}

describe('what is told of the past', () => {
  it('is closer to a straight walk than what was shown then', () => {
    const truths = path(60, 1)
    const shown = filtered(truths, 2)
    expect(meanErrorM(smoothPast(shown), truths)).toBeLessThan(0.75 * meanErrorM(shown, truths))
  })

  it('keeps a resting badge within its scatter, and calmer', () => {
    const shown = filtered(path(60, 0), 2)
    const told = smoothPast(shown)
    const reach = (points: readonly PastPoint[]) => Math.max(...points.map(({ xM, yM }) => Math.hypot(xM - 5, yM - 10)))
    const steps = (points: readonly PastPoint[]) =>
      points.slice(1).reduce((sum, { xM, yM }, at) => sum + Math.hypot(xM - points[at]!.xM, yM - points[at]!.yM), 0)
    expect(reach(told)).toBeLessThanOrEqual(reach(shown))
    expect(steps(told)).toBeLessThan(steps(shown))
  })

  it('moves each point by its radius and by the time to the next', () => {
    // A spread of one metre; half a second of walking adds half a square metre, two seconds straight on add four.
    expect(smoothPast([aPoint(0, 0), aPoint(0.5, 3)])[0]!.xM).toBeCloseTo(2)
    expect(smoothPast([aPoint(0, 0), aPoint(2, 3)])[0]!.xM).toBeCloseTo(0.6)
    const unsure = smoothPast([aPoint(0, 0, 10, { accuracyM: 100 }), aPoint(2, 3)])[0]!
    expect(unsure.xM).toBeCloseTo(1.5)
  })

  it('moves percent and metres alike', () => {
    for (const { x, y, xM, yM } of smoothPast(filtered(path(20, 1), 2))) {
      expect(x).toBeCloseTo(xM * 2)
      expect(y).toBeCloseTo(yM * 4)
    }
  })

  it('does not look across a change of floor or half a minute of silence', () => {
    const away = aPoint(1, 20, 10, { floorId: 'first' })
    const points = [aPoint(0, 5), away, aPoint(2, 9), aPoint(32.1, 15)]
    expect(smoothPast(points)).toEqual(points)
    expect(smoothPast([aPoint(2, 9), aPoint(32, 15)])[0]!.xM).toBeGreaterThan(9)
  })

  it('looks at the same badge only, however they are mixed', () => {
    const mine = filtered(path(20, 1), 2)
    const theirs = filtered(path(20, 0), 2).map((point) => ({ ...point, transmitterId: 'other' }))
    const mixed = mine.flatMap((point, at) => [point, theirs[at]!])
    const told = smoothPast(mixed)
    expect(told.filter(({ transmitterId }) => transmitterId === 'badge')).toEqual(smoothPast(mine))
    expect(told.filter(({ transmitterId }) => transmitterId === 'other')).toEqual(smoothPast(theirs))
  })

  it('leaves count, order, times and radius as they are, and what it was given too', () => {
    const shown = filtered(path(20, 1), 2)
    const before = structuredClone(shown)
    const stays = ({ transmitterId, floorId, timestamp, accuracyM: radiusM }: PastPoint) => {
      return { transmitterId, floorId, timestamp, radiusM }
    }
    expect(smoothPast(shown).map(stays)).toEqual(shown.map(stays))
    expect(shown).toEqual(before)
  })

  it('tells one point as it is, and the newest', () => {
    const only = aPoint(0, 5)
    expect(smoothPast([only])).toEqual([only])
    expect(smoothPast([])).toEqual([])
    expect(smoothPast([only, aPoint(1, 6)])[1]).toEqual(aPoint(1, 6))
  })
})
