// Where people are now and what the register says of them, for the roster of an emergency. Roster.ts keeps it for a moment: every look
// at the board in that time shares it.
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import type { Database } from '../../database/schema.ts'
import { absenceOf, isHeardAt, type Trace } from './absence.ts'
import type { HeardBy } from './muster-queries.ts'
import {
  readDetails,
  readSpots,
  readSurroundings,
  type DetailsOf,
  type ReceiverSpot,
  type Spot,
  type Surroundings,
} from './whereabouts-queries.ts'

/** What is known of somebody who was not decided: the evidence as JSON, and why they may not be seen. */
type Outcome = { readonly evidence: string | null; readonly absence: ReturnType<typeof absenceOf> }

export type Whereabouts = {
  /** By where their badge is now, otherwise by the evidence of the trigger. `scope`: the buildings of the emergency. */
  outcomeOf(personId: string, atTrigger: string | null, scope: readonly string[]): Outcome
  readonly detailsOf: DetailsOf
}

/** Without `personId` of everybody. */
export async function readWhereabouts(db: Database, heardBy: HeardBy, personId?: string): Promise<Whereabouts> {
  const now = Date.now()
  const [spotOf, detailsOf, around] = await Promise.all([
    readSpots(db, personId),
    readDetails(db, personId),
    readSurroundings(db),
  ])
  const placeOf = createPlaces(around)
  return {
    outcomeOf(id, atTrigger, scope) {
      const spot = spotOf(id)
      if (spot) {
        const place = placeOf(spot.place)
        const evidence = evidenceText(spot, place, heardBy(spot.transmitterId))
        const batteryPct = spot.batteryPct === 'null' ? null : Number(spot.batteryPct)
        const position = () => JSON.parse(spot.position) as Position
        return { evidence, absence: absenceOf(traceOf(spot.at, place, position, batteryPct, scope), now) }
      }
      if (atTrigger === null) return { evidence: null, absence: absenceOf(null, now) }
      const { sighting, position, batteryPct } = JSON.parse(atTrigger) as NonNullable<MusterPerson['evidence']>
      const { at, buildingId, floorId, zoneId } = sighting
      const place = placeOf(`${buildingId} ${floorId}${zoneId === null ? '' : ` ${zoneId}`}`)
      return {
        evidence: atTrigger,
        absence: absenceOf(
          traceOf(at, place, () => position, batteryPct, scope),
          now,
        ),
      }
    },
    detailsOf,
  }
}

type Position = { readonly xM: number; readonly yM: number } | null

function traceOf(
  at: string,
  place: Place,
  position: () => Position,
  batteryPct: number | null,
  scope: readonly string[],
): Trace {
  return {
    seenAt: Date.parse(at),
    inScope: scope.includes(place.buildingId),
    atExit: place.leadsOutside,
    batteryPct,
    receiversAlive: () => isHeardAt(position(), place.receivers),
  }
}

/** Written by hand: of thousands of people every second, several times as quick as making objects of them first. */
function evidenceText(spot: Spot, place: Place, receivers: readonly string[]): string {
  const { at, position, accuracyM, batteryPct } = spot
  const heard = receivers.length === 0 ? '[]' : JSON.stringify(receivers)
  return `{"sighting":{"at":"${at}",${place.text}},"position":${position},"accuracyM":${accuracyM},"receivers":${heard},"batteryPct":${batteryPct}}`
}

type Place = {
  readonly buildingId: string
  /** The members of a sighting that all people in this area have alike. */
  readonly text: string
  readonly leadsOutside: boolean
  /** Of the floor. */
  readonly receivers: readonly ReceiverSpot[]
}

function createPlaces({ floorNames, zones, receivers }: Surroundings): (place: string) => Place {
  const known = new Map<string, Place>()
  const make = (ids: string): Place => {
    const [buildingId = '', floorId = '', zoneId = null] = ids.split(' ')
    const floorName = floorNames.get(floorId) ?? ''
    const zone = zoneId === null ? undefined : zones.get(zoneId)
    const sighting = { buildingId, floorId, floorName, zoneId, zoneName: zone?.name ?? null }
    const text = JSON.stringify(sighting).slice(1, -1)
    return { buildingId, text, leadsOutside: zone?.leadsOutside ?? false, receivers: receivers.get(floorId) ?? [] }
  }
  return (ids) => {
    const place = known.get(ids) ?? make(ids)
    known.set(ids, place)
    return place
  }
}
