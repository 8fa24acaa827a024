import { describe, expect, it } from 'vitest'
import { clusterRadius, groupNeighbours, isCrowded } from './clusters.ts'

describe('isCrowded', () => {
  it('leaves a usual floor alone, draws a full one together, and lets zooming in dissolve it', () => {
    const floorM2 = 60 * 36
    expect(isCrowded(31, 13, floorM2)).toBe(false)
    expect(isCrowded(1_000, 13, floorM2)).toBe(true)
    expect(isCrowded(1_000, 120, floorM2)).toBe(false)
  })
})

describe('groupNeighbours', () => {
  it('joins three or more of a cell in their middle and leaves the others alone', () => {
    const near = [
      { x: 1, y: 1 },
      { x: 1.2, y: 1.4 },
      { x: 1.4, y: 1.2 },
    ]
    const far = { x: 40, y: 20 }
    const { clusters, alone } = groupNeighbours([...near, far], 10)
    expect(clusters).toHaveLength(1)
    expect(clusters[0]?.x).toBeCloseTo(1.2)
    expect(clusters[0]?.members).toEqual(near)
    expect(alone).toEqual([far])
  })
  it('loses nobody', () => {
    const points = Array.from({ length: 500 }, (_, index) => ({ x: (index * 7.3) % 60, y: (index * 3.1) % 36 }))
    const { clusters, alone } = groupNeighbours(points, 8)
    const told = clusters.flatMap(({ members }) => members).concat(alone)
    expect(new Set(told).size).toBe(500)
  })
  it('gives bigger crowds bigger circles, within reason', () => {
    expect(clusterRadius(100)).toBeGreaterThan(clusterRadius(10))
    expect(clusterRadius(100_000)).toBeLessThan(30)
  })
})
