// Brings a database to the current schema. Called at every start; safe when several processes start at once.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { dropBuildingViews } from './building-views.ts'
import { buildIndexes, type IndexPlan } from './index-queries.ts'
import { accounts } from './migrations/0001-accounts.ts'
import { site } from './migrations/0002-site.ts'
import { peopleAndThings } from './migrations/0003-people-and-things.ts'
import { positionTables } from './migrations/0004-positions.ts'
import { emergencyTables } from './migrations/0005-emergencies.ts'
import { emergencyRecord } from './migrations/0006-emergency-record.ts'
import { calibrationTables } from './migrations/0007-calibrations.ts'
import { revokedTokens } from './migrations/0008-revoked-tokens.ts'
import { receiverKeys } from './migrations/0009-receiver-keys.ts'
import { listIndexes } from './migrations/0010-list-indexes.ts'
import { alertTables } from './migrations/0011-alerts.ts'
import { whoWasWhere } from './migrations/0012-who-was-where.ts'
import { listSpeed } from './migrations/0013-list-speed.ts'
import { whenItRings } from './migrations/0014-when-it-rings.ts'
import { roomForUpdates } from './migrations/0015-room-for-updates.ts'
import { strengthAndRooms } from './migrations/0016-strength-and-rooms.ts'
import { visitTables } from './migrations/0017-visits.ts'
import { rosterAtOnce } from './migrations/0021-roster-at-once.ts'
import { wardenTables } from './migrations/0022-wardens.ts'
import { pushTables } from './migrations/0023-push.ts'
import { beforeAndAfter } from './migrations/0024-before-and-after.ts'
import { StartFailure } from './embedded/start-failure.ts'
import { readinessTables } from './migrations/0025-readiness.ts'
import { resume } from './migrations/0026-resume.ts'
import { leases } from './migrations/0027-leases.ts'
import { storedFiles } from './migrations/0028-files.ts'
import { keptHistory } from './migrations/0029-kept-history.ts'
import { announcedVersions } from './migrations/0030-announced-versions.ts'
import { boundedLists } from './migrations/0031-bounded-lists.ts'
import { readingLog } from './migrations/0033-reading-log.ts'
import { writeCheck } from './migrations/0035-write-check.ts'
import { builtBeside } from './migrations/0037-built-beside.ts'
import { forgottenInOrder } from './migrations/0039-forgotten-in-order.ts'
import { pathLoss } from './migrations/0041-path-loss.ts'
import { smoothedHeat } from './migrations/0044-smoothed-heat.ts'
import { firstKinds } from './migrations/0046-first-kinds.ts'
import { imports } from './migrations/0049-imports.ts'
import { limitedAccounts } from './migrations/0051-limited-accounts.ts'
import { fullZones } from './migrations/0057-full-zones.ts'
import { shares } from './migrations/0058-shares.ts'
import { temporaryPasswords } from './migrations/0060-temporary-passwords.ts'
import { sessions } from './migrations/0061-sessions.ts'
import { keyedAudit } from './migrations/0070-keyed-audit.ts'
import { secondFactors } from './migrations/0072-second-factors.ts'
import { forgottenPasswords } from './migrations/0073-forgotten-passwords.ts'
import { savedViews } from './migrations/0074-saved-views.ts'
import { snoozedAlerts } from './migrations/0075-snoozed-alerts.ts'
import { floorWalls } from './migrations/0077-floor-walls.ts'
import { passkeys } from './migrations/0080-passkeys.ts'
import { assignedAlerts } from './migrations/0081-assigned-alerts.ts'
import { ownRoles } from './migrations/0082-own-roles.ts'
import { occupancy } from './migrations/0083-occupancy.ts'
import { saidByCode } from './migrations/0084-said.ts'
import { floorRests } from './migrations/0085-floor-rests.ts'
import type { Database } from './schema.ts'

/** Statements that share a transaction with those before and after, or indexes that are built one by one outside of one. */
type Migration = { readonly name: string } & ({ readonly sql: string } | { readonly indexes: readonly IndexPlan[] })

