import { describe, expect, it } from 'vitest'
import { heightFor, partBetween, widthFrom } from './plan-picture.ts'

const sheet = { width: 2000, height: 1000 }

describe('widthFrom', () => {
  it('takes the length between two points for the scale, in any direction', () => {
    expect(
      widthFrom(
        [
          { x: 0.25, y: 0.5 },
          { x: 0.75, y: 0.5 },
        ],
        12.4,
        sheet,
      ),
    ).toBe(24.8)
    expect(
      widthFrom(
        [
          { x: 0.5, y: 1 },
          { x: 0.5, y: 0 },
        ],
        10,
        sheet,
      ),
    ).toBe(20)
    expect(
      widthFrom(
        [
          { x: 0, y: 0 },
          { x: 0.3, y: 0.8 },
        ],
        50,
        sheet,
      ),
    ).toBe(100)
  })
  it('says nothing of one point, or of no length', () => {
    const spot = { x: 0.4, y: 0.4 }
    expect(widthFrom([spot, spot], 5, sheet)).toBeNull()
    for (const length of [0, -3, Number.NaN]) expect(widthFrom([spot, { x: 0, y: 0 }], length, sheet)).toBeNull()
  })
})

it('gives the height that keeps the shape of the picture', () => {
  expect(heightFor(24.8, sheet)).toBe(12.4)
})

it('keeps the part between two corners in any order, and nothing of a slip', () => {
  const part = { left: 0.2, top: 0.1, width: 0.5, height: 0.4 }
  const close = (one: typeof part | null) => expect(one?.width).toBeCloseTo(part.width)
  close(partBetween({ x: 0.2, y: 0.1 }, { x: 0.7, y: 0.5 }))
  expect(partBetween({ x: 0.7, y: 0.5 }, { x: 0.2, y: 0.1 })).toMatchObject({ left: 0.2, top: 0.1 })
  expect(partBetween({ x: 0.2, y: 0.1 }, { x: 0.21, y: 0.9 })).toBeNull()
})
