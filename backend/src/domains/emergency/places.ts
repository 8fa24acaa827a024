// The areas in which badges were seen: what all people in one have alike, worked out once per area. Used by whereabouts.ts.
import { hearingOf, type Position } from './absence.ts'
import type { Surroundings } from './whereabouts-queries.ts'

export type Place = {
  readonly buildingId: string
  /** The members of a sighting. */
  readonly text: string
  readonly leadsOutside: boolean
  /** Whether any of the three receivers nearest to the position is online; null: there are none, or it is not known. */
  readonly isHeard: (position: Position) => boolean | null
}
export type Places = (buildingId: string, floorId: string, zoneId: string | null) => Place

export function createPlaces({ floors, zones, receivers }: Surroundings): Places {
  const floorNames = new Map(floors.map(({ id, name }) => [id, name]))
  const zonesById = new Map(zones.map((zone) => [zone.id, zone]))
  const known = new Map<string, Place>()
  const make: Places = (buildingId, floorId, zoneId) => {
    const zone = zoneId === null ? undefined : zonesById.get(zoneId)
    const sighting = {
      buildingId,
      floorId,
      floorName: floorNames.get(floorId) ?? '',
      zoneId,
      zoneName: zone?.name ?? null,
    }
    return {
      buildingId,
      text: JSON.stringify(sighting).slice(1, -1),
      leadsOutside: zone?.leadsOutside ?? false,
      isHeard: hearingOf(receivers.filter((receiver) => receiver.floorId === floorId)),
    }
  }
  return (buildingId, floorId, zoneId) => {
    const key = `${buildingId} ${floorId} ${zoneId}`
    const place = known.get(key) ?? make(buildingId, floorId, zoneId)
    known.set(key, place)
    return place
  }
}
