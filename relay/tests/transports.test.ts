// The unmodified official client over every transport and in both formats: the same behaviour, whatever the network allows.
import { Centrifuge as JsonClient, type PublicationContext, type TransportName } from 'centrifuge'
import { Centrifuge as ProtobufClient } from 'centrifuge/build/protobuf'
import { EventSource } from 'eventsource'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { aConfigFile } from './config-file.ts'
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

type Way = { transport: TransportName; format: 'json' | 'protobuf' }

const ways: Way[] = [
  { transport: 'websocket', format: 'protobuf' },
  { transport: 'http_stream', format: 'json' },
  { transport: 'http_stream', format: 'protobuf' },
  { transport: 'sse', format: 'json' },
]

function aClient(
  relay: TestRelay,
  { transport, format }: Way,
  { token = aToken(), getToken = async () => aToken() } = {},
) {
  const address = transport === 'websocket' ? relay.url : `${relay.base}/connection/${transport}`
  const Client = format === 'json' ? JsonClient : ProtobufClient
  const client = new Client([{ transport, endpoint: address }], {
    websocket: WebSocket,
    fetch,
    readableStream: ReadableStream,
    eventsource: EventSource,
    emulationEndpoint: `${relay.base}/emulation`,
    token,
    getToken,
    minReconnectDelay: 100,
  })
  cleanups.push(() => client.disconnect())
  const log: string[] = []
  client.on('connected', ({ transport: used }) => log.push(`connected ${used}`))
  client.on('connecting', ({ code }) => log.push(`connecting ${code}`))
  client.on('disconnected', ({ code, reason }) => log.push(`disconnected ${code} ${reason}`))
  const plain = (data: unknown): unknown =>
    data instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(data)) : data
  return { client, log, plain }
}

function listen({ client, plain }: ReturnType<typeof aClient>, channel: string) {
  const subscription = client.newSubscription(channel)
  const publications: PublicationContext[] = []
  const states: string[] = []
  subscription.on('publication', (publication) => publications.push(publication))
  subscription.on('subscribed', ({ wasRecovering, recovered }) => states.push(`${wasRecovering} ${recovered}`))
  subscription.on('unsubscribed', ({ code }) => states.push(`unsubscribed ${code}`))
  subscription.subscribe()
  return { subscription, publications, states, data: () => publications.map(({ data }) => plain(data)) }
}

