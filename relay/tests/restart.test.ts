// A relay that is killed and started again: every client is back, by every transport and format, with the client's own pauses
// between attempts. In memory the stream is gone and clients are told so; on Redis they get what they missed.
import { afterEach, describe, expect, it } from 'vitest'
import { redisMissing, startRedis } from '../../web/server/tests/bench/redis-server.ts'
import { eventually, type TestRelay } from './relay-process.ts'
import { aWireClient, listen, ways } from './wire/clients.ts'
import { aWireRelay, aWireToken, api } from './wire/servers.ts'

const clientsPerWay = 8
/** Milliseconds: on a machine that is busy with other tests. By itself it takes 1,000 clients 3 to 8 s. */
const backWithin = 20_000
const usualPauses = { minReconnectDelay: 500, maxReconnectDelay: 20_000 }

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

async function aRelay(environment: Record<string, string> = {}): Promise<TestRelay> {
  const relay = await aWireRelay(environment)
  cleanups.push(() => relay.kill())
  return relay
}

const at = ({ base }: TestRelay) => ({ base, otherBase: base, stop: async () => {} })

async function manyClients(relay: TestRelay) {
  const all = ways.flatMap((way) =>
    Array.from({ length: clientsPerWay }, (_, index) => {
      const getToken = async () => aWireToken({ sub: `u${index}` })
      const one = aWireClient(at(relay), way, { token: '', getToken, ...usualPauses })
      const event = listen(one, 'event:1')
      const floor = listen(one, 'floor:1')
      one.client.connect()
      return { ...one, event, floor }
    }),
  )
  await Promise.all(all.flatMap(({ event, floor }) => [event.subscription.ready(), floor.subscription.ready()]))
  return all
}

type Clients = Awaited<ReturnType<typeof manyClients>>

const areBack = (clients: Clients) =>
  eventually(
    () => clients.every(({ event, floor }) => event.states.length === 2 && floor.states.length === 2),
    backWithin,
  )

describe('a relay that was killed and started again', () => {
  it('in memory: has every client back, told that it may have missed something', async () => {
    const first = await aRelay()
    const clients = await manyClients(first)
    for (const channel of ['event:1', 'floor:1']) await api(at(first), 'publish', { channel, data: 'before' })
    await eventually(() => clients.every(({ event, floor }) => event.data().length + floor.data().length === 2))
    await first.kill()
    const second = await aRelay({ RELAY_PORT: String(first.port) })
    await areBack(clients)
    for (const { event, floor, log } of clients) {
      expect([event.states, floor.states]).toEqual([
        ['false false', 'true false'],
        ['false false', 'true false'],
      ])
      expect(log.filter((line) => line.startsWith('disconnected'))).toEqual([])
    }
    for (const channel of ['event:1', 'floor:1']) await api(at(second), 'publish', { channel, data: 'after' })
    await eventually(() => clients.every(({ event, floor }) => event.data().length + floor.data().length === 4))
  })

  it.skipIf(redisMissing() !== null)('on Redis: has every client back with what another node published', async () => {
    const redis = await startRedis()
    cleanups.push(() => redis.stop())
    const environment = { REDIS_URL: redis.url }
    const [first, other] = [await aRelay(environment), await aRelay(environment)]
    const clients = await manyClients(first)
    const publish = async (data: string) => {
      for (const channel of ['event:1', 'floor:1']) await api(at(other), 'publish', { channel, data })
    }
    await publish('before')
    await eventually(() => clients.every(({ event, floor }) => event.data().length + floor.data().length === 2))
    await first.kill()
    for (const data of ['missed 1', 'missed 2', 'missed 3']) await publish(data)
    await aRelay({ ...environment, RELAY_PORT: String(first.port) })
    await areBack(clients)
    await publish('after')
    await eventually(() => clients.every(({ event, floor }) => event.data().length + floor.data().length === 8))
    for (const { event, floor } of clients) {
      expect(event.data()).toEqual(['before', 'missed 1', 'missed 2', 'missed 3', 'after'])
      expect(floor.data()).toEqual(['before', 'missed 3', 'after'])
      expect([event.states[1], floor.states[1]]).toEqual(['true true', 'true true'])
    }
  })
})
