import { expect, it } from 'vitest'
import { alarmAt, aMissingPerson, aSweep, seenInside } from '../emergency/board/a-muster-person.ts'
import { searchAreas } from '../emergency/board/search/search-areas.ts'
import { wallFloors } from './wall-areas.ts'

it('adds up who is inside by floor and area, the fullest first', () => {
  const moment = { now: alarmAt + 300_000, triggeredAt: alarmAt }
  const office = { sighting: { zoneId: 'office', zoneName: 'Office' } }
  const ground = { sighting: { floorId: 'ground', floorName: 'Ground', zoneId: 'hall', zoneName: 'Hall' } }
  const people = [
    seenInside('Ada'),
    seenInside('Bob'),
    seenInside('Cid', office),
    seenInside('Dee', ground, { status: 'needs_help' }),
    seenInside('Eve', ground, { status: 'accounted' }),
    aMissingPerson('Fay'),
  ]
  const floors = wallFloors(searchAreas(people, [aSweep({ state: 'searching' })], moment))
  expect(floors.map(({ name, people: count, areas }) => [name, count, areas.map((one) => one.name)])).toEqual([
    ['Floor 1', 3, ['Laboratory', 'Office']],
    ['Ground', 1, ['Hall']],
  ])
  expect(floors[0]?.areas[0]).toMatchObject({ people: 2, state: 'searching' })
})
