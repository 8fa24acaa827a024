import { describe, expect, it } from 'vitest'
import { isMoving, moveTo, pointAt, standStill } from './marker-motion.ts'

const start = standStill({ x: 0, y: 0 }, 0)

describe('a marker', () => {
  it('stands where it was first seen', () => {
    expect(pointAt(start, 5_000)).toEqual({ x: 0, y: 0 })
    expect(isMoving(start, 0)).toBe(false)
  })
  it('glides evenly to the next fix within the time between the two fixes', () => {
    const motion = moveTo(start, { x: 4, y: 2 }, 1_000)
    expect(pointAt(motion, 1_000)).toEqual({ x: 0, y: 0 })
    expect(pointAt(motion, 1_500)).toEqual({ x: 2, y: 1 })
    expect(pointAt(motion, 2_000)).toEqual({ x: 4, y: 2 })
  })
  it('never runs beyond the fix, however long the next one takes', () => {
    const motion = moveTo(start, { x: 4, y: 2 }, 1_000)
    for (const now of [2_001, 10_000, 3_600_000]) expect(pointAt(motion, now)).toEqual({ x: 4, y: 2 })
    expect(isMoving(motion, 2_000)).toBe(false)
  })
  it('stays between the two fixes at every moment', () => {
    const motion = moveTo(start, { x: 3, y: -3 }, 700)
    for (let now = 0; now < 3_000; now += 37) {
      const { x, y } = pointAt(motion, now)
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x).toBeLessThanOrEqual(3)
      expect(y).toBeCloseTo(-x)
    }
  })
  it('turns from where it is seen when a fix arrives in mid-glide', () => {
    const first = moveTo(start, { x: 4, y: 0 }, 1_000)
    const turned = moveTo(first, { x: 0, y: 4 }, 1_500)
    expect(pointAt(turned, 1_500)).toEqual({ x: 2, y: 0 })
  })
  it('is not left crawling behind after a long silence', () => {
    const motion = moveTo(start, { x: 10, y: 0 }, 120_000)
    expect(pointAt(motion, 121_500)).toEqual({ x: 10, y: 0 })
  })
  it('jumps when the fix is a correction, because nobody walked that path', () => {
    const motion = moveTo(start, { x: 40, y: 0 }, 1_000)
    expect(pointAt(motion, 1_000)).toEqual({ x: 40, y: 0 })
    expect(isMoving(motion, 1_000)).toBe(false)
  })
})
