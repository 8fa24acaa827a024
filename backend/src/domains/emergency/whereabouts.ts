// Where people are now and what the register says of them, for the roster of an emergency. Roster.ts keeps it for a moment: every look
// at the board in that time shares it.
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import type { Database } from '../../database/schema.ts'
import { parseTimestamp } from '../../database/connect.ts'
import { absenceOf, type Position, type Trace } from './absence.ts'
import type { ReceiversHearing } from './muster-queries.ts'
import { createPlaces, type Place, type Places } from './places.ts'
import {
  readDetails,
  readSpots,
  readSurroundings,
  type SpotsAtPlace,
  type Surroundings,
} from './whereabouts-queries.ts'

/** What is known of somebody who was not decided: the evidence as JSON, and why they may not be seen. */
type Outcome = { readonly evidence: string | null; readonly absence: ReturnType<typeof absenceOf> }

/** Which of the guarded fields the caller may see (rules 11). */
export type Shown = { readonly phone: boolean; readonly specialNeeds: boolean }

export type Whereabouts = {
  /** By where their badge is now, otherwise by the evidence of the trigger. `scope`: the buildings of the emergency. */
  outcomeOf(personId: string, atTrigger: string | null, scope: readonly string[]): Outcome
  /** What the register knows today, as members of a JSON object. */
  detailsOf(personId: string, shown: Shown): string
}

/** Without `personId` of everybody. */
export type ReadWhereabouts = (db: Database, personId?: string) => Promise<Whereabouts>

export function createWhereabouts(receiversHearing: ReceiversHearing): ReadWhereabouts {
  const detailsIn = parsedOnce(linesById)
  const placesIn = parsedOnce((json) => createPlaces(JSON.parse(json) as Surroundings))
  return async (db, personId) => {
    const now = Date.now()
    const [spots, details, around] = await Promise.all([
      readSpots(db, personId),
      readDetails(db, personId),
      readSurroundings(db),
    ])
    const placeOf = placesIn(around)
    const known = personId === undefined ? detailsIn(details) : linesById(details)
    const spotOf = await newestSpots(spots, placeOf)
    return {
      detailsOf: (id, shown) => detailsShown(known.get(id), shown),
      outcomeOf(id, atTrigger, scope) {
        const spot = spotOf.get(id)
        if (spot) return outcomeAt(spot, receiversHearing, scope, now)
        return outcomeBy(atTrigger, placeOf, scope, now)
      },
    }
  }
}

/** Of thousands of people and hundreds of receivers little changes from one second to the next; comparing is quick. */
function parsedOnce<T>(parse: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly parsed: T } | null = null
  return (text) => {
    if (last?.text !== text) last = { text, parsed: parse(text) }
    return last.parsed
  }
}

function linesById(lines: string): ReadonlyMap<string, string> {
  const byId = new Map<string, string>()
  for (const line of lines.split('\n')) byId.set(line.slice(0, idLength), line.slice(idLength + 1))
  return byId
}
const idLength = 36

function detailsShown(
  line = '"photoUrl":null,"phone":null,"specialNeeds":null',
  { phone, specialNeeds }: Shown,
): string {
  if (phone && specialNeeds) return line
  // No value can hold these: JSON writes a quote inside one as \".
  const [phoneAt, needsAt] = [line.indexOf(',"phone":'), line.indexOf(',"specialNeeds":')]
  return (
    line.slice(0, phoneAt) + (phone ? line.slice(phoneAt, needsAt) : '') + (specialNeeds ? line.slice(needsAt) : '')
  )
}

type Spot = { readonly place: Place; readonly line: string }

async function newestSpots(spots: readonly SpotsAtPlace[], placeOf: Places): Promise<ReadonlyMap<string, Spot>> {
  const newest = new Map<string, Spot>()
  for (const [n, { buildingId, floorId, zoneId, lines }] of spots.entries()) {
    // Whoever waits for another answer is not kept waiting by thousands of people.
    if (n % placesPerTurn === placesPerTurn - 1) await othersTurn()
    const place = placeOf(buildingId, floorId, zoneId)
    for (const line of lines.split('\n')) {
      const id = line.slice(0, idLength)
      const known = newest.get(id)
      // Behind the id comes when: of two badges the newer one counts.
      if (known === undefined || known.line < line) newest.set(id, { place, line })
    }
  }
  return newest
}

const placesPerTurn = 16

/** Written by hand: of thousands of people every second, several times as quick as making objects of them first. */
function outcomeAt(
  { place, line }: Spot,
  receiversHearing: ReceiversHearing,
  scope: readonly string[],
  now: number,
): Outcome {
  const [, time, transmitterId, position, battery] = line.split('\t') as SpotFields
  const at = parseTimestamp(time)
  const receivers = receiversHearing(transmitterId)
  const heard = receivers.length === 0 ? '[]' : JSON.stringify(receivers)
  const trace: Trace = {
    seenAt: Date.parse(at),
    inScope: scope.includes(place.buildingId),
    atExit: place.leadsOutside,
    batteryPct: battery === '' ? null : Number(battery),
    receiversAlive: () => place.isHeard((JSON.parse(`{${position}}`) as { position: Position }).position),
  }
  return {
    evidence: `{"sighting":{"at":"${at}",${place.text}},${position},"receivers":${heard},"batteryPct":${battery || 'null'}}`,
    absence: absenceOf(trace, now),
  }
}
type SpotFields = [string, string, string, string, string]

function outcomeBy(atTrigger: string | null, placeOf: Places, scope: readonly string[], now: number): Outcome {
  if (atTrigger === null) return { evidence: null, absence: absenceOf(null, now) }
  const { sighting, position, batteryPct } = JSON.parse(atTrigger) as NonNullable<MusterPerson['evidence']>
  const place = placeOf(sighting.buildingId, sighting.floorId, sighting.zoneId)
  const trace: Trace = {
    seenAt: Date.parse(sighting.at),
    inScope: scope.includes(place.buildingId),
    atExit: place.leadsOutside,
    batteryPct,
    receiversAlive: () => place.isHeard(position),
  }
  return { evidence: atTrigger, absence: absenceOf(trace, now) }
}
