// What the activity log has said of each badge, and who is in which zone. Filled by the notice step, stored with the positions by the
// record step, taken up again by resume.ts. Times in epoch milliseconds.
import { NotedStay } from './noted-stay.ts'
import type { SiteZone } from './site-model.ts'
import { createZoneOccupancy, type ZoneOccupancy } from './zone-occupancy.ts'

export interface Stay {
  who: string
  floorId: string
  /** By the zone's own rule, and as the log has it. */
  zoneId: string | null
  noted: NotedStay
  /** Beginning of the stay of which it was recorded that it is long. */
  dwellNotedFor: number | null
  at: number
}

/** As it lies beside the position. */
export interface StoredStay {
  zoneSince: number
  notedZoneId: string | null
  notedSince: number
  dwellNoted: boolean
}

export interface Stays {
  readonly all: Map<string, Stay>
  readonly occupancy: ZoneOccupancy
  stored(transmitterId: string): StoredStay | null
  resume(transmitterId: string, stay: Omit<Stay, 'noted' | 'dwellNotedFor'> & StoredStay, zone?: SiteZone): void
  forgetAll(): void
}

export function createStays(): Stays {
  const all = new Map<string, Stay>()
  let occupancy = createZoneOccupancy()
  return {
    all,
    get occupancy() {
      return occupancy
    },
    stored(transmitterId) {
      const stay = all.get(transmitterId)
      if (!stay) return null
      const { noted, dwellNotedFor } = stay
      const { zoneId: notedZoneId, since: notedSince, zoneSince } = noted
      return { zoneSince, notedZoneId, notedSince, dwellNoted: dwellNotedFor === notedSince }
    },
    resume(transmitterId, { who, floorId, zoneId, at, ...stored }, zone) {
      const { zoneSince, notedZoneId, notedSince, dwellNoted } = stored
      const noted = NotedStay.resumed({ zoneId: notedZoneId, since: notedSince }, { zoneId, since: zoneSince })
      all.set(transmitterId, { who, floorId, zoneId, noted, dwellNotedFor: dwellNoted ? notedSince : null, at })
      // Whoever was in a full zone before is no news.
      occupancy.place(transmitterId, zone, at)
    },
    forgetAll() {
      all.clear()
      occupancy = createZoneOccupancy()
    },
  }
}