describe.each(ways)('the official client by $transport in $format', (way) => {
  it('connects, subscribes and receives publications in order', async () => {
    const relay = await aRelay()
    const one = aClient(relay, way)
    const floor = listen(one, 'floor:1')
    const denied = listen(one, 'news')
    one.client.connect()
    await floor.subscription.ready()
    await eventually(() => denied.states.length === 1)
    const batch = { type: 'position-batch', data: [{ name: 'Zoë 🙂', x: 1.5, big: 12345678901 }] }
    await relay.api('publish', { channel: 'floor:1', data: batch, tags: { kind: 'batch' } })
    for (let serial = 0; serial < 50; serial++) await relay.api('publish', { channel: 'floor:1', data: serial })
    await eventually(() => floor.data().length === 51)
    expect(floor.data()).toEqual([batch, ...Array.from({ length: 50 }, (_, serial) => serial)])
    expect(floor.publications[0]?.tags).toEqual({ kind: 'batch' })
    // The protobuf build gives 64-bit numbers as objects.
    expect(Number(floor.publications[50]?.offset)).toBe(51)
    expect(denied.states).toEqual(['unsubscribed 103'])
    expect(one.log).toEqual(['connecting 0', `connected ${way.transport}`])
  })

  it('is back with everything it missed', async () => {
    const relay = await aRelay()
    const one = aClient(relay, way)
    const event = listen(one, 'event:1')
    one.client.connect()
    await event.subscription.ready()
    await relay.api('publish', { channel: 'event:1', data: 'before' })
    await eventually(() => event.data().length === 1)
    one.client.disconnect()
    for (const data of ['missed 1', 'missed 2']) await relay.api('publish', { channel: 'event:1', data })
    one.client.connect()
    await eventually(() => event.data().length === 3)
    expect(event.data()).toEqual(['before', 'missed 1', 'missed 2'])
    expect(event.states).toEqual(['false false', 'true true'])
  })

  it('publishes, reads history and sees who is there, where the namespace allows it', async () => {
    const options = {
      name: 'room',
      presence: true,
      join_leave: true,
      force_push_join_leave: true,
      history_size: 10,
      history_ttl: '60s',
      allow_subscribe_for_client: true,
      allow_publish_for_subscriber: true,
      allow_history_for_subscriber: true,
      allow_presence_for_subscriber: true,
    }
    const relay = await aRelay({ RELAY_CONFIG: aConfigFile({ namespaces: [options] }) })
    const one = aClient(relay, way)
    const room = listen(one, 'room:1')
    const joined: string[] = []
    room.subscription.on('join', ({ info }) => joined.push(info.user))
    one.client.connect()
    await room.subscription.ready()
    const encode = (data: unknown) => (way.format === 'json' ? data : new TextEncoder().encode(JSON.stringify(data)))
    for (const data of ['first', { second: 'ü' }]) await room.subscription.publish(encode(data))
    await eventually(() => room.data().length === 2)
    const history = await room.subscription.history({ limit: -1, reverse: true })
    expect(history.publications.map(({ data }) => one.plain(data))).toEqual([{ second: 'ü' }, 'first'])
    expect(history.publications[0]?.info?.user).toBe('u1')
    const { clients } = await room.subscription.presence()
    expect(Object.values(clients).map(({ user }) => user)).toEqual(['u1'])
    expect(await room.subscription.presenceStats()).toEqual({ numClients: 1, numUsers: 1 })
    expect(joined).toEqual(['u1'])
    room.subscription.unsubscribe()
    await eventually(async () => JSON.stringify(await relay.api('channels', {})) === '{"result":{"channels":{}}}')
  })

  it('answers pings and renews its token again and again', async () => {
    const environment = { RELAY_PING_INTERVAL: '1', RELAY_PONG_TIMEOUT: '0.9', RELAY_EXPIRED_CLOSE_DELAY: '1' }
    const relay = await aRelay(environment)
    let issued = 0
    const getToken = async () => {
      issued++
      return aToken({ lifetime: 2 })
    }
    const one = aClient(relay, way, { token: '', getToken })
    one.client.connect()
    await eventually(() => issued >= 3, 15_000)
    await eventually(async () => (await relay.metric('centrifugo_client_ping_pong_duration_seconds_count')) >= 2)
    expect(one.log).toEqual(['connecting 0', `connected ${way.transport}`])
  })

  it('fetches a new token when its own has expired, and gives up on one that is forged', async () => {
    const relay = await aRelay()
    const late = aClient(relay, way, { token: aToken({ lifetime: -1 }) })
    late.client.connect()
    await late.client.ready(10_000)
    const forged = aClient(relay, way, { token: aToken({ key: 'another secret' }) })
    forged.client.connect()
    await eventually(() => forged.log.length === 2)
    expect(forged.log).toEqual(['connecting 0', 'disconnected 3500 invalid token'])
  })

  it('stops when it is told to, and comes back after the relay was stopped and started', async () => {
    const first = await aRelay()
    const one = aClient(first, way)
    const floor = listen(one, 'floor:1')
    one.client.connect()
    await floor.subscription.ready()
    expect(await first.stop()).toBe(0)
    const second = await aRelay({ RELAY_PORT: String(first.port) })
    await eventually(() => one.log.filter((line) => line.startsWith('connected')).length === 2)
    await floor.subscription.ready()
    await second.api('disconnect', { user: 'u1' })
    await eventually(() => one.log.at(-1) === 'disconnected 3503 force disconnect')
    await eventually(async () => (await second.metric('centrifugo_node_num_clients')) === 0)
  })
})

it('clients of all transports and formats share a channel', async () => {
  const relay = await aRelay()
  const listeners = [{ transport: 'websocket', format: 'json' } as const, ...ways].map((way) => {
    const one = aClient(relay, way)
    const global = listen(one, 'global:all')
    one.client.connect()
    return global
  })
  await Promise.all(listeners.map(({ subscription }) => subscription.ready()))
  await relay.api('publish', { channel: 'global:all', data: { to: 'all' } })
  await eventually(() => listeners.every(({ publications }) => publications.length === 1))
  expect(listeners.map(({ data }) => data())).toEqual(listeners.map(() => [{ to: 'all' }]))
  const sent = (transport: string) =>
    `centrifugo_transport_messages_sent{transport="${transport}",frame_type="push_publication"`
  const text = await (await fetch(`${relay.base}/metrics`)).text()
  const counts = ['websocket', 'http_stream', 'sse'].map((name) =>
    text.split('\n').find((line) => line.startsWith(sent(name))),
  )
  expect(counts.map((line) => Number(line?.split(' ').at(-1)))).toEqual([2, 2, 1])
})
