// The rosters of the newest emergencies as this process knows them. A roster is frozen and then changed person by person, in the order
// of its versions, so that a look at the board reads the changes since the last look instead of thousands of rows. Used by roster.ts.
import type { Database } from '../../database/schema.ts'
import { readRoster, type RosterRow } from './roster-queries.ts'

/** `text`: the row as JSON without absence, evidence and closing brace. Both texts are written once per change. */
export type RosterEntry = { readonly row: RosterRow; readonly text: string; readonly evidenceText: string }
type RosterMemory = {
  /** Everybody, by name. */
  read(db: Database, emergencyId: string): Promise<readonly RosterEntry[]>
}

type Known = { readonly people: Map<string, RosterEntry>; version: number; sorted: readonly RosterEntry[] }

/** More emergencies than anybody looks at together. */
const mostRosters = 8

export function createRosterMemory(): RosterMemory {
  const rosters = new Map<string, Known>()
  return {
    async read(db, emergencyId) {
      const known = rosters.get(emergencyId) ?? { people: new Map(), version: 0, sorted: [] }
      const rows = await readRoster(db, emergencyId, { after: known.version })
      for (const row of rows) {
        // Another look at the same time may have read more.
        if (row.version > (known.people.get(row.personId)?.row.version ?? 0))
          known.people.set(row.personId, entryOf(row))
        known.version = Math.max(known.version, row.version)
      }
      if (rows.length > 0) known.sorted = [...known.people.values()].sort(byName)
      rosters.delete(emergencyId)
      rosters.set(emergencyId, known)
      for (const id of [...rosters.keys()].slice(0, -mostRosters)) rosters.delete(id)
      return known.sorted
    },
  }
}

export function entryOf(row: RosterRow): RosterEntry {
  const { absence: _absence, evidence, version: _version, ...told } = row
  return { row, text: JSON.stringify(told).slice(0, -1), evidenceText: JSON.stringify(evidence) }
}

function byName({ row: a }: RosterEntry, { row: b }: RosterEntry): number {
  if (a.fullName !== b.fullName) return a.fullName < b.fullName ? -1 : 1
  return a.personId < b.personId ? -1 : 1
}
