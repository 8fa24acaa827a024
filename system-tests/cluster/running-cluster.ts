// Several backends on this machine with a real PostgreSQL and a real Redis, each behind gates of its own; a stand-in for the relay keeps what
// they publish. What happens to them is up to the proof.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDatabase } from '@rollcall/bench/measuring/database-server'
import { backendServer, ensureProgram } from '@rollcall/bench/measuring/programs'
import { connect } from '../../backend/src/database/connect.ts'
import { migrate } from '../../backend/src/database/migrate.ts'
import { redisCommand } from '../../relay/tests/redis-command.ts'
import { type Child, spawnChild, until } from '../setup/child-process.ts'
import { freePorts } from '@rollcall/bench/measuring/free-ports'
import { leaderOf, makeSite, partsOf } from './cluster-queries.ts'
import { aGate, type Gate } from './gate.ts'
import { recordPublications } from './relay-record.ts'

export type ClusterNode = {
  readonly port: number
  readonly redis: Gate
  readonly database: Gate
  start(): Promise<void>
  kill(): Promise<void>
  /** As a service manager ends it; resolves when it is gone. */
  end(): Promise<void>
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  stop(): Promise<void>
  /** One of its counters. */
  counted(name: string): Promise<number>
  /** Seconds of processor time that it has taken. */
  cpuSeconds(): number
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** A program of the machine, not of a package. */
const redisProgram = 'redis-server'
export const ingestKey = randomBytes(32).toString('hex')
/** For a machine that does other things besides: a fact is waited for, however long it takes. */
export const patienceMs = 600_000
const secret = () => randomBytes(32).toString('hex')

/** `startedCount`: the others are there to be started. */
export async function startCluster(nodeCount: number, badges: number, startedCount = nodeCount) {
  const missing = ensureProgram(redisProgram, redisProgram)
  if (missing) throw new Error(missing)
  const started: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of started.toReversed()) await end()
  }
  try {
    const cluster = await startParts(nodeCount, badges, started)
    for (const node of cluster.nodes.slice(0, startedCount)) await node.start()
    return { ...cluster, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startParts(nodeCount: number, badges: number, started: (() => Promise<void>)[]) {
  const database = await startDatabase()
  started.push(database.stop)
  const redis = await startRedis()
  started.push(redis.stop)
  const relay = await recordPublications()
  started.push(relay.stop)
  const { db, close } = connect({ url: database.url, poolSize: 4 })
  started.push(close)
  await migrate(db)
  await makeSite(db, badges)
  const shared = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    DATA_DIR: database.folder,
    TOKEN_SECRET: secret(),
    INGEST_KEY: ingestKey,
    REALTIME_HMAC_SECRET: secret(),
    REALTIME_API_KEY: secret(),
    REALTIME_PUBLISH_URL: relay.url,
    REALTIME_CLIENT_URL: 'ws://127.0.0.1:9/connection/websocket',
  }
  const nodes: ClusterNode[] = []
  for (const port of await freePorts(nodeCount)) {
    const node = await aNode(port, { shared, databaseUrl: database.url, redisPort: redis.port })
    nodes.push(node)
    started.push(node.stop)
  }
  return {
    db,
    databaseUrl: database.url,
    badges,
    nodes,
    redis,
    published: relay.publications,
    /** The node that leads; waits until there is one that runs. */
    async owner(other?: ClusterNode): Promise<ClusterNode> {
      return until(
        'a backend leads',
        async () => {
          const { port } = await leaderOf(db)
          const found = nodes.find((node) => node.port === port)
          return found === other ? null : found
        },
        patienceMs,
      )
    },
    /** Waits until so many backends are there to share. */
    counts: (count: number) =>
      until('backends are there', async () => (await partsOf(db)).length === count, patienceMs),
    /** Waits until so many backends have equally many shares, all of them. */
    async sharedBy(count: number): Promise<void> {
      const isShared = async () => {
        const parts = await partsOf(db)
        return parts.length === count && parts.every((part) => part === 6 / count)
      }
      await until('the shares are shared out', isShared, patienceMs)
    },
  }
}

type NodeNeeds = { shared: Readonly<Record<string, string>>; databaseUrl: string; redisPort: number }

async function aNode(port: number, { shared, databaseUrl, redisPort }: NodeNeeds): Promise<ClusterNode> {
  const url = new URL(databaseUrl)
  const [database, redis] = [await aGate(Number(url.port)), await aGate(redisPort)]
  url.port = String(database.port)
  const env = {
    PATH: process.env['PATH'],
    ...shared,
    BACKEND_PORT: String(port),
    DATABASE_URL: url.href,
    READINGS_REDIS_URL: `redis://127.0.0.1:${redis.port}`,
  }
  let child: Child | null = null
  const isReady = async () =>
    (await fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(2000) }).catch(() => null))?.ok ??
    false
  const kill = async () => {
    child?.signal('SIGKILL', 'group')
    await child?.ended
  }
  return {
    port,
    redis,
    database,
    kill,
    async end() {
      child?.signal('SIGTERM')
      await child?.ended
    },
    async stop() {
      await kill()
      await redis.stop()
      await database.stop()
    },
    async start() {
      const started = (child = spawnChild(process.execPath, [backendServer], env))
      let hasEnded = false
      void started.ended.then(() => (hasEnded = true))
      const isUp = () => {
        if (hasEnded) throw new Error(`A backend ended at its start; it said: ${started.output().slice(-2000)}`)
        return isReady()
      }
      await until('a backend is ready', isUp, patienceMs)
    },
    signal: (signal) => child?.signal(signal, 'group'),
    cpuSeconds: () => cpuSecondsOf(child),
    async counted(name) {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      return Number(new RegExp(`^rollcall_backend_${name}_total (\\d+)`, 'm').exec(text)?.[1] ?? 0)
    },
  }
}

/** Of the kernel, in hundredths of a second. */
function cpuSecondsOf(child: Child | null): number {
  if (!child) return 0
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** With a file that has everything it answered for. */
async function startRedis() {
  const [port = 0] = await freePorts(1)
  let folder = ''
  let child: Child | null = null
  const start = async () => {
    const options = { port, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'yes', appendfsync: 'always' }
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
    child = spawnChild(redisProgram, args, { PATH: process.env['PATH'] })
    const answers = () => redisCommand(`redis://127.0.0.1:${port}`, 'PING').catch(() => '')
    await until('Redis answers', async () => (await answers()).startsWith('+PONG'))
  }
  const stop = async () => {
    child?.signal('SIGKILL', 'group')
    await child?.ended
  }
  const startEmpty = async () => {
    if (folder) rmSync(folder, { recursive: true, force: true })
    folder = mkdtempSync(join(tmpdir(), 'rollcall-cluster-redis-'))
    await start()
  }
  await startEmpty()
  return {
    port,
    cpuSeconds: () => cpuSecondsOf(child),
    kill: stop,
    startWithFile: start,
    startEmpty,
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
