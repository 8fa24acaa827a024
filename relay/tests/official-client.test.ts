// The unmodified official client against the real relay: what a browser will see (spec 5.5, 6.1).
import { Centrifuge, type Options, type PublicationContext } from 'centrifuge'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { aToken, eventually, startRelay, type TestRelay } from './relay-process.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

async function aRelay(environment: Record<string, string> = {}): Promise<TestRelay> {
  const relay = await startRelay(environment)
  cleanups.push(() => relay.stop())
  return relay
}

function aClient(relay: TestRelay, options: Partial<Options> = {}) {
  const client = new Centrifuge(relay.url, {
    websocket: WebSocket,
    token: aToken(),
    minReconnectDelay: 100,
    ...options,
  })
  cleanups.push(() => client.disconnect())
  const log: string[] = []
  client.on('connected', () => log.push('connected'))
  client.on('connecting', ({ code }) => log.push(`connecting ${code}`))
  client.on('disconnected', ({ code, reason }) => log.push(`disconnected ${code} ${reason}`))
  return { client, log }
}

function listen(client: Centrifuge, channel: string) {
  const subscription = client.newSubscription(channel)
  const publications: PublicationContext[] = []
  const states: string[] = []
  subscription.on('publication', (publication) => publications.push(publication))
  subscription.on('subscribed', ({ wasRecovering, recovered }) => states.push(`${wasRecovering} ${recovered}`))
  subscription.on('unsubscribed', ({ code }) => states.push(`unsubscribed ${code}`))
  subscription.subscribe()
  return { subscription, publications, states, data: () => publications.map(({ data }) => data as unknown) }
}

describe('the official client', () => {
  it('connects, subscribes and receives publications in order', async () => {
    const relay = await aRelay()
    const { client } = aClient(relay)
    const floor = listen(client, 'floor:1')
    const global = listen(client, 'global:all')
    client.connect()
    await Promise.all([floor.subscription.ready(), global.subscription.ready()])
    const batch = { type: 'position-batch', data: [{ transmitterId: 'aa:bb', position: { x: 1.5, y: 99.25 } }] }
    await relay.api('publish', { channel: 'floor:1', data: batch })
    for (let serial = 0; serial < 50; serial++) await relay.api('publish', { channel: 'global:all', data: serial })
    await eventually(() => global.data().length === 50)
    expect(floor.data()).toEqual([batch])
    expect(global.data()).toEqual(Array.from({ length: 50 }, (_, serial) => serial))
  })

  it('learns that a channel is denied or unknown and goes on with the others', async () => {
    const relay = await aRelay()
    const { client } = aClient(relay)
    const [bare, unknown, good] = ['news', 'nope:1', 'floor:1'].map((channel) => listen(client, channel))
    client.connect()
    await good?.subscription.ready()
    await eventually(() => bare?.states.length === 1 && unknown?.states.length === 1)
    expect([bare?.states, unknown?.states]).toEqual([['unsubscribed 103'], ['unsubscribed 102']])
  })

  it('stays connected by renewing short-lived tokens, again and again', async () => {
    const relay = await aRelay({ RELAY_EXPIRED_CLOSE_DELAY: '1' })
    let issued = 0
    const getToken = async () => {
      issued++
      return aToken({ lifetime: 2 })
    }
    const { client, log } = aClient(relay, { token: '', getToken })
    const floor = listen(client, 'floor:1')
    client.connect()
    await eventually(() => issued >= 4, 15_000)
    await relay.api('publish', { channel: 'floor:1', data: 'still here' })
    await eventually(() => floor.data().includes('still here'))
    expect(log).toEqual(['connecting 0', 'connected'])
  })

  it('fetches a new token when its own has expired', async () => {
    const relay = await aRelay()
    const { client, log } = aClient(relay, { token: aToken({ lifetime: -1 }), getToken: async () => aToken() })
    client.connect()
    await client.ready(10_000)
    expect(log.at(-1)).toBe('connected')
  })

  it('gives up for good on an invalid token', async () => {
    const relay = await aRelay()
    const { client, log } = aClient(relay, { token: aToken({ key: 'another secret' }) })
    client.connect()
    await eventually(() => log.length === 2)
    expect(log).toEqual(['connecting 0', 'disconnected 3500 invalid token'])
  })

  it('answers pings and is not closed for silence', async () => {
    const relay = await aRelay({ RELAY_PING_INTERVAL: '1', RELAY_PONG_TIMEOUT: '0.5' })
    const { client, log } = aClient(relay)
    client.connect()
    await client.ready()
    await new Promise((resolve) => setTimeout(resolve, 3000))
    expect(log).toEqual(['connecting 0', 'connected'])
  })

  it('is back with everything it missed after a break of its own connection', async () => {
    const relay = await aRelay()
    const { client } = aClient(relay)
    const event = listen(client, 'event:1')
    client.connect()
    await event.subscription.ready()
    await relay.api('publish', { channel: 'event:1', data: 'before' })
    await eventually(() => event.data().length === 1)
    client.disconnect()
    for (const data of ['missed 1', 'missed 2']) await relay.api('publish', { channel: 'event:1', data })
    client.connect()
    await eventually(() => event.data().length === 3)
    expect(event.data()).toEqual(['before', 'missed 1', 'missed 2'])
    expect(event.states).toEqual(['false false', 'true true'])
  })

  it('comes back by itself after the relay was killed and started again', async () => {
    const first = await aRelay()
    const { client, log } = aClient(first, { getToken: async () => aToken() })
    const floor = listen(client, 'floor:1')
    client.connect()
    await floor.subscription.ready()
    await first.api('publish', { channel: 'floor:1', data: 'before' })
    await eventually(() => floor.data().length === 1)
    await first.kill()
    await eventually(() => log.at(-1) === 'connecting 1')
    const second = await aRelay({ RELAY_PORT: String(first.port) })
    await eventually(() => log.at(-1) === 'connected')
    await floor.subscription.ready()
    await second.api('publish', { channel: 'floor:1', data: 'after' })
    await eventually(() => floor.data().length === 2)
    expect(floor.data()).toEqual(['before', 'after'])
    // The memory of the killed one is gone: the page must know that it may have missed something.
    expect(floor.states).toEqual(['false false', 'true false'])
  })

  it('reconnects after a graceful stop', async () => {
    const first = await aRelay()
    const { client, log } = aClient(first)
    client.connect()
    await client.ready()
    expect(await first.stop()).toBe(0)
    await eventually(() => log.includes('connecting 3001'))
    await aRelay({ RELAY_PORT: String(first.port) })
    await eventually(() => log.at(-1) === 'connected')
  })
})
