// `rollcall upgrade` and what `rollcall doctor` asks of a database: which of this version's changes it lacks, and a backup before they
// are made. Called by admin.ts.
import { verifyChain } from './audit/verify-audit.ts'
import { backup } from './backup/backup-commands.ts'
import { knownMigrations, migrationsIn, newerVersion } from './database/migrate.ts'
import type { Database } from './database/schema.ts'
import { isInUse, serverState } from './database/server-queries.ts'
import { prepareDatabase } from './open-database.ts'

export async function upgradeDatabase(db: Database, place: Parameters<typeof backup>[0], to: string): Promise<string> {
  const { pending, unknown } = await migrationState(db)
  if (unknown.length > 0) throw new Error(newerVersion(unknown))
  // Restored by this version in order to check it: that rehearses the changes, too.
  const lines = [await backup(place, to)]
  const changes =
    pending.length === 0 ? 'This version changes nothing in the database' : `To be changed: ${pending.join(', ')}`
  if (await isInUse(db)) {
    lines.push(`${changes}. Rollcall is running: restart it with this version, which does that when it starts.`)
  } else {
    await prepareDatabase(db)
    lines.push(`${changes}${pending.length === 0 ? '' : '; done'}. Start Rollcall with this version.`)
  }
  lines.push(
    `To go back: stop Rollcall, and with the version from before: rollcall restore --replace --from ${to}`,
    'What was recorded after this moment is lost by that.',
  )
  return lines.join('\n')
}

/** What `rollcall restore --at` has brought back, looked at. */
export async function restoredMoment(db: Database, at: string): Promise<string> {
  const { unknown } = await migrationState(db)
  if (unknown.length > 0) throw new Error(newerVersion(unknown))
  const { checked, broken } = await verifyChain(db)
  if (broken) throw new Error(`Record ${broken.seq} of the audit log was ${broken.reason}.`)
  return `The database is as it was at ${at}; ${checked} audit records, none changed, removed or reordered.`
}

export async function databaseState(db: Database): Promise<string> {
  return JSON.stringify({ ...(await serverState(db)), ...(await migrationState(db)) })
}

async function migrationState(db: Database): Promise<{ pending: string[]; unknown: string[] }> {
  const applied = await migrationsIn(db)
  return {
    pending: knownMigrations.filter((name) => !applied.has(name)),
    unknown: [...applied].filter((name) => !knownMigrations.includes(name)),
  }
}
