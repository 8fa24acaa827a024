// The unmodified official client, by every way that it can talk, for the wire suite.
import { Centrifuge as JsonClient, type Options, type PublicationContext, type SubscriptionOptions } from 'centrifuge'
import { Centrifuge as ProtobufClient } from 'centrifuge/build/protobuf'
import { EventSource } from 'eventsource'
import { afterAll } from 'vitest'
import { WebSocket } from 'ws'
import { aWireToken, type WireServer } from './servers.ts'

export type Way = { transport: 'websocket' | 'http_stream' | 'sse'; format: 'json' | 'protobuf' }

export const ways: Way[] = [
  { transport: 'websocket', format: 'json' },
  { transport: 'websocket', format: 'protobuf' },
  { transport: 'http_stream', format: 'json' },
  { transport: 'http_stream', format: 'protobuf' },
  { transport: 'sse', format: 'json' },
]

/** The two builds of one version of the library. */
export type Library = Record<Way['format'], typeof JsonClient>
// Both builds have the same face; their declarations are copies.
const newest: Library = { json: JsonClient, protobuf: ProtobufClient as unknown as typeof JsonClient }

/** The client leaves commands of streaming transports that fail to nobody, which happens when a test kills the relay. */
const forgivingFetch = (address: string, options: RequestInit) =>
  fetch(address, options).catch((error: unknown) => {
    if (address.endsWith('/emulation')) return new Response(null, { status: 503 })
    throw error
  })

/** Tests of one file run at the same time; their clients are closed after the last. */
const open = new Set<JsonClient>()
afterAll(() => {
  for (const client of open) client.disconnect()
})

export type WireClient = ReturnType<typeof aWireClient>

export function aWireClient(
  { base, otherBase }: Pick<WireServer, 'base' | 'otherBase'>,
  { transport, format }: Way,
  options: Partial<Options> = {},
  library = newest,
) {
  const endpoint = `${base.replace('http', transport === 'websocket' ? 'ws' : 'http')}/connection/${transport}`
  const client = new library[format]([{ transport, endpoint }], {
    websocket: WebSocket,
    fetch: forgivingFetch,
    readableStream: ReadableStream,
    eventsource: EventSource,
    emulationEndpoint: `${otherBase}/emulation`,
    token: aWireToken(),
    minReconnectDelay: 100,
    ...options,
  })
  open.add(client)
  const log: string[] = []
  client.on('connected', () => log.push('connected'))
  client.on('connecting', ({ code }) => log.push(`connecting ${code}`))
  client.on('disconnected', ({ code, reason }) => log.push(`disconnected ${code} ${reason}`))
  const plain = (data: unknown): unknown =>
    data instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(data)) : data
  const encode = (data: unknown) => (format === 'json' ? data : new TextEncoder().encode(JSON.stringify(data)))
  return { client, log, plain, encode }
}

/** Subscribes and keeps what comes; connect the client afterwards, or before. */
export function listen({ client, plain }: WireClient, channel: string, options: Partial<SubscriptionOptions> = {}) {
  const subscription = client.newSubscription(channel, options)
  const publications: PublicationContext[] = []
  const states: string[] = []
  subscription.on('publication', (publication) => publications.push(publication))
  subscription.on('subscribed', ({ wasRecovering, recovered }) => states.push(`${wasRecovering} ${recovered}`))
  subscription.on('subscribing', ({ code }) => code > 1 && states.push(`subscribing ${code}`))
  subscription.on('unsubscribed', ({ code }) => states.push(`unsubscribed ${code}`))
  subscription.subscribe()
  return { subscription, publications, states, data: () => publications.map(({ data }) => plain(data)) }
}
