import { describe, expect, it } from 'vitest'
import { aSweep } from '../a-muster-person.ts'
import { progressOf, sweepFloors } from './sweep-floors.ts'

const zone = (id: string, floorId = 'floor1', isMusterPoint = false) => ({ id, floorId, name: id, isMusterPoint })
const floors = [
  { id: 'floor2', name: 'Floor 2' },
  { id: 'floor1', name: 'Floor 1' },
]

describe('the search of a building', () => {
  it('lists every zone of every floor and what lies outside them, but no muster point', () => {
    const listed = sweepFloors(
      floors,
      [zone('Lab'), zone('Room 10'), zone('Room 2'), zone('Car park', 'floor1', true)],
      [],
    )
    expect(listed.map(({ name, areas }) => [name, areas.map((area) => area.name)])).toEqual([
      ['Floor 2', ['Outside its zones']],
      ['Floor 1', ['Lab', 'Outside its zones', 'Room 2', 'Room 10']],
    ])
  })
  it('puts what is not searched yet first, and counts', () => {
    const sweeps = [
      aSweep({ zoneId: 'a' }),
      aSweep({ zoneId: 'b', state: 'searching' }),
      aSweep({ zoneId: 'c', state: 'open' }),
      aSweep({ zoneId: 'a', floorId: 'floor2', state: 'open' }),
    ]
    const [, floor] = sweepFloors(floors, [zone('a'), zone('b'), zone('c'), zone('d')], sweeps)
    expect(floor?.areas.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'c open',
      'd open',
      'Outside its zones open',
      'b searching',
      'a searched',
    ])
    expect(floor?.progress).toEqual({ searched: 1, searching: 1, total: 5 })
    expect(progressOf([])).toEqual({ searched: 0, searching: 0, total: 0 })
  })
})
