// The connection pools and Kysely over them: one for everything, a small one for what an alarm needs (rules 9), a few connections for
// what is slow and one for the leases. Every query has a time limit and the pools reconnect by themselves after an outage.
import {
  CamelCasePlugin,
  Kysely,
  type KyselyPlugin,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely'
import { Client, Pool, types, type PoolClient, type PoolConfig } from 'pg'
import { AuditSecrets } from './audit-secrets.ts'
import { AuditTurns } from './audit-turns.ts'
import { limitedSchema } from './building-views.ts'
import { createStatementNames, withNames } from './named-statements.ts'
import type { Database } from './schema.ts'
import type { Tables } from './tables.generated.ts'

export type Connection = {
  /** With its password. */
  readonly url: string
  readonly auditSecrets: readonly string[]
  readonly db: Database
  /** For alarms and what stands before them: connections that nothing else takes, with short time limits. Nothing slow belongs here. */
  readonly urgent: Database
  /** A few for what reads much (history, exports, reports): however many ask for it, everybody else has a connection. */
  readonly slow: Database
  /** A single one for the leases on positions: a renewal that waits behind taps on a board is late, and others take over. */
  readonly lease: Database
  /** The same over connections that show nothing but these buildings (building-views.ts). */
  limited(which: 'db' | 'urgent' | 'slow', to: LimitedTo): Database
  /** Opens what is missing of the urgent connections, so that no alarm waits for one. */
  openUrgent(): Promise<void>
  /** A session of its own beside the pool, not connected yet; whoever asked for it connects and ends it. The database shows its
   * purpose with it. */
  newClient(purpose: string): Client
  /** Whether the database answers, within `timeoutMs`. */
  answers(timeoutMs?: number): Promise<boolean>
  close(): Promise<void>
}

/** Whose account it is, and what it may see. */
export type LimitedTo = { readonly userId: string; readonly buildingIds: readonly string[] }

type ConnectOptions = {
  readonly url: string
  readonly poolSize?: number
  readonly urgentPoolSize?: number
  /** Shown by the database, where it is not the backend itself that connects. */
  readonly purpose?: string
  readonly statementTimeoutMs?: number
  /** The first keys the audit chain, all verify it; absent: a chain that is keyed cannot be written. */
  readonly auditSecrets?: readonly string[]
  /** Called for idle connections that break; the pool replaces them, so this is only worth a log line. */
  readonly onLost?: (error: Error) => void
}

const applicationName = 'rollcall-backend'

export function connect(options: ConnectOptions): Connection {
  const session = {
    connectionString: options.url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    // A transaction whose client vanished must not hold the lock of the audit chain: alarms need it, too.
    idle_in_transaction_session_timeout: 5_000,
    lock_timeout: 10_000,
    options: '-c TimeZone=UTC',
    application_name: options.purpose ? `${applicationName}-${options.purpose}` : applicationName,
    types: { getTypeParser: parserOf },
  }
  const pool = poolOf({ ...session, max: options.poolSize ?? 10, idleTimeoutMillis: 30_000 }, options)
  const urgentPool = poolOf(
    {
      ...session,
      ...urgentLimits,
      application_name: `${applicationName}-urgent`,
      max: options.urgentPoolSize ?? 8,
      // Kept open for as long as we run.
      idleTimeoutMillis: 0,
    },
    options,
  )
  const slowPool = poolOf(
    {
      ...session,
      application_name: `${applicationName}-slow`,
      max: slowPoolSize,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: 12_000,
    },
    options,
  )
  const leasePool = poolOf(
    { ...session, ...urgentLimits, application_name: `${applicationName}-lease`, max: 1, idleTimeoutMillis: 0 },
    options,
  )
  const [secrets, turns] = [new AuditSecrets(options.auditSecrets ?? []), new AuditTurns()]
  const names = createStatementNames()
  const over = {
    db: (one = withNames(pool, names)) => kyselyOver(one, [secrets, turns]),
    urgent: (one = withNames(urgentPool, names)) => kyselyOver(one, [secrets]),
    slow: (one: PostgresPool = slowPool) => kyselyOver(one, [secrets, turns]),
  }
  const [db, urgent, slow] = [over.db(), over.urgent(), over.slow()]
  const lease = kyselyOver(withNames(leasePool, names), [])
  return {
    url: options.url,
    auditSecrets: options.auditSecrets ?? [],
    db,
    urgent,
    slow,
    lease,
    limited: (which, to) => over[which](limitedPool({ db: pool, urgent: urgentPool, slow: slowPool }[which], to)),
    openUrgent: () => openMissing(urgentPool),
    newClient: (purpose) =>
      new Client({ ...session, application_name: `${applicationName}-${purpose}`, query_timeout: 10_000 }),
    answers: (timeoutMs = 2_000) => answersWithin(pool, timeoutMs),
    async close() {
      await Promise.all([db, urgent, slow, lease].map((one) => one.destroy()))
      // Kysely ends only a pool that it has used.
      for (const used of [pool, urgentPool, slowPool, leasePool]) if (!used.ending) await used.end()
    },
  }
}

/** More at once would only be slower each: they read from the same disk. Whoever comes later waits for one. */
const slowPoolSize = 3

/** Milliseconds. Whatever takes longer is no part of an alarm, or stands in the way of the next one. */
const urgentLimits = { statement_timeout: 5_000, lock_timeout: 3_000 } as const

function poolOf(config: PoolConfig, { onLost }: ConnectOptions): Pool {
  const pool = new Pool(config)
  pool.on('error', (error) => {
    // A server that stops right after us may still tell a closing connection so; nothing was lost then.
    if (!pool.ending) onLost?.(error)
  })
  // A connection that breaks while it is lent out tells its borrower; without a listener it would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Lends connections that are limited for as long as they are lent. One that cannot be made as it was is given up. */
function limitedPool(pool: Pool, { userId, buildingIds }: LimitedTo): PostgresPool {
  const settings = [limitedSchema, `{${buildingIds.join(',')}}`, userId]
  return {
    async connect() {
      const client = await pool.connect()
      try {
        await client.query(limitSession, settings)
      } catch (error) {
        client.release(true)
        throw error
      }
      const release = () =>
        void client.query(endLimit).then(
          () => client.release(),
          () => client.release(true),
        )
      return { query: client.query.bind(client) as PostgresPoolClient['query'], release }
    },
    // It belongs to whoever made it.
    end: async () => undefined,
  }
}

const limitSession = `SELECT set_config('search_path', $1, false), set_config('rollcall.buildings', $2, false),
  set_config('rollcall.user', $3, false)`
const endLimit = 'RESET search_path; RESET rollcall.buildings; RESET rollcall.user'

function kyselyOver(pool: PostgresPool, audit: readonly KyselyPlugin[]): Database {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true }), ...audit],
  })
}

