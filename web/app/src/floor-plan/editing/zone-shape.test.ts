import { expect, it } from 'vitest'
import { contains, doubleArea, liesIn } from './zone-shape.ts'

const square = (left: number, size: number) => [
  { x: left, y: left },
  { x: left + size, y: left },
  { x: left + size, y: left + size },
  { x: left, y: left + size },
]

it('knows what lies in a zone', () => {
  expect(contains(square(10, 10), { x: 15, y: 11 })).toBe(true)
  expect(contains(square(10, 10), { x: 9, y: 15 })).toBe(false)
})
it('knows a room again that was drawn a little differently, but not its neighbour', () => {
  expect(liesIn(square(10.5, 10), square(10, 10))).toBe(true)
  expect(liesIn(square(19, 10), square(10, 10))).toBe(false)
})
it('knows a line from an area', () => {
  expect(doubleArea(square(1, 4))).toBe(32)
  expect(doubleArea([1, 2, 3].map((at) => ({ x: at, y: at })))).toBe(0)
})
