// Inside the building or at a muster point, by what is drawn; and nothing where nothing is.
import { describe, expect, it } from 'vitest'
import { siteRows } from './a-site.ts'
import { aYard, aZone, type Box, heard as sounds, type Zone } from './a-yard.ts'
import { isOutside, type Presence, PresenceFilter } from './presence.ts'
import { compileSite } from './site-model.ts'
import { whereOnFloor } from './zone-probability.ts'

const point = (box: Box, changes: Partial<Zone> = {}) => aZone('Point', box, { isMusterPoint: true, ...changes })

/** Where a badge with an error of half a metre would be said to be. */
function at(
  zones: Zone[],
  xM: number,
  yM: number,
  more: { floorName?: string; level?: number; sure?: number } = {},
): Presence {
  const rows = siteRows()
  const floors = rows.floors.map((floor) => ({ ...floor, name: more.floorName ?? floor.name }))
  // Two receivers in the north of the building, as every floor of it has some.
  const receivers = rows.receivers.filter(({ y }) => y < 18)
  const site = compileSite({ ...rows, floors, receivers, zones }, null)
  const floor = site.floors.get(`floor-${more.level ?? 0}`)!
  const estimate = { xM, yM, spreadM: 0.2, accuracyM: 0.5, method: 'centroid', receiverCount: 2 } as const
  const where = whereOnFloor(floor, estimate, null)
  const building = { floor, floors: [...site.floors.values()], floorProbability: more.sure ?? 1 }
  return new PresenceFilter().update({ ...building, where, heard: [], at: 1000 })
}

const room = aZone('Room', [0, 0, 40, 15])

describe('a floor with rooms and a muster point', () => {
  const zones = [room, point([5, 20, 10, 5])]

  it('is sure inside, in the muster point and beside it', () => {
    expect(at(zones, 20, 8)).toEqual({ insideProbability: 1, musterZoneId: null, musterProbability: 0 })
    const there = { insideProbability: 0, musterZoneId: 'Point', musterProbability: 1 }
    expect(at(zones, 10, 22)).toEqual(there)
    expect(at(zones, 18, 24)).toEqual(there)
  })

  it('calls ground that nobody drew neither inside nor safe, unless it is far from every room', () => {
    expect(at(zones, 30, 20)).toEqual({ insideProbability: null, musterZoneId: null, musterProbability: 0 })
    expect(at(zones, 30, 28)).toEqual({ insideProbability: 0, musterZoneId: null, musterProbability: 0 })
  })

  it('takes the wall and what rooms surround for the building', () => {
    expect(at(zones, 20, 15.5).insideProbability).toBe(1)
    const ring = [
      aZone('N', [20, 0, 20, 4]),
      aZone('W', [20, 4, 4, 8]),
      aZone('E', [36, 4, 4, 8]),
      aZone('S', [20, 12, 20, 3]),
    ]
    expect(at([...ring, zones[1]!], 30, 8).insideProbability).toBe(1)
    const court = aZone('Inner courtyard', [26, 6, 8, 4])
    expect(at([...ring, court, zones[1]!], 30, 8).insideProbability).toBe(0)
  })

  it('reaches no further than a few metres, and through no room', () => {
    expect(at(zones, 24, 24).musterProbability).toBe(0)
    // A thin wing between the muster point and the ground behind it, which another drawing calls a yard.
    const wing = aZone('Wing', [16, 15, 2, 15])
    const yard = aZone('Yard', [18, 15, 22, 15])
    expect(at([...zones, yard], 18.6, 24).musterProbability).toBe(1)
    expect(at([...zones, wing, yard], 18.6, 24)).toEqual({
      insideProbability: 0,
      musterZoneId: null,
      musterProbability: 0,
    })
  })

  it('names the likeliest of two points and counts both', () => {
    const both = [room, point([5, 20, 5, 5], { id: 'A' }), point([10, 20, 10, 5], { id: 'B' })]
    expect(at(both, 10.15, 22)).toEqual({ insideProbability: 0, musterZoneId: 'B', musterProbability: 1 })
  })

  it('does not take an area around a muster point for a room', () => {
    const ground = aZone('South side', [0, 15, 40, 15])
    expect(at([...zones, ground], 18, 24)).toEqual({
      insideProbability: 0,
      musterZoneId: 'Point',
      musterProbability: 1,
    })
  })

  it('counts a doubtful floor as inside', () => {
    expect(at(zones, 10, 22, { sure: 0.7 })).toEqual({
      insideProbability: 0.3,
      musterZoneId: 'Point',
      musterProbability: 0.7,
    })
    expect(at(zones, 10, 22, { level: 1 })).toEqual({
      insideProbability: null,
      musterZoneId: null,
      musterProbability: 0,
    })
  })
})

