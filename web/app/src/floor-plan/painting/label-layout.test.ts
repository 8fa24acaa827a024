import { describe, expect, it } from 'vitest'
import { createLabelPlaces, labelHeight } from './label-layout.ts'
import type { LabelWish, PlacedLabel } from './label-layout.ts'

const within = { left: 0, top: 0, right: 1_000, bottom: 600 }
const sizes = { radius: 6, widthOf: (text: string) => text.length * 7, within }
const wish = (index: number, x: number, y: number, important = false): LabelWish => ({
  index,
  text: `Person ${index}`,
  x,
  y,
  important,
})
const boxOf = ({ text, left, middle }: PlacedLabel) => ({
  left,
  top: middle - labelHeight / 2,
  right: left + sizes.widthOf(text),
  bottom: middle + labelHeight / 2,
})
type Box = ReturnType<typeof boxOf>
const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

describe('createLabelPlaces', () => {
  it('covers neither another name nor a marker on a full floor, and names many', () => {
    const people = Array.from({ length: 60 }, (_, index) => wish(index, (index * 73.7) % 900, (index * 41.3) % 500))
    const placed = createLabelPlaces()(people, people, sizes)
    const boxes = placed.map(boxOf)
    expect(placed.length).toBeGreaterThan(20)
    for (const [index, box] of boxes.entries()) {
      expect(boxes.slice(index + 1).some((other) => overlap(box, other))).toBe(false)
      const { radius } = sizes
      const onMarker = people.some(({ x, y }) =>
        overlap(box, { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius }),
      )
      expect(onMarker).toBe(false)
    }
  })
  it('stands at the right where there is room, and on another side where a neighbour is', () => {
    const [alone] = createLabelPlaces()([wish(1, 100, 100)], [wish(1, 100, 100)], sizes)
    expect(alone).toMatchObject({ left: 111, middle: 100 })
    const neighbours = [wish(1, 100, 100), wish(2, 125, 100)]
    const [first] = createLabelPlaces()([neighbours[0] as LabelWish], neighbours, sizes)
    expect(first && boxOf(first).right).toBeLessThan(100)
  })
  it('gives the chosen one its name even where there is no room, before all others', () => {
    const crowd = Array.from({ length: 9 }, (_, index) =>
      wish(index, 100 + (index % 3) * 14, 100 + index * 4, index === 8),
    )
    const placed = createLabelPlaces()(crowd, crowd, sizes)
    expect(placed[0]?.text).toBe('Person 8')
  })
  it('is whole at every edge of what is seen, or left out; only the chosen one is named in any case', () => {
    const edges = [wish(1, 3, 300), wish(2, 997, 300), wish(3, 500, 2), wish(4, 500, 598), wish(5, -20, 300)]
    const placed = createLabelPlaces()(edges, edges, sizes)
    expect(placed.map(({ text }) => text)).toEqual(['Person 1', 'Person 2', 'Person 3', 'Person 4'])
    for (const box of placed.map(boxOf)) {
      expect(box.left).toBeGreaterThanOrEqual(within.left)
      expect(box.right).toBeLessThanOrEqual(within.right)
      expect(box.top).toBeGreaterThanOrEqual(within.top)
      expect(box.bottom).toBeLessThanOrEqual(within.bottom)
    }
    expect(createLabelPlaces()([wish(5, -20, 300, true)], [], sizes)).toHaveLength(1)
  })
  it('leaves a name on its side when the other side becomes free again', () => {
    const place = createLabelPlaces()
    const [one, other] = [wish(1, 100, 100), wish(2, 125, 100)]
    const before = place([one], [one, other], sizes)
    const after = place([one], [one, wish(2, 400, 400)], sizes)
    expect(after).toEqual(before)
  })
})
