// The people on the roster of an emergency as pages show them: status, evidence, and why somebody is not seen (decisions 9).
// A decided person shows the evidence of that decision; an unknown one what is known now.
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import { guardedPersonFields } from '@rollcall/contracts/domains/personnel'
import type { Database } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { absenceOf, recentMs } from './absence.ts'
import type { HeardBy } from './muster-queries.ts'
import { readRoster, readSurroundings, type ReceiverSpot, type RosterRow, type Surroundings } from './roster-queries.ts'

/** Which of the guarded fields the caller may see (decisions 11), and who tells which receivers hear a badge. */
type Shown = { readonly phone: boolean; readonly specialNeeds: boolean; readonly heardBy: HeardBy }

export function shownTo({ may }: Pick<Context, 'may'>, heardBy: HeardBy): Shown {
  return { phone: may(guardedPersonFields.phone), specialNeeds: may(guardedPersonFields.specialNeeds), heardBy }
}

const nothing: Shown = { phone: false, specialNeeds: false, heardBy: () => [] }

export async function rosterOf(db: Database, emergencyId: string, shown: Shown): Promise<MusterPerson[]> {
  const [rows, around] = await Promise.all([readRoster(db, emergencyId, null), readSurroundings(db, emergencyId)])
  const now = Date.now()
  return rows.map((row) => personOf(row, around, shown, now))
}

export async function personOnRoster(
  db: Database,
  emergencyId: string,
  personId: string,
  shown = nothing,
): Promise<MusterPerson | undefined> {
  // One after the other: in a transaction there is one connection.
  const [row] = await readRoster(db, emergencyId, personId)
  return row && personOf(row, await readSurroundings(db, emergencyId), shown, Date.now())
}

function personOf(row: RosterRow, around: Surroundings, shown: Shown, now: number): MusterPerson {
  const evidence = row.seenAt === null ? row.kept : evidenceNow(row, around, shown.heardBy)
  // Field by field: for thousands of people a spread costs more than the query.
  const person: MusterPerson = {
    personId: row.personId,
    entityType: row.entityType,
    fullName: row.fullName,
    employeeId: row.employeeId,
    departmentName: row.departmentName,
    photoUrl: row.photoUrl,
    status: row.status,
    method: row.method,
    at: row.at,
    by: row.by,
    note: row.note,
    musterPointId: row.musterPointId,
    absence:
      row.status === 'unknown'
        ? absenceIn(evidence, around, row.resolvedAt === null ? now : Date.parse(row.resolvedAt))
        : null,
    evidence,
  }
  if (shown.phone) person.phone = row.phone
  if (shown.specialNeeds) person.specialNeeds = row.specialNeeds
  return person
}

type Evidence = NonNullable<MusterPerson['evidence']>

function evidenceNow(spot: Extract<RosterRow, { seenAt: string }>, around: Surroundings, heardBy: HeardBy): Evidence {
  const { seenAt: at, buildingId, floorId, zoneId, x, y, xM, yM, accuracyM, batteryPct } = spot
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

function absenceIn(evidence: Evidence | null, around: Surroundings, now: number) {
  const { sighting = null, position = null, batteryPct = null } = evidence ?? {}
  const seenAt = sighting ? Date.parse(sighting.at) : null
  const isRecent = seenAt !== null && now - seenAt <= recentMs
  const trace = {
    seenAt,
    inScope: sighting !== null && around.scope.has(sighting.buildingId),
    atExit: sighting?.zoneId ? (around.zones.get(sighting.zoneId)?.leadsOutside ?? false) : false,
    batteryPct,
    receiversAlive:
      sighting && position && !isRecent ? isHeardThere(around.receivers.get(sighting.floorId) ?? [], position) : null,
  }
  return absenceOf(trace, now)
}

/** Whether any of the three receivers nearest to the place is online; null: the floor has none. */
function isHeardThere(receivers: readonly ReceiverSpot[], place: { xM: number; yM: number }): boolean | null {
  if (receivers.length === 0) return null
  const near: { online: boolean; distance: number }[] = []
  for (const { xM, yM, online } of receivers) {
    // A receiver that was never placed comes last.
    const distance = xM === null || yM === null ? Infinity : (xM - place.xM) ** 2 + (yM - place.yM) ** 2
    const rank = near.findIndex((other) => distance < other.distance)
    if (rank !== -1) near.splice(rank, 0, { online, distance })
    else if (near.length < 3) near.push({ online, distance })
    if (near.length > 3) near.pop()
  }
  return near.some(({ online }) => online)
}
