import { expect, it } from 'vitest'
import { wallPlaces } from './wall-places.ts'

const floor = (floorId: string, buildingId: string, people: number) => ({
  floorId,
  buildingId,
  people,
  name: `Floor ${floorId}`,
  buildingName: `Building ${buildingId}`,
})

it('names every building, and the floors of the one whose plan is shown', () => {
  const floors = [floor('1', 'a', 4), floor('0', 'a', 3), floor('x', 'b', 5)]
  const said = (shown: string | null) => wallPlaces(floors, shown).lines.map(({ name, people }) => `${name}: ${people}`)
  expect(said('0')).toEqual(['Building a: 7', 'Floor 1: 4', 'Floor 0: 3', 'Building b: 5'])
  expect(said('x')).toEqual(['Building a: 7', 'Building b: 5', 'Floor x: 5'])
  expect(said(null)[1]).toBe('Floor 1: 4')
  expect(wallPlaces([], null)).toEqual({ lines: [], more: 0 })
})

it('says how many buildings it leaves out, and never leaves out the one that is shown', () => {
  const floors = Array.from({ length: 9 }, (_, index) => floor(`f${index}`, `b${index}`, 1))
  expect(wallPlaces(floors, 'f0').more).toBe(3)
  const { lines, more } = wallPlaces(floors, 'f8')
  expect(more).toBe(2)
  expect(lines.at(-1)?.name).toBe('Floor f8')
})
