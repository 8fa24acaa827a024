// What the activity log has said of each badge. Filled by the notice step, stored with the positions by the
// record step, taken up again by resume.ts. Times in epoch milliseconds.
import { NotedStay } from './noted-stay.ts'

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
  stored(transmitterId: string): StoredStay | null
  resume(transmitterId: string, stay: Omit<Stay, 'noted' | 'dwellNotedFor'> & StoredStay): void
  forgetAll(): void
}

export function createStays(): Stays {
  const all = new Map<string, Stay>()
  return {
    all,
    stored(transmitterId) {
      const stay = all.get(transmitterId)
      if (!stay) return null
      const { noted, dwellNotedFor } = stay
      const { zoneId: notedZoneId, since: notedSince, zoneSince } = noted
      return { zoneSince, notedZoneId, notedSince, dwellNoted: dwellNotedFor === notedSince }
    },
    resume(transmitterId, { who, floorId, zoneId, at, ...stored }) {
      const { zoneSince, notedZoneId, notedSince, dwellNoted } = stored
      const noted = NotedStay.resumed({ zoneId: notedZoneId, since: notedSince }, { zoneId, since: zoneSince })
      all.set(transmitterId, { who, floorId, zoneId, noted, dwellNotedFor: dwellNoted ? notedSince : null, at })
    },
    forgetAll: () => all.clear(),
  }
}