/** In order; an entry is never changed once released, only followed by another. */
const migrations: readonly Migration[] = [
  { name: '0001-accounts', sql: accounts },
  { name: '0002-site', sql: site },
  { name: '0003-people-and-things', sql: peopleAndThings },
  { name: '0004-positions', sql: positionTables },
  { name: '0005-emergencies', sql: emergencyTables },
  { name: '0006-emergency-record', sql: emergencyRecord },
  { name: '0007-calibrations', sql: calibrationTables },
  { name: '0008-revoked-tokens', sql: revokedTokens },
  { name: '0009-receiver-keys', sql: receiverKeys },
  { name: '0010-list-indexes', sql: listIndexes },
  { name: '0011-alerts', sql: alertTables },
  { name: '0012-who-was-where', sql: whoWasWhere },
  { name: '0013-list-speed', sql: listSpeed },
  { name: '0014-when-it-rings', sql: whenItRings },
  { name: '0015-room-for-updates', sql: roomForUpdates },
  { name: '0016-strength-and-rooms', sql: strengthAndRooms },
  { name: '0017-visits', sql: visitTables },
  { name: '0021-roster-at-once', sql: rosterAtOnce },
  { name: '0022-wardens', sql: wardenTables },
  { name: '0023-push', sql: pushTables },
  { name: '0024-before-and-after', sql: beforeAndAfter },
  { name: '0025-readiness', sql: readinessTables },
  { name: '0026-resume', sql: resume },
  { name: '0027-leases', sql: leases },
  { name: '0028-files', sql: storedFiles },
  { name: '0029-kept-history', sql: keptHistory },
  { name: '0030-announced-versions', sql: announcedVersions },
  { name: '0031-bounded-lists', sql: boundedLists },
  { name: '0033-reading-log', sql: readingLog },
  { name: '0035-write-check', sql: writeCheck },
  { name: '0037-built-beside', indexes: builtBeside },
  { name: '0039-forgotten-in-order', indexes: forgottenInOrder },
  { name: '0041-path-loss', sql: pathLoss },
  { name: '0044-smoothed-heat', sql: smoothedHeat },
  { name: '0046-first-kinds', sql: firstKinds },
  { name: '0049-imports', sql: imports },
  { name: '0051-limited-accounts', sql: limitedAccounts },
  { name: '0057-full-zones', sql: fullZones },
  { name: '0058-shares', sql: shares },
  { name: '0060-temporary-passwords', sql: temporaryPasswords },
  { name: '0061-sessions', sql: sessions },
  { name: '0070-keyed-audit', sql: keyedAudit },
  { name: '0072-second-factors', sql: secondFactors },
  { name: '0073-forgotten-passwords', sql: forgottenPasswords },
  { name: '0074-saved-views', sql: savedViews },
  { name: '0075-snoozed-alerts', sql: snoozedAlerts },
  { name: '0077-floor-walls', sql: floorWalls },
  { name: '0080-passkeys', sql: passkeys },
  { name: '0081-assigned-alerts', sql: assignedAlerts },
  { name: '0082-own-roles', sql: ownRoles },
  { name: '0083-occupancy', sql: occupancy },
  { name: '0084-said', sql: saidByCode },
  { name: '0085-floor-rests', sql: floorRests },
]

/** Any number, the same in every process: "rollcall migrations". */
const migrationLock = 7_265_551

export const knownMigrations: readonly string[] = migrations.map(({ name }) => name)

/** Answers the names of the migrations it ran. Statements between two that build indexes are all done or none. `wanted`: only these, for
 * a database as it was when a backup was made. */
export async function migrate(db: Database, wanted = knownMigrations): Promise<string[]> {
  return db.connection().execute(async (session) => {
    await sql.raw('SET statement_timeout = 0; SET lock_timeout = 0').execute(session)
    try {
      await takeTurn(session)
      return await runPending(session, wanted)
    } finally {
      // Of a session that broke the database takes everything back by itself.
      const end = sql.raw(`SELECT pg_advisory_unlock(${migrationLock}); RESET statement_timeout; RESET lock_timeout`)
      await end.execute(session).catch(() => undefined)
    }
  })
}

/** Asked again and again, not waited for within a statement: an index that is being built waits for every statement to end. */
async function takeTurn(session: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ mine: boolean }>`SELECT pg_try_advisory_lock(${migrationLock}) AS mine`.execute(
      session,
    )
    if (rows[0]?.mine) return
    await wait(100)
  }
}

async function runPending(session: Database, wanted: readonly string[]): Promise<string[]> {
  await sql.raw(appliedTable).execute(session)
  const applied = await migrationsIn(session)
  const unknown = [...applied].filter((name) => !knownMigrations.includes(name))
  if (unknown.length > 0) throw new StartFailure(newerVersion(unknown))
  const pending = migrations.filter(({ name }) => wanted.includes(name) && !applied.has(name))
  if (pending.length > 0) await dropBuildingViews(session)
  for (let at = 0; at < pending.length;) at += await runNext(session, pending.slice(at))
  return pending.map(({ name }) => name)
}

/** Answers how many it ran. */
async function runNext(session: Database, pending: readonly Migration[]): Promise<number> {
  const [first] = pending
  if (first && 'indexes' in first) {
    await buildIndexes(session, first.indexes)
    await note(session, first.name)
    return 1
  }
  const end = pending.findIndex((migration) => 'indexes' in migration)
  const together = end < 0 ? pending : pending.slice(0, end)
  await session.transaction().execute(async (tx) => {
    for (const migration of together) {
      if ('sql' in migration) await sql.raw(migration.sql).execute(tx)
      await note(tx, migration.name)
    }
  })
  return together.length
}

const note = (db: Database, name: string) => sql`INSERT INTO applied_migrations (name) VALUES (${name})`.execute(db)

export const newerVersion = (unknown: readonly string[]) =>
  `A newer version of Rollcall has changed this database (${unknown.toSorted().join(', ')}). Start that version, or restore a backup from before it.`

const appliedTable = `CREATE TABLE IF NOT EXISTS applied_migrations (
  name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`

/** None in a database that is new. */
export async function migrationsIn(db: Database): Promise<ReadonlySet<string>> {
  const { rows: found } = await sql`SELECT WHERE to_regclass('applied_migrations') IS NOT NULL`.execute(db)
  if (found.length === 0) return new Set()
  const { rows } = await sql<{ name: string }>`SELECT name FROM applied_migrations`.execute(db)
  return new Set(rows.map(({ name }) => name))
}
