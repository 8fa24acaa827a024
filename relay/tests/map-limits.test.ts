// What a map costs at most, in memory and on Redis, and that removals give room again.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redisMissing, startRedis } from '../../web/server/tests/bench/redis-server.ts'
import { aName, api, aWireToken, type WireServer } from './wire/servers.ts'
import { aWireRelay } from './wire/servers.ts'
import { aWireClient } from './wire/clients.ts'
import { eventually } from './relay-process.ts'

const limits = { RELAY_MAP_KEYS: '3', RELAY_MAP_BYTES: '4000' }
const missing = redisMissing()

describe.each([
  { engine: 'in memory', isMissing: false },
  { engine: 'on Redis', isMissing: missing !== null },
])('$engine', ({ engine, isMissing }) => {
  let server: WireServer
  beforeAll(async () => {
    if (isMissing) return
    const redis = engine === 'on Redis' ? await startRedis() : null
    const relay = await aWireRelay({ ...limits, ...(redis ? { REDIS_URL: redis.url } : {}) })
    const stop = async () => {
      await relay.stop()
      await redis?.stop()
    }
    server = { base: relay.base, otherBase: relay.base, stop }
    await eventually(async () => (await fetch(`${relay.base}/ready`)).ok)
  })
  afterAll(() => server?.stop())

  const set = (channel: string, key: string, data: unknown) => api(server, 'map_publish', { channel, key, data })

  it.skipIf(isMissing)('takes no more keys than allowed, and another when one is gone', async () => {
    const channel = `people:${aName('keys')}`
    for (const key of ['a', 'b', 'c']) await set(channel, key, 1)
    await expect(set(channel, 'd', 1)).rejects.toThrow('106')
    await set(channel, 'c', 2)
    await api(server, 'map_remove', { channel, key: 'a' })
    await set(channel, 'd', 1)
    const { entries, offset } = await api(server, 'map_read_state', { channel, limit: -1 })
    expect((entries as { key: string }[]).map(({ key }) => key)).toEqual(['b', 'c', 'd'])
    expect(offset).toBe(6)
  })

  it.skipIf(isMissing)('takes no more bytes than allowed, and tells a client so', async () => {
    const channel = `people:${aName('bytes')}`
    await set(channel, 'a', 'x'.repeat(2000))
    await expect(set(channel, 'b', 'x'.repeat(2000))).rejects.toThrow('106')
    // In the place of the first one there is room, and then for the other.
    await set(channel, 'a', 'x')
    await set(channel, 'b', 'x'.repeat(2000))
    const { client } = aWireClient(server, { transport: 'websocket', format: 'json' }, { token: aWireToken() })
    const subscription = client.newMapSubscription(channel)
    subscription.subscribe()
    client.connect()
    await subscription.ready()
    await expect(subscription.publish('c', 'x'.repeat(2000))).rejects.toMatchObject({ code: 106 })
    await expect(subscription.publish('k'.repeat(300), 1)).rejects.toMatchObject({ code: 107 })
  })
})
