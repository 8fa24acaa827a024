// The rosters of the newest emergencies as this process knows them. A roster is frozen and then changed person by person, in the order
// of its versions, so that a look at the board reads the changes since the last look instead of thousands of rows. Used by roster.ts.
import type { MusterStatus } from '@rollcall/contracts/domains/muster'
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import type { Database } from '../../database/schema.ts'
import { readRoster, type RosterRow } from './roster-queries.ts'

/** `text`: the row as JSON without what the register and the positions say; written once per change. */
export type RosterEntry = Pick<RosterRow, 'personId' | 'status' | 'absence' | 'evidence' | 'version'> & {
  readonly text: string
}
/** A roster as it was at one look; the same object as long as nothing was decided. */
export type Roster = {
  /** By name. */
  readonly people: readonly RosterEntry[]
  readonly counts: Emergency['counts']
}
type RosterMemory = { read(db: Database, emergencyId: string): Promise<Roster> }

type Known = {
  readonly people: Map<string, RosterEntry>
  /** Everybody, read once however many look first. */
  readonly begun: Promise<void>
  version: number
  roster: Roster
}

/** More emergencies than anybody looks at together. */
const mostRosters = 8

export function createRosterMemory(): RosterMemory {
  const rosters = new Map<string, Known>()
  const catchUp = async (db: Database, emergencyId: string, known: Known) => {
    const rows = await readRoster(db, emergencyId, { after: known.version })
    // Frozen at the trigger: nobody joins later, so the order of the first look stays.
    for (const row of rows.sort(byName)) {
      // Another look at the same time may have read more.
      if (row.version > (known.people.get(row.personId)?.version ?? 0)) known.people.set(row.personId, entryOf(row))
      known.version = Math.max(known.version, row.version)
    }
    if (rows.length > 0) known.roster = rosterOf(known.people)
  }
  const begin = (db: Database, emergencyId: string): Known => {
    const people = new Map<string, RosterEntry>()
    // A step later, so that `known` is there to be filled.
    const begun = Promise.resolve().then(() => catchUp(db, emergencyId, known))
    const known: Known = { people, begun, version: 0, roster: rosterOf(people) }
    begun.catch(() => rosters.delete(emergencyId))
    return known
  }
  return {
    async read(db, emergencyId) {
      const earlier = rosters.get(emergencyId)
      const known = earlier ?? begin(db, emergencyId)
      rosters.delete(emergencyId)
      rosters.set(emergencyId, known)
      for (const id of [...rosters.keys()].slice(0, -mostRosters)) rosters.delete(id)
      await known.begun
      // What was decided before this look must be in it; the first one read just now.
      if (earlier) await catchUp(db, emergencyId, known)
      return known.roster
    },
  }
}

/** Written by hand: of thousands of people at the first look, several times as quick as making another object of each. */
export function entryOf(row: RosterRow): RosterEntry {
  const { personId, entityType, fullName, employeeId, departmentName, status, method, at, by, note, musterPointId } =
    row
  const text =
    `{"personId":"${personId}","entityType":"${entityType}","fullName":${json(fullName)},"employeeId":${json(employeeId)},` +
    `"departmentName":${json(departmentName)},"status":"${status}","method":${json(method)},"at":${json(at)},"by":${json(by)},` +
    `"note":${json(note)},"musterPointId":${json(musterPointId)}`
  return { personId, status, absence: row.absence, evidence: row.evidence, version: row.version, text }
}

const json = (value: string | null) => (value === null ? 'null' : JSON.stringify(value))

const countOf = {
  unknown: 'unknown',
  accounted: 'accounted',
  needs_help: 'needsHelp',
  off_site: 'offSite',
  excused: 'excused',
} as const satisfies Record<MusterStatus, keyof Emergency['counts']>

function rosterOf(known: ReadonlyMap<string, RosterEntry>): Roster {
  const people = [...known.values()]
  const counts = { total: people.length, unknown: 0, accounted: 0, needsHelp: 0, offSite: 0, excused: 0 }
  for (const { status } of people) counts[countOf[status]] += 1
  return { people, counts }
}

function byName(a: RosterRow, b: RosterRow): number {
  if (a.fullName !== b.fullName) return a.fullName < b.fullName ? -1 : 1
  return a.personId < b.personId ? -1 : 1
}
