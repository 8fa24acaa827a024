// Redis goes away and comes back: the node says so, clients stay, and whatever they may have missed is recovered or told to them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { redisMissing, startRedis, type RedisServer } from '../../web/server/tests/bench/redis-server.ts'
import { redisCommand } from './redis-command.ts'
import { eventually, type TestRelay } from './relay-process.ts'
import { aWireClient, listen } from './wire/clients.ts'
import { aWireRelay, api } from './wire/servers.ts'

const way = { transport: 'websocket', format: 'json' } as const

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

async function aRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'relay-redis-'))
  cleanups.push(() => rmSync(folder, { recursive: true }))
  const redis = await startRedis(folder)
  cleanups.push(() => redis.stop())
  return redis
}

async function aNode({ url }: RedisServer, more: Record<string, string> = {}): Promise<TestRelay> {
  const node = await aWireRelay({ REDIS_URL: url, RELAY_REDIS_IO_TIMEOUT: '2', ...more })
  cleanups.push(() => node.kill())
  return node
}

const at = ({ base }: TestRelay) => ({ base, otherBase: base, stop: async () => {} })
const status = async ({ base }: TestRelay, path: string) => (await fetch(base + path)).status
const ready = (node: TestRelay) => eventually(async () => (await status(node, '/ready')) === 200)
const notReady = (node: TestRelay) => eventually(async () => (await status(node, '/ready')) === 503)

async function aSubscriber(node: TestRelay, channel: string) {
  const one = aWireClient(at(node), way)
  const subscribed = listen(one, channel)
  one.client.connect()
  await subscribed.subscription.ready()
  return { ...one, ...subscribed }
}

/** Those of nodes, which speak the third protocol; not the one that asks. */
const connectionsTo = async ({ url }: RedisServer) =>
  [...(await redisCommand(url, 'CLIENT LIST')).matchAll(/\bid=(\d+) .* resp=3/g)].map(([, id]) => id)

