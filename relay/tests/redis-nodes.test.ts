// Several nodes on a real Redis as one relay: what one node knows and does, the others know and do; a killed node is forgotten.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { redisMissing, startRedis, type RedisServer } from '../../web/server/tests/bench/redis-server.ts'
import { lateListener } from './late-listener.ts'
import { eventually, type TestRelay } from './relay-process.ts'
import { aWireClient, listen } from './wire/clients.ts'
import { aName, aWireRelay, aWireToken, api } from './wire/servers.ts'

const way = { transport: 'websocket', format: 'json' } as const

describe.skipIf(redisMissing() !== null)('nodes on Redis', () => {
  let redis: RedisServer
  const nodes: TestRelay[] = []
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.kill()
  })
  afterAll(() => redis?.stop())

  async function someNodes(count: number, more: Record<string, string> = {}): Promise<TestRelay[]> {
    const prefix = aName('nodes')
    const started = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        aWireRelay({
          REDIS_URL: redis.url,
          RELAY_REDIS_PREFIX: prefix,
          RELAY_NODE_NAME: `node ${index + 1}`,
          ...more,
        }),
      ),
    )
    nodes.push(...started)
    for (const { base } of started) await eventually(async () => (await fetch(`${base}/ready`)).ok)
    return started
  }

  const at = ({ base }: TestRelay) => ({ base, otherBase: base, stop: async () => {} })

  function aSubscriber(node: TestRelay, channel: string, sub: string) {
    const one = aWireClient(at(node), way, { token: aWireToken({ sub }) })
    const subscribed = listen(one, channel)
    const start = { offset: -1 }
    subscribed.subscription.once('subscribed', ({ streamPosition }) => Object.assign(start, streamPosition))
    one.client.connect()
    return { ...one, ...subscribed, start }
  }

  it('end the connections that a user had before on another of them, where the settings say so', async () => {
    const personal = 'CENTRIFUGO_CLIENT_SUBSCRIBE_TO_USER_PERSONAL_CHANNEL'
    const [one, two] = await someNodes(2, {
      [`${personal}_ENABLED`]: 'true',
      [`${personal}_SINGLE_CONNECTION`]: 'true',
    })
    if (!one || !two) throw new Error('Two nodes were asked for.')
    const before = aSubscriber(one, 'room:1', 'u1')
    const other = aSubscriber(one, 'room:1', 'u2')
    await Promise.all([before, other].map(({ subscription }) => subscription.ready()))
    const after = aSubscriber(two, 'room:1', 'u1')
    await eventually(() => before.client.state === 'disconnected')
    await after.subscription.ready()
    expect([other.client.state, after.client.state]).toEqual(['connected', 'connected'])
  })

  it('answer for each other: who is connected, where, and how many nodes there are', async () => {
    const password = 'correct horse battery'
    const all = await someNodes(3, { RELAY_ADMIN_PASSWORD: password })
    const subscribers = all.map((node, index) => aSubscriber(node, 'room:1', `u${index}`))
    await Promise.all(subscribers.map(({ subscription }) => subscription.ready()))
    for (const node of all) {
      const info = (await api(at(node), 'info', {})) as { nodes: { name: string; num_clients: number }[] }
      expect(info.nodes.map(({ name, num_clients }) => `${name}: ${num_clients}`).toSorted()).toEqual([
        'node 1: 1',
        'node 2: 1',
        'node 3: 1',
      ])
      expect(await api(at(node), 'channels', {})).toEqual({ channels: { 'room:1': { num_clients: 3 } } })
      const { connections, total } = (await api(at(node), 'connections', { limit: 2 })) as {
        connections: object
        total: number
      }
      expect([Object.keys(connections).length, total]).toEqual([2, 3])
      expect(await api(at(node), 'presence_stats', { channel: 'room:1' })).toEqual({ num_clients: 3, num_users: 3 })
      expect(await node.metric('centrifugo_node_num_nodes')).toBe(3)
    }
    const admin = `${all[1]?.base}/admin`
    const login = await fetch(`${admin}/login`, { method: 'POST', body: password })
    const { token } = (await login.json()) as { token: string }
    const state = await fetch(`${admin}/state`, { headers: { 'x-relay-admin': token } })
    const { nodes: reported } = (await state.json()) as { nodes: { name: string; clients: number }[] }
    expect(reported.map(({ name, clients }) => `${name}: ${clients}`).toSorted()).toEqual([
      'node 1: 1',
      'node 2: 1',
      'node 3: 1',
    ])
    expect(reported[0]?.name).toBe('node 2')
  })

  it('keep one history: positions, versions and idempotency keys count on all of them', async () => {
    const nodes = await someNodes(2)
    const [one, other] = nodes.map(at)
    if (!one || !other) throw new Error('Two nodes were started.')
    const channel = 'event:1'
    const first = await api(one, 'publish', { channel, data: 'a', idempotency_key: 'k' })
    expect(await api(other, 'publish', { channel, data: 'b', idempotency_key: 'k' })).toEqual(first)
    expect(await api(other, 'publish', { channel, data: 'c', version: 5 })).toEqual({ ...first, offset: 2 })
    expect(await api(one, 'publish', { channel, data: 'd', version: 5 })).toEqual({ ...first, offset: 2 })
    expect(await api(one, 'publish', { channel, data: 'e', version: 1, version_epoch: 'x' })).toEqual({
      ...first,
      offset: 3,
    })
    const figure = async (name: string) =>
      (await Promise.all(nodes.map((node) => node.metric(name)))).reduce((a, b) => a + b)
    expect(await figure('centrifugo_broker_publish_suppressed_count')).toBe(2)
    const read = async (params: object) => {
      const { publications } = await api(other, 'history', { channel, limit: -1, ...params })
      return (publications as { data: string }[]).map(({ data }) => data).join('')
    }
    expect(await read({})).toBe('ace')
    expect(await read({ limit: 2, reverse: true })).toBe('ec')
    expect(await read({ since: { offset: 1, epoch: first['epoch'] } })).toBe('ce')
    expect(await read({ since: { offset: 3, epoch: first['epoch'] }, reverse: true })).toBe('ca')
    await expect(read({ since: { offset: 1, epoch: 'otherone' } })).rejects.toThrow('112')
    await api(one, 'history_remove', { channel })
    expect(await api(other, 'history', { channel, limit: -1 })).toEqual({ ...first, publications: [], offset: 3 })
  })

  it.each(['at once', 'late'])('lose and repeat nothing for clients that come while news arrive %s', async (when) => {
    const detour = await lateListener(redis.url)
    const [one, other] = await someNodes(2, when === 'late' ? { REDIS_URL: detour.url } : {})
    if (!one || !other) throw new Error('Two nodes were started.')
    const channel = 'event:busy'
    const ending = new AbortController()
    const publishers = [one, other].map(async (node) => {
      while (!ending.signal.aborted) await api(at(node), 'publish', { channel, data: 1 })
    })
    const subscribers: ReturnType<typeof aSubscriber>[] = []
    // Each comes in the middle of the news, and hears some of them before the next one comes.
    while (subscribers.length < 8) {
      const subscriber = aSubscriber(subscribers.length % 2 ? one : other, channel, 'u1')
      subscribers.push(subscriber)
      await eventually(() => subscriber.publications.length > 0)
    }
    ending.abort()
    await Promise.all(publishers)
    const { offset: top } = (await api(at(one), 'history', { channel })) as { offset: number }
    const offsets = ({ publications }: ReturnType<typeof aSubscriber>) => publications.map(({ offset }) => offset ?? 0)
    await eventually(() => subscribers.every((each) => each.start.offset === top || offsets(each).includes(top)))
    for (const subscriber of subscribers) {
      const { offset: start } = subscriber.start
      expect(offsets(subscriber)).toEqual(Array.from({ length: top - start }, (_, index) => start + 1 + index))
    }
    expect(new Set(subscribers.flatMap(({ states }) => states))).toEqual(new Set(['false false']))
    expect(await one.metric('centrifugo_node_pub_sub_lag_seconds_count')).toBeGreaterThan(0)
    detour.stop()
  })

  it('forget a killed node: at once in the list of nodes, after the time to live in presence', async () => {
    const [one, other] = await someNodes(2, { RELAY_PRESENCE_INTERVAL: '0.3', RELAY_PRESENCE_TTL: '6' })
    if (!one || !other) throw new Error('Two nodes were started.')
    const staying = aSubscriber(one, 'room:1', 'stays')
    const leaving = aSubscriber(other, 'room:1', 'leaves')
    await Promise.all([staying.subscription.ready(), leaving.subscription.ready()])
    const present = async () => (await api(at(one), 'presence_stats', { channel: 'room:1' }))['num_clients']
    expect(await present()).toBe(2)
    await other.kill()
    const { nodes: left } = (await api(at(one), 'info', {})) as { nodes: { name: string }[] }
    expect(left.map(({ name }) => name)).toEqual(['node 1'])
    await eventually(async () => (await present()) === 1)
    // The time to live of the other is over many times; its node goes on vouching for it.
    const { clients } = await staying.subscription.presence()
    expect(Object.values(clients).map(({ user }) => user)).toEqual(['stays'])
  })

  it('forget a client that left before it was let in', async () => {
    const detour = await lateListener(redis.url)
    const times = { RELAY_PRESENCE_INTERVAL: '0.3', RELAY_PRESENCE_TTL: '2' }
    const [node] = await someNodes(1, { REDIS_URL: detour.url, ...times })
    if (!node) throw new Error('A node was started.')
    for (let round = 0; round < 5; round++) {
      const hasty = aSubscriber(node, 'room:1', 'hasty')
      // Connected; the subscription is in progress, its confirmation on the way.
      await hasty.client.ready()
      hasty.client.disconnect()
    }
    await eventually(async () => (await node.metric('centrifugo_node_num_clients')) === 0)
    const present = async () => (await api(at(node), 'presence_stats', { channel: 'room:1' }))['num_clients']
    await eventually(async () => (await present()) === 0)
    expect(await api(at(node), 'channels', {})).toEqual({ channels: {} })
    detour.stop()
  })

  it('take the clients of a stopping node out of presence themselves', async () => {
    const [one, other] = await someNodes(2)
    if (!one || !other) throw new Error('Two nodes were started.')
    const staying = aSubscriber(one, 'room:1', 'stays')
    const left: string[] = []
    staying.subscription.on('leave', ({ info }) => left.push(info.user))
    await staying.subscription.ready()
    await aSubscriber(other, 'room:1', 'leaves').subscription.ready()
    expect(await other.stop()).toBe(0)
    await eventually(() => left.includes('leaves'))
    expect((await staying.subscription.presenceStats()).numClients).toBe(1)
  })
})
