// Two nodes on a Redis Cluster: channels lie on all of its masters, and act as on one Redis.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redisMissing } from '../../web/server/tests/bench/redis-server.ts'
import { aConfigFile, aSignedToken } from './config-file.ts'
import { openClient } from './raw-client.ts'
import { startRedisCluster } from './redis-cluster.ts'
import { redisCommand } from './redis-command.ts'
import { eventually, startRelay, type TestRelay } from './relay-process.ts'

const missing = redisMissing()

describe.skipIf(missing !== null)('two nodes on a cluster', () => {
  let cluster: Awaited<ReturnType<typeof startRedisCluster>>
  let relays: TestRelay[] = []
  const isReady = (relay: TestRelay | undefined) =>
    eventually(async () => relay !== undefined && (await fetch(`${relay.base}/ready`)).ok)

  beforeAll(async () => {
    cluster = await startRedisCluster()
    // The first of the members is not there.
    const redis = { cluster_address: [`127.0.0.1:1,${cluster.address}`], connect_timeout: '500ms', io_timeout: '1s' }
    const news = { name: 'news', allow_subscribe_for_client: true, presence: true, history_size: 5, history_ttl: '60s' }
    const RELAY_CONFIG = aConfigFile(
      { namespaces: [{ ...news, force_recovery: true }] },
      { engine: { type: 'redis', redis } },
    )
    relays = await Promise.all([startRelay({ RELAY_CONFIG }), startRelay({ RELAY_CONFIG })])
    await Promise.all(relays.map(isReady))
  })
  afterAll(async () => {
    await Promise.all(relays.map((relay) => relay.stop()))
    await cluster?.stop()
  })

  const channels = [...Array.from({ length: 20 }, (_, serial) => `news:${serial}`), 'news:}{', 'news:{a}b', 'news:{}']

  async function carries(data: string): Promise<void> {
    const [one, other] = relays as [TestRelay, TestRelay]
    const client = await openClient(one)
    await client.connect(aSignedToken({ sub: 'u1' }))
    for (const channel of channels) expect(await client.subscribe(channel)).toHaveProperty('subscribe.recoverable')
    for (const channel of channels)
      expect(await other.api('publish', { channel, data })).toHaveProperty('result.offset')
    await eventually(() => channels.every((channel) => client.publications(channel).includes(data)))
    for (const channel of channels) {
      const { result } = await other.api('history', { channel, limit: 1, reverse: true })
      expect(result).toMatchObject({ publications: [{ data }] })
      expect((await other.api('presence_stats', { channel })).result).toMatchObject({ num_clients: 1 })
    }
    await client.close()
  }

  it('spread channels over all of it, whatever their names', { timeout: 60_000 }, async () => {
    await carries('first')
    for (const url of cluster.urls) expect(await redisCommand(url, 'KEYS *')).toContain('news:')
    expect((await relays[0]?.api('info', {}))?.result?.['nodes']).toHaveLength(2)
  })

  it('publish a repetition once', async () => {
    const again = () => relays[0]?.api('publish', { channel: 'news:once', data: 1, idempotency_key: 'k' })
    expect((await again())?.result).toEqual((await again())?.result)
  })

  it('wait for a master that is away, and go on with it', { timeout: 90_000 }, async () => {
    await cluster.kill()
    await eventually(async () => !(await fetch(`${relays[0]?.base}/ready`)).ok)
    await cluster.startAgain()
    await Promise.all(relays.map(isReady))
    await carries('again')
    expect(await relays[1]?.metric('centrifugo_broker_redis_pub_sub_errors')).toBeGreaterThan(0)
  })
})
