// What the lag measurement runs on: a site of ten thousand people with a long audit log, and the backend as the product starts it, with
// loop-probe.mjs in it. Called by lag-bench.ts.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { systemOrigin } from '@rollcall/backend/audit/audit-entry'
import { writeAudit } from '@rollcall/backend/audit/write-audit'
import { ensureRoles } from '@rollcall/backend/auth/role-setup-queries'
import { connect } from '@rollcall/backend/database/connect'
import { migrate } from '@rollcall/backend/database/migrate'
import type { Database } from '@rollcall/backend/database/schema'
import { insertUser } from '@rollcall/backend/domains/users/user-queries'
import { growSite, measuredIds, refreshPresence } from '../backend/data-queries.ts'
import { startDatabase } from '../measuring/database-server.ts'
import { appToken, startBackendWith } from '../measuring/product-processes.ts'
import { loopProbe } from '../measuring/programs.ts'

type Figures = { readonly p99: number; readonly most: number }
/** `seen`: how often the loop was looked at. */
export type Lag = { readonly seen: number; readonly late: Figures; readonly own: Figures }
export type LagSite = Awaited<ReturnType<typeof startLagSite>>

export async function startLagSite(people: number, auditRows: number) {
  const database = await startDatabase()
  const connection = connect({ url: database.url, poolSize: 2, statementTimeoutMs: 0 })
  const { db } = connection
  await migrate(db)
  await ensureRoles(db)
  // First, because a site that grows adds records without a chain to a log that is shorter.
  await fillAudit(db, auditRows)
  await growSite(db, { people, historyRows: 30 })
  await refreshPresence(db)
  const account = { email: 'lag@example.org', displayName: 'Measured', role: 'admin' } as const
  const how = { passwordHash: null, authSource: 'local', active: true, mustChangePassword: false } as const
  const token = appToken(await insertUser(db, { ...account, ...how }), account)
  const files = join(database.folder, 'files')
  mkdirSync(files, { recursive: true })
  const backend = await startBackendWith(loopProbe, database.url, files)
  return {
    db,
    backend,
    ids: await measuredIds(db),
    /** The whole answer, or it is an error. */
    async ask(path: string, body?: object): Promise<Buffer> {
      const answer = await fetch(`http://127.0.0.1:${backend.port}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${String(bytes).slice(0, 500)}`)
      return bytes
    },
    /** Since it was asked last. */
    lag: () => backend.ask<Lag>({}),
    async stop() {
      await connection.close()
      await backend.stop()
      await database.stop()
    },
  }
}

const atOnce = 2000

async function fillAudit(db: Database, rows: number): Promise<void> {
  const person = { fullName: 'Person of the log', employeeId: 'E1', email: 'p@example.org', jobTitle: 'Engineer' }
  for (let from = 0; from < rows; from += atOnce) {
    const entries = Array.from({ length: Math.min(atOnce, rows - from) }, (_, n) => ({
      action: 'personnel.change',
      resource: 'people',
      entityId: String(from + n),
      before: { ...person, status: 'active' },
      after: { ...person, status: 'inactive' },
    }))
    await db.transaction().execute((tx) => writeAudit(tx, systemOrigin, entries))
  }
}
