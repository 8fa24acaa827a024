// Who is in which zone; answers the head count when somebody's arrival takes a zone over its capacity. Used by the notice step.
import type { SiteZone } from './site-model.ts'

/** A badge not heard for longer does not count as being in its zone. */
const presentMs = 60_000

export interface ZoneOccupancy {
  /** `at`: epoch milliseconds of the newest reading. */
  place(transmitterId: string, zone: SiteZone | undefined, at: number): number | null
}

export function createZoneOccupancy(): ZoneOccupancy {
  const zones = new Map<string, Map<string, number>>()
  const placeOf = new Map<string, string>()
  const leave = (transmitterId: string, zoneId: string) => {
    const people = zones.get(zoneId)
    people?.delete(transmitterId)
    if (people?.size === 0) zones.delete(zoneId)
    placeOf.delete(transmitterId)
  }
  return {
    place(transmitterId, zone, at) {
      const before = placeOf.get(transmitterId)
      if (before !== undefined && before !== zone?.id) leave(transmitterId, before)
      if (!zone) return null
      const people = zones.get(zone.id) ?? new Map<string, number>()
      zones.set(zone.id, people)
      people.set(transmitterId, at)
      placeOf.set(transmitterId, zone.id)
      if (before === zone.id || zone.capacity === null || people.size <= zone.capacity) return null
      for (const [id, seen] of people) if (at - seen > presentMs) leave(id, zone.id)
      return people.size === zone.capacity + 1 ? people.size : null
    },
  }
}
