// What the board measurement runs on: a database with everybody present, backend, web server and relay as in production, and the
// accounts of the wardens. Called by board-bench.ts and load-bench.ts.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureRoles } from '@rollcall/backend/auth/role-setup-queries'
import { connect, type Connection } from '@rollcall/backend/database/connect'
import { migrate } from '@rollcall/backend/database/migrate'
import { insertUser } from '@rollcall/backend/domains/users/user-queries'
import { growSite, measuredIds, refreshPresence } from '../backend/data-queries.ts'
import { startDatabase, temporaryFolder } from '../measuring/database-server.ts'
import { start, type MeasuredProcess, type Side } from '../measuring/measured-process.ts'
import { createCpuMeter } from '../measuring/process-meter.ts'
import { shareProcessors } from '../measuring/processor-shares.ts'
import { appToken, origin, random, relayEnvironment, secrets, startBackend } from '../measuring/product-processes.ts'
import { onNode, relayCommand, webServer } from '../measuring/programs.ts'
import { databaseFolder } from './site-queries.ts'

export type BoardSite = {
  readonly db: Connection['db']
  readonly buildingId: string
  /** Of the server layer, which is all that wardens see. */
  readonly port: number
  readonly backend: MeasuredProcess
  /** CPU time since the start of each process, microseconds. */
  readonly meters: Readonly<Record<'backend' | 'web' | 'relay' | 'PostgreSQL', () => number>>
  readonly pids: Readonly<Record<keyof BoardSite['meters'], number>>
  /** How the processors are shared out, in words; null: each process has its own. */
  readonly sharedOut: string | null
  /** One account each. */
  readonly tokens: readonly string[]
  stop(): Promise<void>
}

/** `side`: where its processes may run. */
type How = { readonly floors?: number; readonly side?: Side }

export async function startBoardSite(people: number, wardens: number, how: How = {}): Promise<BoardSite> {
  const { side = 'measured', ...size } = how
  const database = await startDatabase()
  const connection = connect({ url: database.url, poolSize: 2, statementTimeoutMs: 0 })
  const { db } = connection
  await migrate(db)
  await ensureRoles(db)
  await growSite(db, { people, historyRows: 30, ...size })
  await refreshPresence(db)
  const tokens: string[] = []
  for (let n = 0; n < wardens; n += 1) tokens.push(await tokenFor(db, `Warden ${n}`, n === 0 ? 'safety' : 'operator'))
  const { building } = await measuredIds(db)
  const relay = await start({ ...(await relayCommand()), side, env: relayEnvironment })
  const files = join(database.folder, 'files')
  mkdirSync(files, { recursive: true })
  const backend = await startBackend(database.url, files, relay.port, side)
  const web = await startWeb(backend, relay, side)
  const postmaster = Number(readFileSync(join(await databaseFolder(db), 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  const pids = { backend: backend.pid, web: web.pid, relay: relay.pid, PostgreSQL: postmaster }
  const shares = side === 'everywhere' ? shareProcessors(pids) : null
  return {
    db,
    buildingId: building,
    port: web.port,
    backend,
    meters: {
      backend: createCpuMeter(pids.backend),
      web: createCpuMeter(pids.web),
      relay: createCpuMeter(pids.relay),
      PostgreSQL: createCpuMeter(pids.PostgreSQL),
    },
    pids,
    sharedOut: shares?.says ?? null,
    tokens,
    async stop() {
      await connection.close()
      for (const one of [web, backend, relay]) await one.stop()
      await database.stop()
      shares?.remove()
    },
  }
}

/** Of a new account. */
export async function tokenFor(db: Connection['db'], displayName: string, role: string): Promise<string> {
  const account = { email: `${displayName.replace(' ', '').toLowerCase()}@example.org`, displayName, role }
  const how = { passwordHash: null, authSource: 'local', active: true, mustChangePassword: false } as const
  return appToken(await insertUser(db, { ...account, ...how }), account)
}

function startWeb(backend: MeasuredProcess, relay: MeasuredProcess, side: Side): Promise<MeasuredProcess> {
  return start({
    ...onNode(webServer),
    side,
    env: {
      NODE_ENV: 'production',
      WEB_PORT: '0',
      WEB_HOST: '127.0.0.1',
      BACKEND_URL: `http://127.0.0.1:${backend.port}`,
      RELAY_URL: `http://127.0.0.1:${relay.port}`,
      API_SECRET: secrets.app,
      EXCHANGE_SECRET: random(),
      SESSION_SECRET: random(),
      AUDIT_LOG_FILE: join(temporaryFolder(), 'audit.log'),
      PUBLIC_URL: origin,
      TRUSTED_PROXIES: '127.0.0.1',
    },
  })
}
