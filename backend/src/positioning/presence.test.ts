// Inside the building or at a muster point, by what is drawn; and nothing where nothing is.
import { describe, expect, it } from 'vitest'
import { siteRows } from './a-site.ts'
import { presenceOf, type Presence } from './presence.ts'
import { compileSite } from './site-model.ts'
import type { SiteRows } from './site-queries.ts'
import { whereOnFloor } from './zone-probability.ts'

type Zone = SiteRows['zones'][number]
type Box = readonly [x: number, y: number, w: number, h: number]

/** Boxes in metres on a floor of 40 × 30 m. */
const aZone = (name: string, [x, y, w, h]: Box, changes: Partial<Zone> = {}): Zone => ({
  id: name,
  floorId: 'floor-0',
  name,
  zoneType: 'Office',
  isMusterPoint: false,
  isRestricted: false,
  capacity: null,
  polygon: [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ].map(([px, py]) => ({ x: (px! / 40) * 100, y: (py! / 30) * 100 })),
  ...changes,
})
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
  return presenceOf(whereOnFloor(floor, estimate, null), more.sure ?? 1, [...site.floors.values()], [])
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
