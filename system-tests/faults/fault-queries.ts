// SQL of the faults: what the product has stored, read beside it, and what is done to its database.
import { Client } from 'pg'
import { assetName } from './call-history.ts'
import type { Stored } from './judge-calls.ts'
import type { Located } from './judge-views.ts'

type Database = { readonly databaseUrl: string }

/** By person: the status. */
export async function rosterOf(database: Database, eventId: string): Promise<Map<string, string>> {
  const rows = await query(database, 'SELECT person_id, status FROM emergency_roster WHERE emergency_id = $1', [
    eventId,
  ])
  return new Map(rows.map(({ person_id: id, status }) => [String(id), String(status)]))
}

/** Of the badges that were located in the last two seconds. */
export async function badgesNow(database: Database): Promise<string[]> {
  const fresh = `SELECT transmitter_id AS id FROM positions_current WHERE at > now() - interval '2 seconds'`
  return (await query(database, fresh)).map(({ id }) => String(id))
}

/** Where the badges of a floor are that were located in the last two seconds, in percent of its plan. */
export async function badgesOnFloor(database: Database, floorId: string): Promise<Located[]> {
  const rows = await query(
    database,
    `SELECT transmitter_id AS id, x, y, width_m, height_m FROM positions_current p JOIN floors f ON f.id = p.floor_id
    WHERE p.floor_id = $1 AND at > now() - interval '2 seconds'`,
    [floorId],
  )
  return rows.map(({ id, x, y, width_m: widthM, height_m: heightM }) => ({
    id: String(id),
    x: Number(x),
    y: Number(y),
    widthM: Number(widthM),
    heightM: Number(heightM),
  }))
}

/** The floor on which most badges were located in the last two seconds. */
export async function busiestFloor(database: Database): Promise<string | null> {
  const rows = await query(
    database,
    `SELECT floor_id AS id FROM positions_current WHERE at > now() - interval '2 seconds'
    GROUP BY floor_id ORDER BY count(*) DESC LIMIT 1`,
  )
  return rows[0] ? String(rows[0]['id']) : null
}

const added = `name LIKE '${assetName(0).replace('0', '%')}'`

export async function storedAssets(database: Database): Promise<Stored[]> {
  const rows = await query(
    database,
    `SELECT name, (SELECT count(*)::int FROM audit_log l WHERE l.entity_id = a.id::text AND l.action = 'assets.create') AS records
    FROM assets a WHERE ${added}`,
  )
  return rows.map(({ name, records }) => ({ name: String(name), records: Number(records) }))
}

export async function forgetAssets(database: Database): Promise<void> {
  await query(database, `DELETE FROM assets WHERE ${added}`)
}

export async function refuseChanges(database: Database): Promise<void> {
  await query(database, 'ALTER SYSTEM SET default_transaction_read_only = on')
  await query(database, 'SELECT pg_reload_conf()')
}

export async function takeChanges(database: Database): Promise<void> {
  const asBefore = { options: '-c default_transaction_read_only=off' }
  await query(database, 'ALTER SYSTEM RESET default_transaction_read_only', [], asBefore)
  await query(database, 'SELECT pg_reload_conf()')
}

/** Sends everybody away and takes all connections there are; answers how to give them back. */
export async function takeConnections(database: Database): Promise<() => Promise<void>> {
  await query(
    database,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename IS NOT NULL',
  )
  const taken: Client[] = []
  const most = 500
  for (let n = 0; n < most; n += 1) {
    const client = clientOf(database)
    try {
      await client.connect()
      taken.push(client)
    } catch {
      break
    }
  }
  return async () => {
    await Promise.all(taken.map((client) => client.end()))
  }
}

function clientOf({ databaseUrl }: Database, more: { readonly options?: string } = {}): Client {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000, ...more })
  client.on('error', () => undefined)
  return client
}

async function query(database: Database, text: string, values: unknown[] = [], more = {}) {
  const client = clientOf(database, more)
  await client.connect()
  return client
    .query<Record<string, unknown>>(text, values)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