describe.skipIf(redisMissing() !== null)('a node on Redis', () => {
  it('starts without Redis, is not ready, and is when Redis comes', async () => {
    const redis = await aRedis()
    await redis.stop()
    const node = await aNode(redis)
    expect([await status(node, '/health'), await status(node, '/ready')]).toEqual([200, 503])
    await expect(api(at(node), 'publish', { channel: 'event:1', data: 1 })).rejects.toThrow('100')
    const one = aWireClient(at(node), way)
    const event = listen(one, 'event:1')
    one.client.connect()
    await one.client.ready()
    expect(event.states).toEqual([])
    await redis.start()
    await ready(node)
    await event.subscription.ready(10_000)
    await api(at(node), 'publish', { channel: 'event:1', data: 2 })
    await eventually(() => event.data().length === 1)
  })

  it('tells its clients that a stream is gone when Redis comes back empty', async () => {
    const redis = await aRedis()
    const [node, other] = [await aNode(redis), await aNode(redis)]
    await Promise.all([ready(node), ready(other)])
    const event = await aSubscriber(node, 'event:1')
    const floor = await aSubscriber(node, 'floor:1')
    const plain = await aSubscriber(node, 'global:1')
    await api(at(other), 'publish', { channel: 'event:1', data: 'before' })
    await eventually(() => event.data().length === 1)
    await redis.stop()
    await Promise.all([notReady(node), notReady(other)])
    // Where only the newest counts, this node's own clients get it; the publisher learns that others did not.
    for (const channel of ['event:1', 'floor:1']) {
      await expect(api(at(node), 'publish', { channel, data: 'meanwhile' })).rejects.toThrow('100')
    }
    await eventually(() => floor.data().length === 1)
    expect(floor.data()).toEqual(['meanwhile'])

    await redis.start()
    await Promise.all([ready(node), ready(other)])
    await eventually(() => [event, floor, plain].every(({ states }) => states.length === 3))
    expect(event.states).toEqual(['false false', 'subscribing 2500', 'true false'])
    expect(floor.states).toEqual(['false false', 'subscribing 2500', 'true false'])
    expect(plain.states).toEqual(['false false', 'subscribing 2500', 'false false'])
    for (const channel of ['event:1', 'floor:1', 'global:1'])
      await api(at(other), 'publish', { channel, data: 'after' })
    await eventually(() => [event, floor, plain].every(({ data }) => data().at(-1) === 'after'))
    expect(event.data()).toEqual(['before', 'after'])
    expect([event, floor, plain].map(({ log }) => log)).toEqual([1, 2, 3].map(() => ['connecting 0', 'connected']))
  })

  it('tells its clients when Redis comes back with an older state, although the numbers fit', async () => {
    const redis = await aRedis()
    const node = await aNode(redis)
    await ready(node)
    const event = await aSubscriber(node, 'event:1')
    await api(at(node), 'publish', { channel: 'event:1', data: 'saved' })
    expect(await redisCommand(redis.url, 'SAVE')).toBe('+OK\r\n')
    await api(at(node), 'publish', { channel: 'event:1', data: 'forgotten' })
    await eventually(() => event.data().length === 2)
    await redis.stop()
    await notReady(node)
    await redis.start()
    await ready(node)
    await eventually(() => event.states.length === 3)
    expect(event.states).toEqual(['false false', 'subscribing 2500', 'true false'])
    const history = (await api(at(node), 'history', { channel: 'event:1', limit: -1 })) as {
      publications: { data: string }[]
    }
    expect(history.publications.map(({ data }) => data)).toEqual(['saved'])
  })

  it('notices a publication that Redis took and never passed on', async () => {
    const redis = await aRedis()
    const node = await aNode(redis, { RELAY_PRESENCE_INTERVAL: '0.2', RELAY_POSITION_CHECK_DELAY: '0.1' })
    await ready(node)
    const { data } = await aSubscriber(node, 'event:1')
    await api(at(node), 'publish', { channel: 'event:1', data: 'told' })
    await eventually(() => data().includes('told'))
    await redisCommand(redis.url, 'XADD rollcall.stream.data.event:1 2-0 d "\\n\\"silent\\""')
    await redisCommand(redis.url, 'HSET rollcall.stream.meta.event:1 s 2')
    await eventually(() => data().includes('silent'))
    expect(data()).toEqual(['told', 'silent'])
  })

  it('loses nothing when its connections break again and again while others publish', async () => {
    const redis = await aRedis()
    const other = await aNode(redis)
    await ready(other)
    const spared = await connectionsTo(redis)
    const node = await aNode(redis)
    await ready(node)
    const event = await aSubscriber(node, 'event:1')
    const total = 60
    for (let serial = 1; serial <= total; serial++) {
      if (serial % 15 === 0) {
        const mine = (await connectionsTo(redis)).filter((id) => !spared.includes(id))
        for (const id of mine) await redisCommand(redis.url, `CLIENT KILL ID ${id}`)
      }
      await api(at(other), 'publish', { channel: 'event:1', data: serial })
      if (serial % 15 === 5) await ready(node)
    }
    await eventually(() => event.data().at(-1) === total)
    expect(event.data()).toEqual(Array.from({ length: total }, (_, index) => index + 1))
    const expected = ['false false', 'subscribing 2500', 'true true']
    expect(event.states.filter((state) => !expected.includes(state))).toEqual([])
    expect(event.states).toContain('subscribing 2500')
  })

  it('notices a Redis that is silent, and goes on when it speaks again', async () => {
    const redis = await aRedis()
    const node = await aNode(redis)
    await ready(node)
    const event = await aSubscriber(node, 'event:1')
    redis.freeze()
    await notReady(node)
    await expect(api(at(node), 'publish', { channel: 'event:1', data: 'lost' })).rejects.toThrow('100')
    redis.thaw()
    await ready(node)
    await api(at(node), 'publish', { channel: 'event:1', data: 'after' })
    await eventually(() => event.data().at(-1) === 'after')
    expect(event.log).toEqual(['connecting 0', 'connected'])
  })
})
