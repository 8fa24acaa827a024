// The databases of the backend measurements: an embedded PostgreSQL in a folder of its own with one database per size of site. A
// folder that is named is kept, so that ten million rows need to be made only once. Called by backend-bench.ts.
import { Client } from 'pg'
import { ensureRoles } from '@rollcall/backend/auth/role-setup-queries'
import { connect, type Connection } from '@rollcall/backend/database/connect'
import { migrate } from '@rollcall/backend/database/migrate'
import { insertUser } from '@rollcall/backend/domains/users/user-queries'
import { startDatabase, type DatabaseServer } from '../measuring/database-server.ts'
import { growSite, type Size } from './data-queries.ts'

export type Databases = {
  readonly folder: string
  /** The address of the database of this size, which is made unless the folder has it already. */
  of(size: Size): Promise<string>
  stop(): Promise<void>
}

/** The account every request of a measurement is made with. */
export const measuringAccount = { email: 'measure@example.org', displayName: 'Measurement', role: 'admin' } as const

/** `sizes` ascending: each database begins as a copy of the one before. */
export async function openDatabases(folder: string | undefined, sizes: readonly Size[]): Promise<Databases> {
  const server = await startDatabase(folder)
  return {
    folder: server.folder,
    of: (size) => databaseOf(server, size, sizes[sizes.indexOf(size) - 1]),
    stop: server.stop,
  }
}

const nameOf = ({ people, historyRows }: Size) => `measured_${people}_${historyRows}`

async function databaseOf(server: DatabaseServer, size: Size, smaller: Size | undefined): Promise<string> {
  const url = new URL(server.url)
  url.pathname = `/${nameOf(size)}`
  const existing = await onServer(server.url, `SELECT 1 FROM pg_database WHERE datname = '${nameOf(size)}'`)
  const connection = () => connect({ url: url.href, poolSize: 1, statementTimeoutMs: 0 })
  if (existing > 0) {
    // A kept folder may be older than the newest migration.
    await withConnection(connection(), migrate)
    return url.href
  }
  const startedAt = performance.now()
  const making = `making_${nameOf(size)}`
  await onServer(server.url, `DROP DATABASE IF EXISTS ${making}`)
  const template = smaller === undefined ? '' : ` TEMPLATE ${nameOf(smaller)} STRATEGY file_copy`
  await onServer(server.url, `CREATE DATABASE ${making}${template}`)
  url.pathname = `/${making}`
  await withConnection(connection(), async (db) => {
    await migrate(db)
    await ensureRoles(db)
    await growSite(db, size)
    if (smaller === undefined)
      await insertUser(db, {
        ...measuringAccount,
        passwordHash: null,
        authSource: 'local',
        active: true,
        mustChangePassword: false,
      })
  })
  // Only a finished database gets the name that is looked for.
  await onServer(server.url, `ALTER DATABASE ${making} RENAME TO ${nameOf(size)}`)
  url.pathname = `/${nameOf(size)}`
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`${size.people} people and ${size.historyRows} history rows made in ${seconds.toFixed(0)} s.`)
  return url.href
}

export async function withConnection<T>(
  connection: Connection,
  work: (db: Connection['db']) => Promise<T>,
): Promise<T> {
  return work(connection.db).finally(() => connection.close())
}

async function onServer(url: string, statement: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
    .query(statement)
    .then(({ rowCount }) => rowCount ?? 0)
    .finally(() => client.end())
}
