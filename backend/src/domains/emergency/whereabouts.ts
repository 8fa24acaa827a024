// Where people are now and what the register says of them, for the roster of an emergency. Roster.ts keeps it for a moment: every look
// at the board in that time shares it, and what is made of it is made once.
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import type { Database } from '../../database/schema.ts'
import type { HeardBy } from './muster-queries.ts'
import {
  readDetails,
  readSpots,
  readSurroundings,
  type Details,
  type Spot,
  type Surroundings,
} from './roster-queries.ts'

type Evidence = NonNullable<MusterPerson['evidence']>

export type Whereabouts = {
  /** When it was read, epoch milliseconds. */
  readonly at: number
  readonly around: Surroundings
  /** Undefined: no badge of this person was ever seen. */
  evidenceOf(personId: string): Evidence | undefined
  /** The same as JSON. */
  evidenceTextOf(personId: string): string | undefined
  /** As JSON, each. */
  detailTextsOf(personId: string): Details
}

const noDetails: Details = { photoUrl: 'null', phone: 'null', specialNeeds: 'null' }

/** Without `personId` of everybody. */
export async function readWhereabouts(db: Database, heardBy: HeardBy, personId?: string): Promise<Whereabouts> {
  const [spots, details, around] = await Promise.all([
    readSpots(db, personId),
    readDetails(db, personId),
    readSurroundings(db),
  ])
  const evidences = madeOnce((id: string) => {
    const spot = spots.get(id)
    return spot && evidenceAt(spot, around, heardBy)
  })
  return {
    at: Date.now(),
    around,
    evidenceOf: evidences,
    evidenceTextOf: madeOnce((id) => JSON.stringify(evidences(id))),
    detailTextsOf: madeOnce((id) => {
      const known = details.get(id)
      if (!known) return noDetails
      return {
        photoUrl: JSON.stringify(known.photoUrl),
        phone: JSON.stringify(known.phone),
        specialNeeds: JSON.stringify(known.specialNeeds),
      }
    }),
  }
}

function madeOnce<T>(make: (id: string) => T): (id: string) => T {
  const made = new Map<string, T>()
  return (id) => {
    const known = made.get(id)
    if (known !== undefined) return known
    const fresh = make(id)
    made.set(id, fresh)
    return fresh
  }
}

function evidenceAt(spot: Spot, around: Surroundings, heardBy: HeardBy): Evidence {
  const { at, buildingId, floorId, zoneId, x, y, xM, yM, accuracyM, batteryPct } = spot
  const floorName = around.floorNames.get(floorId) ?? ''
  const zoneName = zoneId === null ? null : (around.zones.get(zoneId)?.name ?? null)
  return {
    sighting: { at, buildingId, floorId, floorName, zoneId, zoneName },
    position: { x, y, xM, yM },
    accuracyM,
    receivers: [...heardBy(spot.transmitterId)],
    batteryPct,
  }
}
