// Rooms of generated plans: how many are found of how many there are, and how well their outlines fit.
import { describe, expect, it } from 'vitest'
import { aPlanPicture } from './a-plan-picture.ts'
import { findRooms } from './find-rooms.ts'
import type { FoundRoom } from './find-rooms.ts'

type Ink = { thick?: number; grey?: number }

/** Six rooms above and six below a corridor of two metres, a door into each. */
function anOffice(ink: Ink, { perMetre = 12, door = 0.9, labels = false } = {}) {
  const plan = aPlanPicture({ widthM: 34, heightM: 18, perMetre })
  plan.frame(2, 2, 32, 16, ink)
  plan.wall(2, 8, 32, 8, ink)
  plan.wall(2, 10, 32, 10, ink)
  for (let room = 0; room < 6; room++) {
    const left = 2 + room * 5
    if (room > 0) {
      plan.wall(left, 2, left, 8, ink)
      plan.wall(left, 10, left, 16, ink)
    }
    plan.door(left + 1.5, 8, door)
    plan.door(left + 1.5, 10, door)
    if (!labels) continue
    plan.text(left + 1, 4, 6)
    plan.text(left + 1, 12, 6, 0.7)
  }
  if (labels) plan.text(14, 8.7, 8)
  plan.door(2, 9, 1.1)
  return plan
}
const found = (plan: ReturnType<typeof aPlanPicture>) => findRooms(plan.picture())
const areas = (rooms: readonly FoundRoom[]) => rooms.map(({ areaM2 }) => Math.round(areaM2))

describe('of an office with thirteen rooms', () => {
  it.each([
    ['walls of 20 cm', anOffice({})],
    ['thick walls', anOffice({ thick: 0.45 })],
    ['single lines', anOffice({ thick: 0.08 })],
    ['grey lines', anOffice({ thick: 0.1, grey: 170 })],
    ['wide doors', anOffice({}, { door: 1.2 })],
    ['letters in the rooms and in the corridor', anOffice({}, { labels: true })],
    ['few pixels', anOffice({}, { perMetre: 6 })],
    ['many pixels', anOffice({}, { perMetre: 24, labels: true })],
  ])('all are found with %s', (_what, plan) => {
    expect(found(plan)).toHaveLength(13)
  })

  it('the outlines are those of the rooms, with four corners each', () => {
    const rooms = found(anOffice({}, { labels: true }))
    const small = rooms.slice(1)
    expect(areas(rooms)[0]).toBeGreaterThanOrEqual(53)
    for (const { areaM2, corners } of small) {
      expect(areaM2).toBeGreaterThan(26.5)
      expect(areaM2).toBeLessThan(29)
      expect(corners).toHaveLength(4)
    }
    const [left, top] = [0.5 / 34, 0.5 / 18]
    const first = small.flatMap(({ corners }) => corners)
    expect(first.some(({ x, y }) => Math.abs(x - 2.1 / 34) < left && Math.abs(y - 2.1 / 18) < top)).toBe(true)
  })
})

it('furniture and columns are part of their room', () => {
  const plan = aPlanPicture({ widthM: 24, heightM: 16 })
  plan.frame(2, 2, 22, 14)
  plan.wall(12, 2, 12, 14)
  plan.door(12, 8)
  for (const x of [4, 7, 15, 18]) plan.frame(x, 5, x + 1.6, 5.8, { thick: 0.05 })
  for (const x of [5, 9, 16, 20]) plan.fill(x, 10, x + 0.4, 10.4)
  expect(found(plan).map(({ corners }) => corners.length)).toEqual([4, 4])
})

it('a corridor round a corner is one room with its six corners', () => {
  const plan = aPlanPicture({ widthM: 30, heightM: 30 })
  plan.frame(2, 2, 28, 28)
  plan.wall(4.5, 4.5, 28, 4.5)
  plan.wall(4.5, 4.5, 4.5, 28)
  plan.door(10, 4.5)
  const rooms = found(plan)
  expect(rooms).toHaveLength(2)
  expect(rooms[1]?.corners).toHaveLength(6)
})

it('what is outside, and an empty sheet, are no rooms', () => {
  const plan = aPlanPicture({ widthM: 20, heightM: 20 })
  expect(found(plan)).toEqual([])
  plan.frame(4, 4, 12, 12)
  expect(found(plan)).toHaveLength(1)
})

it('tells how far it is, up to the end', () => {
  const shares: number[] = []
  findRooms(anOffice({}).picture(), (share) => shares.push(share))
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.at(-1)).toBe(1)
})
