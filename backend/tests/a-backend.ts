// aBackend(): the whole backend over its own database, called through its HTTP door. Replies are held against their schemas.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { RoleName } from '@rollcall/contracts/permissions'
import { createPasswords } from '../src/auth/passwords.ts'
import { readConfig, type Config } from '../src/config.ts'
import { connect, type Connection } from '../src/database/connect.ts'
import type { Database } from '../src/database/schema.ts'
import { insertUser } from '../src/domains/users/user-queries.ts'
import { startPositions } from '../src/positions.ts'
import { createBackend, type Backend, type BackendOptions } from '../src/server.ts'
import { aDatabase, testAuditSecrets, type TestDatabase } from './a-database.ts'
import { workInPlace } from './heavy-in-place.ts'

type Reply = { status: number; headers: Record<string, unknown>; body: Body; text: string; bytes: Buffer }
type Body = {
  success: boolean
  // The shape differs per row, and is held against its schema already; a test names the fields it looks at.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any
  error: { code: string; message: string; issues?: { path: string; message: string }[]; requestId: string }
}
type Send = { body?: unknown; headers?: Record<string, string>; payload?: string | Buffer }
type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Caller = (method: Method, path: string, body?: unknown, send?: Send) => Promise<Reply>

export type TestBackend = {
  readonly db: Database
  /** Of the database. */
  readonly url: string
  readonly backend: Backend
  readonly config: Config
  readonly dataDir: string
  /** Calls without a token. */
  readonly nobody: Caller
  /** Calls with the token of an account of this role, made once. */
  as(role: RoleName): Promise<Caller>
  withToken(token: string): Caller
  stop(): Promise<void>
}

const passwords = createPasswords(4)
export const testPassword = 'correct horse battery'

export const testSecrets = {
  TOKEN_SECRET: 'token-secret-0123456789-abcdefghijklmnop',
  EXCHANGE_SECRET: 'exchange-secret-0123456789-abcdefghijkl',
  REALTIME_HMAC_SECRET: 'relay-secret-0123456789-abcdefghijklmnop',
  REALTIME_API_KEY: 'relay-api-key-0123456789-abcdefghijklmno',
  INGEST_KEY: 'ingest-key-0123456789-abcdefghijklmnopqr',
  REALTIME_PUBLISH_URL: 'http://127.0.0.1:9/api',
  REALTIME_CLIENT_URL: 'ws://127.0.0.1:9/connection/websocket',
}

type Choices = {
  presenceCacheMs?: number
  beside?: TestBackend
  leads?: true
  positions?: BackendOptions['positions']
}

export async function aBackend(
  environment: Record<string, string> = {},
  // Tests write positions past the backend, and want to see them at once.
  { presenceCacheMs = 0, beside, leads, positions = startPositions }: Choices = {},
): Promise<TestBackend> {
  const database = beside ? sharedDatabase(beside.url) : await aDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'rollcall-backend-'))
  const config = readConfig({
    ...testSecrets,
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    ...environment,
  })
  const log = pino({ level: config.logLevel })
  const options = {
    config,
    connection: database.connection,
    log,
    passwordCost: 4,
    checkReplies: true,
    presenceCacheMs,
    ...(!leads && { isLeader: () => false }),
    heavy: ({ db: own }: Connection) => workInPlace(own),
    positions,
  }
  const backend = await createBackend(options)
  const { db } = database.connection
  const callers = new Map<RoleName, Promise<Caller>>()
  const withToken = (token: string) => callerOf(backend, { authorization: `Bearer ${token}` })
  const nobody = callerOf(backend, {})
  return {
    db,
    url: database.url,
    backend,
    config,
    dataDir,
    nobody,
    withToken,
    as(role) {
      const known =
        callers.get(role) ?? aUser(db, { role }).then(async ({ email }) => withToken(await tokenOf(nobody, email)))
      callers.set(role, known)
      return known
    },
    async stop() {
      await backend.stop()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The database of another backend, which drops it. */
function sharedDatabase(url: string): TestDatabase {
  const connection = connect({ url, poolSize: 5, auditSecrets: testAuditSecrets })
  return { url, connection, drop: connection.close }
}

let count = 0

export async function aUser(
  db: Database,
  { role, ...rest }: { role: RoleName; active?: boolean; mustChangePassword?: boolean },
) {
  const email = `${role}${++count}@example.org`
  const passwordHash = await passwords.hash(testPassword)
  const user = {
    email,
    displayName: `The ${role}`,
    role,
    passwordHash,
    authSource: 'local' as const,
    active: true,
    mustChangePassword: false,
    ...rest,
  }
  return { id: await insertUser(db, user), email, password: testPassword }
}

export async function tokenOf(nobody: Caller, email: string, password = testPassword): Promise<string> {
  const { status, body } = await nobody('POST', '/api/auth/login', { email, password })
  if (status !== 200) throw new Error(`Sign-in answered ${status} ${body.error.code}`)
  return body.data.token
}

function callerOf({ app }: Backend, always: Record<string, string>): Caller {
  return async (method, url, body, send = {}) => {
    const headers = { ...always, ...send.headers }
    const payload = send.payload ?? (body === undefined ? undefined : JSON.stringify(body))
    if (payload !== undefined && !('content-type' in headers)) headers['content-type'] = 'application/json'
    const reply = await app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
    const isText = reply.headers['content-encoding'] === undefined
    const isJson = isText && String(reply.headers['content-type']).startsWith('application/json')
    const parsed = isJson && method !== 'HEAD' ? (reply.json() as Body) : ({} as Body)
    return { status: reply.statusCode, headers: reply.headers, body: parsed, text: reply.body, bytes: reply.rawPayload }
  }
}
