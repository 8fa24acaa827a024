import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { describe, expect, it } from 'vitest'
import { agoAt, floorRows, matchingRows, peopleByZone, nearestInTime } from './floor-rows.ts'

const now = 1_790_000_000_000
function positionsOf(...entries: Partial<PositionEntry>[]): Map<string, PositionEntry> {
  const whole = entries.map((entry, index) => ({
    transmitterId: `t${index}`,
    position: { x: 10, y: 20, xM: 6, yM: 7 },
    entityType: 'employee',
    zoneId: null,
    name: `Person ${index}`,
    timestamp: now,
    ...entry,
  }))
  return new Map(whole.map((entry) => [entry.transmitterId, entry as PositionEntry]))
}
const zones = new Map([['z1', 'Canteen']])

describe('floorRows', () => {
  it('lists people before assets, each by name', () => {
    const rows = floorRows(
      positionsOf({ name: 'Zoe' }, { name: 'Cart', entityType: 'asset' }, { name: 'Abe' }),
      zones,
      now,
    )
    expect(rows.map(({ name }) => name)).toEqual(['Abe', 'Zoe', 'Cart'])
  })
  it('tells place, state and position', () => {
    const [row] = floorRows(positionsOf({ zoneId: 'z1', timestamp: now - 60_000 }), zones, now)
    expect(row).toMatchObject({ place: 'Canteen', state: 'last_seen', x: 10, y: 20 })
  })
  it('says what somebody is near who is in no zone for sure', () => {
    const rows = floorRows(positionsOf({ nearZoneId: 'z1' }, {}), zones, now)
    expect(rows.map(({ place }) => place)).toEqual(['Near Canteen', 'Outside any zone'])
    expect(matchingRows(rows, 'canteen')).toHaveLength(1)
  })
})

describe('matchingRows', () => {
  const rows = floorRows(positionsOf({ name: 'Ada Lovelace', zoneId: 'z1' }, { name: 'Alan Turing' }), zones, now)
  it('finds by any part of name and place, all words required', () => {
    expect(matchingRows(rows, 'ada cant').map(({ name }) => name)).toEqual(['Ada Lovelace'])
    expect(matchingRows(rows, 'ada turing')).toEqual([])
  })
  it('shows everybody for an empty search', () => {
    expect(matchingRows(rows, '  ')).toHaveLength(2)
  })
})

describe('peopleByZone', () => {
  it('counts people who are here or were just seen, not assets and not stale badges', () => {
    const positions = positionsOf(
      { zoneId: 'z1' },
      { zoneId: 'z1', timestamp: now - 200_000 },
      { zoneId: 'z1', timestamp: now - 400_000 },
      { zoneId: 'z1', entityType: 'asset' },
      { zoneId: null },
    )
    expect([...peopleByZone(positions, now)]).toEqual([['z1', 2]])
  })
})

describe('how long ago', () => {
  const at = Date.parse('2026-03-02T09:30:00Z')
  it('is counted from the moment that is played back, not from now', () => {
    expect(agoAt(at - 20_000, at, 'UTC')).toBe('20 s before')
    expect(agoAt(at - 3 * 3_600_000, at, 'UTC')).toBe('06:30:00')
  })
})

describe('whoever is looked for in the past', () => {
  it('is where they were heard nearest to that moment', () => {
    const points = [{ timestamp: 1_000 }, { timestamp: 5_000 }, { timestamp: 9_000 }]
    expect(nearestInTime(points, 6_000)).toEqual({ timestamp: 5_000 })
    expect(nearestInTime([], 6_000)).toBeNull()
  })
})
