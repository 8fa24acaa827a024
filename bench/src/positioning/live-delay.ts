// From a gateway's request to the browser's socket with everything running: 2,000 badges once a second through the real backend over
// a real PostgreSQL to the real relay, and a subscriber who notes how old each position is. Called by positioning-bench.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { createPasswords } from '@rollcall/backend/auth/passwords'
import { ensureRoles } from '@rollcall/backend/auth/role-setup-queries'
import { connect } from '@rollcall/backend/database/connect'
import { migrate } from '@rollcall/backend/database/migrate'
import { createFileStore, databasePlace } from '@rollcall/backend/files/file-store'
import { importSite } from '@rollcall/backend/site-import'
import { floorChannel, PositionBatch } from '@rollcall/contracts/channels'
import { createDemoSite } from '@rollcall/simulator/demo-site'
import { createWorld } from '@rollcall/simulator/world'
import { startDatabase } from '../measuring/database-server.ts'
import { start, type MeasuredProcess } from '../measuring/measured-process.ts'
import { percentile } from '../measuring/numbers.ts'
import { cpuMicroseconds } from '../measuring/process-meter.ts'
import { origin, postRaddecs, relayEnvironment, relayToken, startBackend } from '../measuring/product-processes.ts'
import { relayCommand } from '../measuring/programs.ts'

export type LiveScore = {
  badges: number
  raddecs: number
  /** Entries that reached the subscriber. */
  positions: number
  /** Milliseconds from the gateway's request to the subscriber. */
  p50Ms: number
  p95Ms: number
  /** Of the backend. */
  cores: number
  /** Positions kept in the database at the end. */
  stored: number
}

const seed = 7
const employees = 1978
/** Gateways do not all speak at once: so many requests spread over each second. */
const requestsPerSecond = 20
const warmUpSeconds = 5

export async function measureLive(seconds: number): Promise<LiveScore> {
  const server = await startDatabase()
  const connection = connect({ url: server.url, poolSize: 2 })
  try {
    const { db } = connection
    await migrate(db)
    await ensureRoles(db)
    const needs = { db, files: createFileStore(databasePlace(db)), passwords: createPasswords(4) }
    await importSite(needs, createDemoSite({ seed, employees }), [])
    const floors = await db.selectFrom('floors').select('id').execute()
    const relay = await start({ ...(await relayCommand()), side: 'load', env: relayEnvironment })
    const backend = await startBackend(server.url, server.folder, relay.port)
    const reader = await subscribe(
      relay.port,
      floors.map(({ id }) => id),
    )
    const sent = await play(backend, reader, seconds)
    const stored = await db.selectFrom('positionsCurrent').select('transmitterId').execute()
    return { ...sent, stored: stored.length }
  } finally {
    await connection.close()
    await server.stop()
  }
}

type Reader = { ages: number[]; close(): void }

async function subscribe(port: number, floorIds: readonly string[]): Promise<Reader> {
  const token = relayToken('measurement')
  const socket = new WebSocket(`ws://127.0.0.1:${port}/connection/websocket`, { origin })
  const ages: number[] = []
  let joined = 0
  const ready = new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The relay closed the subscriber.')))
    socket.on('message', (bytes: Buffer) => {
      for (const line of bytes.toString('utf8').split('\n')) {
        if (line === '{}') socket.send('{}')
        if (line.includes('"error"')) reject(new Error(`The relay answered ${line}`))
        if (line.includes('"subscribe":') && ++joined === floorIds.length) resolve()
        if (line.includes('"position-batch"')) note(line, ages)
      }
    })
  })
  await new Promise((resolve) => socket.once('open', resolve))
  const subscriptions = floorIds.map((id, i) => JSON.stringify({ subscribe: { channel: floorChannel(id) }, id: i + 2 }))
  socket.send([JSON.stringify({ connect: { token }, id: 1 }), ...subscriptions].join('\n'))
  await ready
  return { ages, close: () => socket.terminate() }
}

function note(line: string, ages: number[]): void {
  const arrivedAt = Date.now()
  const { push } = JSON.parse(line) as { push?: { pub?: { data: unknown } } }
  const batch = PositionBatch.safeParse(push?.pub?.data)
  if (batch.success) for (const { timestamp } of batch.data.data) ages.push(arrivedAt - timestamp)
}

async function play(backend: MeasuredProcess, reader: Reader, seconds: number) {
  const world = createWorld({ seed, employees })
  // Made beforehand: this process also reads the clock when positions arrive, and must be free to.
  const windows = Array.from({ length: warmUpSeconds + seconds }, () => world.tick({ seconds: 1, nowMs: 0 }))
  const startedAt = performance.now()
  let [raddecs, cpuBefore, measuredFrom, sends] = [0, 0, 0, 0]
  const failures: string[] = []
  for (const [second, window] of windows.entries()) {
    if (second === warmUpSeconds) {
      reader.ages.length = 0
      ;[cpuBefore, measuredFrom] = [cpuMicroseconds(backend.pid), performance.now()]
    }
    if (second >= warmUpSeconds) raddecs += window.length
    const share = Math.ceil(window.length / requestsPerSecond)
    for (let part = 0; part < requestsPerSecond; part++) {
      const due = startedAt + second * 1000 + (part * 1000) / requestsPerSecond
      await sleep(Math.max(0, due - performance.now()))
      const timestamp = Date.now()
      const body = window.slice(part * share, (part + 1) * share).map((raddec) => ({ ...raddec, timestamp }))
      sends++
      void postRaddecs(backend.port, body).then(
        ({ status }) => status !== 202 && failures.push(`Ingest answered ${status}.`),
        (error: unknown) => failures.push(String(error)),
      )
    }
  }
  const took = performance.now() - measuredFrom
  const cores = (cpuMicroseconds(backend.pid) - cpuBefore) / 1000 / took
  // The last positions are still on their way.
  await sleep(1500)
  reader.close()
  if (failures.length > 0) throw new Error(`${failures.length} of ${sends} requests failed: ${failures[0]}`)
  const ages = reader.ages.sort((a, b) => a - b)
  const [p50Ms, p95Ms] = [percentile(ages, 0.5), percentile(ages, 0.95)]
  return { badges: world.truth().length, raddecs, positions: ages.length, p50Ms, p95Ms, cores }
}
