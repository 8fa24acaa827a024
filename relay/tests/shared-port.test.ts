// Several processes on one port (`RELAY_SHARE_PORT`): the kernel spreads the clients, and whoever is published to, all of them hear it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redisMissing, startRedis, type RedisServer } from '../../web/server/tests/bench/redis-server.ts'
import { aSubscriber } from './raw-client.ts'
import { apiKey, eventually, origin, runRelay, secret, startRelay, type TestRelay } from './relay-process.ts'

const missing = redisMissing()
if (missing !== null) console.warn(`Processes on one port are not tested: ${missing}`)

describe.skipIf(missing !== null)('two processes on one port', () => {
  let redis: RedisServer
  let relays: TestRelay[]
  beforeAll(async () => {
    redis = await startRedis()
    const common = { REDIS_URL: redis.url, RELAY_SHARE_PORT: 'true', RELAY_INTERNAL_PORT: '0' }
    const first = await startRelay(common)
    relays = [first, await startRelay({ ...common, RELAY_PORT: String(first.port) })]
    const isReady = async ({ internalPort }: TestRelay) =>
      (await fetch(`http://127.0.0.1:${String(internalPort)}/ready`)).ok
    await eventually(async () => (await Promise.all(relays.map(isReady))).every(Boolean))
  })
  afterAll(async () => {
    await Promise.all(relays.map((relay) => relay.stop()))
    await redis.stop()
  })

  const at = ({ internalPort }: TestRelay, path: string, body?: object) =>
    fetch(`http://127.0.0.1:${String(internalPort)}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': apiKey },
      body: body ? JSON.stringify(body) : null,
    })
  const clientsOf = async (relay: TestRelay) =>
    Number(/^centrifugo_node_num_clients (\d+)/m.exec(await (await at(relay, '/metrics')).text())?.[1])

  it('share the clients, and every one of them hears what is published to either', async () => {
    const [first, second] = relays as [TestRelay, TestRelay]
    const clients = await Promise.all(Array.from({ length: 40 }, () => aSubscriber(first, ['floor:1'])))
    const counts = [await clientsOf(first), await clientsOf(second)]
    expect(Math.min(...counts)).toBeGreaterThan(0)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(clients.length)
    await at(first, '/api/publish', { channel: 'floor:1', data: 'one' })
    await at(second, '/api/publish', { channel: 'floor:1', data: 'two' })
    for (const client of clients) {
      await client.next(({ push }) => push?.pub?.data === 'two')
      expect(client.publications('floor:1')).toEqual(['one', 'two'])
    }
    await Promise.all(clients.map((client) => client.close()))
  })
})

it('is refused where the processes would not share their channels', async () => {
  const good = { REALTIME_HMAC_SECRET: secret, REALTIME_API_KEY: apiKey, RELAY_ALLOWED_ORIGINS: origin }
  const run = runRelay({ ...good, RELAY_PORT: '0', RELAY_SHARE_PORT: 'true' })
  expect(await run.exited).toBe(1)
  expect(run.errorOutput()).toContain('RELAY_SHARE_PORT: needs REDIS_URL')
})
