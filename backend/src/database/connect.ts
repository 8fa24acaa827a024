// The connection pool and Kysely over it. Every query has a time limit and the pool reconnects by itself after an outage.
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, Tables } from './schema.ts'

export type Connection = {
  readonly db: Database
  /** Whether the database answers, within `timeoutMs`. */
  answers(timeoutMs?: number): Promise<boolean>
  close(): Promise<void>
}

type ConnectOptions = {
  readonly url: string
  readonly poolSize?: number
  readonly statementTimeoutMs?: number
  /** Called for idle connections that break; the pool replaces them, so this is only worth a log line. */
  readonly onLost?: (error: Error) => void
}

export function connect(options: ConnectOptions): Connection {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    // A transaction whose client vanished must not hold the lock of the audit chain.
    idle_in_transaction_session_timeout: 15_000,
    lock_timeout: 10_000,
    options: '-c TimeZone=UTC',
    application_name: 'rollcall-backend',
    types: { getTypeParser: parserOf },
  })
  pool.on('error', (error) => options.onLost?.(error))
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return {
    db,
    answers: (timeoutMs = 2_000) => answersWithin(pool, timeoutMs),
    close: () => db.destroy(),
  }
}

/** Replies carry times as ISO text and counts as numbers; both arrive from pg as something else by default. */
const timestampOids = new Set<number>([pg.types.builtins.TIMESTAMPTZ, pg.types.builtins.TIMESTAMP])

function parserOf(oid: number, format?: string): unknown {
  if (oid === pg.types.builtins.INT8) return Number
  if (timestampOids.has(oid)) return parseTimestamp
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
}

const parseDate: (text: string) => Date | number = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text')

function parseTimestamp(text: string): string {
  const date = parseDate(text)
  return date instanceof Date ? date.toISOString() : text
}

async function answersWithin(pool: pg.Pool, timeoutMs: number): Promise<boolean> {
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