/** The pool lends an idle connection before it opens another: the idle ones are held until the others have begun to open. */
async function openMissing(pool: Pool): Promise<void> {
  const missing = pool.options.max - pool.totalCount
  if (missing <= 0 || pool.ending) return
  const borrow = (count: number) => Array.from({ length: count }, () => pool.connect())
  // Waited for from the beginning: one that is refused before its turn would end the process.
  const [held, opening] = [Promise.allSettled(borrow(pool.idleCount)), Promise.allSettled(borrow(missing))]
  await new Promise((resolve) => setImmediate(resolve))
  const release = (clients: PromiseSettledResult<PoolClient>[]) => {
    for (const client of clients) if (client.status === 'fulfilled') client.value.release()
  }
  release(await held)
  const opened = await opening
  release(opened)
  const failed = opened.find((client) => client.status === 'rejected')
  if (failed) throw failed.reason
}

/** Replies carry times as ISO text and counts as numbers; both arrive from pg as something else by default. */
const timestampOids = new Set<number>([types.builtins.TIMESTAMPTZ, types.builtins.TIMESTAMP])

function parserOf(oid: number, format?: string): unknown {
  if (oid === types.builtins.INT8) return Number
  if (timestampOids.has(oid)) return parseTimestamp
  return format === 'binary' ? types.getTypeParser(oid, 'binary') : types.getTypeParser(oid, 'text')
}

const parseDate: (text: string) => Date | number = types.getTypeParser(types.builtins.TIMESTAMPTZ, 'text')

/** Sessions speak UTC, so that almost every time is text that only needs another spelling; a roster has thousands of them. */
export function parseTimestamp(text: string): string {
  // 2026-01-31 12:34:56.789+00, with up to six digits after the dot, or neither of them.
  const isUtc = text.endsWith('+00') && text[4] === '-' && text[10] === ' ' && (text.length === 22 || text[19] === '.')
  if (isUtc) return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
  const date = parseDate(text)
  return date instanceof Date ? date.toISOString() : text
}

async function answersWithin(pool: Pool, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false)
  })
  const answer = pool.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer))
}
