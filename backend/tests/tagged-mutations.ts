// Mutations with a serial number while processes are killed (SIGKILL) and started again, and a judge who compares what was answered
// with what is stored: every 2xx exactly once, everything else at most once, each with its audit record, and the chain whole.
// Used by killed-processes.test.ts in small and by `npm run test:faults` with 50,000.
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAppToken } from '@rollcall/tokens/app-token'
import { Client } from 'pg'
import { freePorts } from '../../bench/src/measuring/free-ports.ts'
import { verifyChain } from '../src/audit/verify-audit.ts'
import { connect } from '../src/database/connect.ts'

type Options = {
  /** Bundled files of database-main.ts and main.ts. */
  readonly programs: { readonly database: string; readonly backend: string }
  /** Fresh and reachable by the database's user. */
  readonly dataDir: string
  readonly mutations: number
  /** In turn: the backend, PostgreSQL itself, the process that keeps PostgreSQL. */
  readonly kills: number
  readonly say?: (line: string) => void
}

export type Verdict = {
  readonly acknowledged: number
  readonly failed: number
  readonly kills: number
  readonly seconds: number
  /** Serial numbers; all three must be empty. */
  readonly lost: number[]
  readonly doubled: number[]
  readonly unrecorded: number[]
  readonly chain: Awaited<ReturnType<typeof verifyChain>>
}

const writers = 8

export async function runTaggedMutations(options: Options): Promise<Verdict> {
  const { mutations, kills, say = () => undefined } = options
  const system = await startSystem(options)
  try {
    const token = await system.anAdministrator()
    const acknowledged = new Set<number>()
    const began = performance.now()
    let [next, killed] = [0, 0]
    const write = async () => {
      for (let serial = next++; serial < mutations; serial = next++)
        if (await system.create(token, serial)) acknowledged.add(serial)
    }
    const kill = async () => {
      while (killed < kills) {
        // Evenly over the run, by progress and not by time.
        const due = Math.floor((mutations * (killed + 0.5)) / kills)
        while (next < Math.min(due, mutations)) await sleep(5)
        await system.kill(killed)
        killed++
        say(`${killed} of ${kills} kills at mutation ${next}, ${acknowledged.size} acknowledged.`)
      }
    }
    await Promise.all([kill(), ...Array.from({ length: writers }, write)])
    const seconds = (performance.now() - began) / 1000
    await system.untilReady()
    return { ...(await judge(system.databaseUrl(), acknowledged, mutations)), kills: killed, seconds }
  } finally {
    await system.stop()
  }
}

async function judge(url: string, acknowledged: ReadonlySet<number>, mutations: number) {
  const rows = await query(
    url,
    `SELECT substr(name, 5)::int AS serial, count(*)::int AS count,
    count(*) FILTER (WHERE (SELECT count(*) FROM audit_log l WHERE l.entity_id = a.id::text AND l.action = 'assets.create') = 1)::int AS recorded
    FROM assets a GROUP BY 1`,
  )
  const stored = new Map(rows.map((row) => [Number(row['serial']), row]))
  const strays = await query(
    url,
    `SELECT seq FROM audit_log WHERE action = 'assets.create'
    AND NOT EXISTS (SELECT 1 FROM assets a WHERE a.id::text = entity_id)`,
  )
  const connection = connect({ url, poolSize: 2 })
  const chain = await verifyChain(connection.db).finally(() => connection.close())
  const [lost, doubled, unrecorded]: [number[], number[], number[]] = [[], [], strays.map(({ seq }) => Number(seq))]
  for (let serial = 0; serial < mutations; serial++) {
    const row = stored.get(serial)
    if (acknowledged.has(serial) && !row) lost.push(serial)
    if (row && Number(row['count']) > 1) doubled.push(serial)
    if (row && row['recorded'] !== row['count']) unrecorded.push(serial)
  }
  return { acknowledged: acknowledged.size, failed: mutations - acknowledged.size, lost, doubled, unrecorded, chain }
}

async function startSystem({ programs, dataDir }: Options) {
  const secret = randomBytes(32).toString('hex')
  const [databasePort = 0, backendPort = 0] = await freePorts(2)
  const url = () => readFileSync(join(dataDir, 'database-url'), 'utf8').trim()
  const common = { DATA_DIR: dataDir, DATABASE_PORT: String(databasePort), LOG_LEVEL: 'warn' }
  const database = keepRunning(programs.database, () => common)
  await until(async () => (await query(url(), 'SELECT 1')).length === 1)
  const address = url()
  const backend = keepRunning(programs.backend, () => ({
    ...common,
    DATABASE_URL: address,
    BACKEND_PORT: String(backendPort),
    TOKEN_SECRET: secret,
  }))
  const at = (path: string) => `http://127.0.0.1:${backendPort}${path}`
  // Sessions outlive a killed PostgreSQL for a moment, so that the backend alone does not prove that it is back.
  const untilReady = () =>
    until(async () => (await query(address, 'SELECT 1')).length === 1 && (await fetch(at('/health'))).ok)
  await untilReady()
  return {
    untilReady,
    databaseUrl: () => address,
    async anAdministrator() {
      const account = { email: 'a@example.org', displayName: 'A', role: 'admin' }
      const rows = await query(
        address,
        `INSERT INTO users (email, display_name, role, must_change_password)
        VALUES ('${account.email}', '${account.displayName}', '${account.role}', false) RETURNING id`,
      )
      const userId = String(rows[0]?.['id'])
      const exp = Math.floor(Date.now() / 1000) + 7200
      return createAppToken({ sub: userId, userId, ...account, ver: 0, exp }, secret)
    },
    /** True for a 2xx. Never tried twice: an answer that did not come says nothing about the effect. */
    async create(token: string, serial: number): Promise<boolean> {
      try {
        const response = await fetch(at('/api/assets'), {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ name: `tag ${serial}`, category: 'Tagged' }),
          signal: AbortSignal.timeout(20_000),
        })
        await response.arrayBuffer()
        if (response.status >= 500) await sleep(20)
        return response.ok
      } catch {
        await sleep(20)
        return false
      }
    },
    async kill(turn: number): Promise<void> {
      await untilReady()
      if (turn % 3 === 0) process.kill(backend.pid(), 'SIGKILL')
      else if (turn % 3 === 1) process.kill(await postmasterOf(address), 'SIGKILL')
      else process.kill(database.pid(), 'SIGKILL')
    },
    async stop() {
      await backend.stop()
      await database.stop()
    },
  }
}

/** PostgreSQL says itself which process it is, so that nothing else can be hit. */
async function postmasterOf(url: string): Promise<number> {
  const [row] = await query(url, String.raw`SELECT split_part(pg_read_file('postmaster.pid'), E'\n', 1)::int AS pid`)
  return Number(row?.['pid'])
}

function keepRunning(file: string, environment: () => Record<string, string>) {
  let child: ChildProcess
  let stopping = false
  let ended: Promise<unknown> = Promise.resolve()
  const launch = () => {
    child = spawn(process.execPath, [file], {
      env: { PATH: process.env['PATH'] ?? '', ...environment() },
      stdio: 'ignore',
    })
    ended = new Promise((resolve) => child.once('close', resolve))
    void ended.then(() => (stopping ? undefined : sleep(100).then(() => (stopping ? undefined : launch()))))
  }
  launch()
  return {
    pid: () => child.pid ?? 0,
    async stop() {
      stopping = true
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  await client.connect()
  return client
    .query<Record<string, unknown>>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

async function until(look: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await look().catch(() => false))) {
    if (Date.now() > deadline) throw new Error('The processes did not come back within a minute.')
    await sleep(50)
  }
}
