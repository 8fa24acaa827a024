import { describe, expect, it } from 'vitest'
import { isInside } from './inside-polygon.ts'

const point = (x: number, y: number) => ({ x, y })

describe('a tap on a zone', () => {
  it('lies inside it or not, also in the notch of an L', () => {
    const corner = [point(0, 0), point(10, 0), point(10, 4), point(4, 4), point(4, 10), point(0, 10)]
    expect([point(2, 2), point(9, 1), point(1, 9)].map((at) => isInside(at, corner))).toEqual([true, true, true])
    expect([point(8, 8), point(11, 1), point(-1, 5)].map((at) => isInside(at, corner))).toEqual([false, false, false])
  })
})
