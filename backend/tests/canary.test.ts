// The canary through a real relay: from a request to /ingest to a subscribed client, and nowhere to be seen on the way.
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CanaryLink } from '../src/canary/canary.ts'
import { createAlertWatch } from '../src/domains/alerts/alert-watch.ts'
import { createPublisher } from '../src/realtime/publisher.ts'
import { aBackend, testSecrets, type TestBackend } from './a-backend.ts'
import { eventually } from './eventually.ts'

let backend: TestBackend
let relay: ChildProcess
let port: number

const startRelay = async () => {
  const launcher = fileURLToPath(new URL('../../relay/bin/relay.mjs', import.meta.url))
  const { REALTIME_HMAC_SECRET, REALTIME_API_KEY } = testSecrets
  const env = {
    ...process.env,
    RELAY_PORT: String(port),
    RELAY_ALLOWED_ORIGINS: 'http://localhost:3000',
    REALTIME_HMAC_SECRET,
    REALTIME_API_KEY,
  }
  relay = spawn(process.execPath, [launcher], { env, stdio: 'ignore' })
  const isThere = async () => (await fetch(`http://127.0.0.1:${port}/health`).catch(() => null))?.ok
  await eventually('the relay listens', isThere, 60_000)
}
const stopRelay = () =>
  new Promise((resolve) => {
    relay.once('exit', resolve)
    relay.kill('SIGTERM')
  })

beforeAll(async () => {
  port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
  await startRelay()
  const url = `127.0.0.1:${port}`
  backend = await aBackend(
    { REALTIME_PUBLISH_URL: `http://${url}/api`, REALTIME_CLIENT_URL: `ws://${url}/connection/websocket` },
    { leads: true },
  )
  await backend.backend.app.listen({ host: '127.0.0.1', port: 0 })
}, 120_000)
afterAll(async () => {
  await backend.stop()
  await stopRelay()
})

/** Sends one now, as the timer does every ten seconds, and waits for it to arrive. */
const arrives = async () => {
  const { canary } = backend.backend
  const before = canary?.counters.arrived ?? 0
  await canary?.work.run()
  const arrived = async () => (canary?.counters.arrived ?? 0) > before
  // The next would take its place.
  return eventually('it arrives', arrived, 3000).catch(() => false)
}

it('arrives, with a delay, also after the relay was away', { timeout: 180_000 }, async () => {
  await eventually('a canary arrives', arrives, 60_000)
  expect(backend.backend.canary?.delayMs).toBeGreaterThanOrEqual(0)
  expect(backend.backend.canary?.brokenLink()).toBeNull()
  await stopRelay()
  await startRelay()
  expect(await eventually('a canary arrives again', arrives, 60_000)).toBe(true)
})

it('is in no list, no history and no count', async () => {
  const tables = [
    'positions_current',
    'position_history',
    'activity',
    'ambient_devices',
    'transmitters',
    'heard_receivers',
  ]
  for (const table of tables) {
    const { rows } = await sql<{ rows: number }>`SELECT count(*) AS rows FROM ${sql.table(table)}`.execute(backend.db)
    expect([table, rows]).toEqual([table, [{ rows: 0 }]])
  }
  const signals = await (await backend.as('admin'))('GET', '/api/diagnostics/signal-monitor')
  expect(signals.text).not.toContain('00005e0053c')
})

it('raises an alert that names the broken link, until it arrives again', async () => {
  let brokenLink: CanaryLink | null = null
  const publisher = createPublisher({ call: null, log: backend.backend.app.log })
  const needs = { db: backend.db, publisher, wakeOutbox: () => undefined, publicUrl: '' }
  const { checkAlerts } = createAlertWatch({ ...needs, brokenLink: () => brokenLink })
  const admin = await backend.as('admin')
  const open = async () => {
    await checkAlerts()
    const { body } = await admin('GET', '/api/alerts?state=open')
    return (body.data.items as { kind: string; text: string }[]).map(({ kind, text }) => `${kind}: ${text}`)
  }
  expect(await open()).toEqual([])
  brokenLink = 'publishing'
  expect(await open()).toEqual([
    'live_chain: Live positions do not arrive: the relay takes no messages from the backend.',
  ])
  brokenLink = 'relay'
  expect(await open()).toEqual(['live_chain: Live positions do not arrive: the relay hands nothing on to its clients.'])
  brokenLink = null
  expect(await open()).toEqual([])
})
