import { describe, expect, it } from 'vitest'
import { staysOf } from './trail.ts'
import type { TrailPoint } from './trail.ts'

const minute = 60_000
function at(minutes: number, zoneId: string | null, floorId = 'ground'): TrailPoint {
  return {
    transmitterId: 'b',
    floorId,
    zoneId,
    timestamp: minutes * minute,
    accuracyM: 2,
    positionMethod: 'grid',
    position: { x: 0, y: 0, xM: 0, yM: 0 },
  }
}
const staysAsText = (points: readonly TrailPoint[]) =>
  staysOf(points).map(({ zoneId, from, to }) => [zoneId, from / minute, to / minute])

describe('staysOf', () => {
  it('joins positions at one place into a stay, newest first, in whatever order they come', () => {
    expect(staysAsText([at(3, 'lab'), at(1, 'lab'), at(0, 'lab'), at(5, 'hall'), at(6, 'hall')])).toEqual([
      ['hall', 5, 6],
      ['lab', 0, 3],
    ])
  })
  it('takes a moment across the border for passing by, not for a stay', () => {
    expect(staysAsText([at(0, 'lab'), at(1, 'lab'), at(1.1, 'hall'), at(1.2, 'lab'), at(3, 'lab')])).toEqual([
      ['lab', 0, 3],
    ])
  })
  it('ends a stay when nothing was heard for long', () => {
    expect(staysAsText([at(0, 'lab'), at(1, 'lab'), at(30, 'lab'), at(31, 'lab')])).toEqual([
      ['lab', 30, 31],
      ['lab', 0, 1],
    ])
  })
  it('tells floors apart and knows an empty trail', () => {
    expect(
      staysOf([at(0, null, 'ground'), at(1, null, 'ground'), at(2, null, 'first'), at(3, null, 'first')]),
    ).toHaveLength(2)
    expect(staysOf([])).toEqual([])
  })
})