describe('a floor with little drawn', () => {
  it('says nothing without zones', () => {
    expect(at([], 20, 8)).toEqual({ insideProbability: null, musterZoneId: null, musterProbability: null })
  })

  it('knows only the muster point itself where no room is drawn', () => {
    const zones = [point([5, 20, 10, 5])]
    expect(at(zones, 10, 22)).toEqual({ insideProbability: 0, musterZoneId: 'Point', musterProbability: 1 })
    expect(at(zones, 17, 22)).toEqual({ insideProbability: null, musterZoneId: null, musterProbability: 0 })
  })

  it('takes a floor by its name for outdoors', () => {
    const zones = [point([5, 20, 10, 5])]
    const floorName = 'Outdoor areas'
    expect(at(zones, 18, 24, { floorName })).toEqual({
      insideProbability: 0,
      musterZoneId: 'Point',
      musterProbability: 1,
    })
    expect(at(zones, 30, 5, { floorName })).toEqual({ insideProbability: 0, musterZoneId: null, musterProbability: 0 })
  })
})

describe('a building with receivers on both sides of its wall', () => {
  const { floor, floors, heardBy } = aYard()
  const look = (xM: number, yM: number) => {
    const estimate = { xM, yM, spreadM: 1.5, accuracyM: 4, method: 'centroid', receiverCount: 4 } as const
    return whereOnFloor(floor, estimate, null)
  }
  const beside = (xM: number, yM: number, ...strengths: (number | null)[]) => {
    const filter = new PresenceFilter()
    const where = look(xM, yM)
    const presence = filter.update({
      where,
      floor,
      floorProbability: 1,
      floors,
      heard: heardBy(...strengths),
      at: 1000,
    })
    return { ...presence, zones: where.zones({ outdoors: filter.outdoors }) }
  }

  it('believes who hears a badge more than a position on the wrong side of the wall', () => {
    const outside = beside(10, 13.5, ...sounds.atPoint)
    expect(isOutside(outside)).toBe(true)
    expect(outside.musterProbability).toBeGreaterThan(0.8)
    expect(outside.musterZoneId).toBe('Point')
    const inside = beside(10, 20, ...sounds.inside)
    expect(inside.insideProbability).toBeGreaterThan(0.8)
    expect(inside.musterProbability).toBeLessThan(0.2)
  })

  it('names no room for who is outside, and no open ground for who is inside', () => {
    expect(beside(10, 13.5, ...sounds.atPoint).zones.get('Room')).toBeLessThan(0.2)
    const inside = beside(10, 16.5, ...sounds.inside).zones
    expect(inside.get('Room')).toBeGreaterThan(0.8)
    expect(inside.get('Yard')).toBeLessThan(0.2)
  })

  it('calls who is outdoors and elsewhere neither inside nor at the point', () => {
    const elsewhere = beside(33, 22, null, -88, -88, -86, -70)
    expect(isOutside(elsewhere)).toBe(true)
    expect(elsewhere.musterProbability).toBeLessThan(0.2)
  })

  it('is not turned by one doubtful second, but by many, and starts anew after a silence', () => {
    const filter = new PresenceFilter()
    const update = (at: number, isOut: boolean) => {
      const heard = isOut ? heardBy(...sounds.atPoint) : heardBy(...sounds.inside)
      return filter.update({ where: look(10, 15.5), floor, floorProbability: 1, floors, heard, at }).insideProbability!
    }
    expect(update(1000, true)).toBeLessThan(0.2)
    expect(update(2000, false)).toBeLessThan(0.2)
    expect(update(9000, false)).toBeGreaterThan(0.5)
    expect(update(19_001, true)).toBeLessThan(0.2)
  })
})
