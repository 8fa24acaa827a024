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
  expect(wallPlaces([], null)).toEqual({ lines: [], moreFloors: 0, moreBuildings: 0 })
})

it('says how many buildings and floors it leaves out, and never leaves out the ones that are shown', () => {
  const buildings = Array.from({ length: 9 }, (_, index) => floor(`f${index}`, `b${index}`, 1))
  expect(wallPlaces(buildings, 'f0')).toMatchObject({ moreBuildings: 4, moreFloors: 0 })
  expect(wallPlaces(buildings, 'f8').lines.at(-1)?.name).toBe('Floor f8')
  const storeys = Array.from({ length: 20 }, (_, index) => floor(`${index}`, 'tower', 1))
  for (const shown of storeys) {
    const { lines, moreFloors } = wallPlaces(storeys, shown.floorId)
    expect([lines.length, moreFloors]).toEqual([6, 15])
    expect(lines.map(({ id }) => id)).toContain(shown.floorId)
  }
  const both = wallPlaces([...buildings, ...storeys], '10')
  expect(both).toMatchObject({ moreBuildings: 7, moreFloors: 17 })
  expect(both.lines).toHaveLength(6)
})

it('lists fewer where names take two lines', () => {
  const named = (floorId: string, buildingId: string, buildingName: string, name = `Floor ${floorId}`) => ({
    ...floor(floorId, buildingId, 1),
    buildingName,
    name,
  })
  const office = 'Tidewater Instruments Head Office'
  const storeys = ['1', '2', '3', '4', '5'].map((id) => named(id, 'a', office))
  const withAnnex = wallPlaces([...storeys, named('x', 'b', 'Annex')], '3')
  expect(withAnnex.lines.map(({ name }) => name)).toEqual([office, 'Floor 2', 'Floor 3', 'Floor 4', 'Annex'])
  expect(withAnnex.moreFloors).toBe(2)
  const wide = ['1', '2', '3', '4', '5'].map((id) => named(id, 'a', 'Tower', `東京本社ビル東棟第${id}事務室`))
  expect(wallPlaces(wide, '5')).toMatchObject({ moreFloors: 3 })
  expect(wallPlaces(wide, '5').lines.at(-1)?.id).toBe('5')
})
