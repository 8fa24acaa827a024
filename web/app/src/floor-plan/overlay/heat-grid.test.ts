import { describe, expect, it } from 'vitest'
import { heatGrid } from './heat-grid.ts'

const floor = { widthM: 60, heightM: 36 }

describe('heatGrid', () => {
  it('is cold where nobody was and warmest where most were', () => {
    const points = [
      { x: 10.5, y: 10.5, weight: 20 },
      { x: 50.5, y: 30.5, weight: 1 },
    ]
    const { columns, shares } = heatGrid(points, floor)
    const at = (x: number, y: number) => shares[y * columns + x] ?? -1
    expect(at(10, 10)).toBe(1)
    expect(at(50, 30)).toBeGreaterThan(0)
    expect(at(50, 30)).toBeLessThan(0.5)
    expect(at(30, 3)).toBe(0)
  })
  it('says what full means: the minutes of an evenly used floor, per square metre', () => {
    const everywhere = Array.from({ length: 60 * 36 }, (_, at) => ({
      x: (at % 60) + 0.5,
      y: Math.floor(at / 60) + 0.5,
      weight: 12,
    }))
    expect(heatGrid(everywhere, floor).fullMinutes).toBeCloseTo(12, 1)
    expect(heatGrid([], floor).fullMinutes).toBe(0)
  })
  it('holds only shares, also for points beyond the floor and for none', () => {
    for (const points of [[], [{ x: -5, y: 100, weight: 1 }]]) {
      const { shares } = heatGrid(points, floor)
      expect(shares).toHaveLength(60 * 36)
      expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true)
    }
  })
  it('stays small on a very large floor', () => {
    expect(heatGrid([], { widthM: 5_000, heightM: 5_000 }).shares.length).toBeLessThan(41_000)
  })
})
