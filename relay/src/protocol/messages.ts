// What client and server say to each other, independent of how it is written (JSON or protobuf).
// Names follow the wire; `connInfo` and `chanInfo` are JSON text that is passed on unread.
import type { ProtocolError } from './errors.ts'
import type { Unsubscribe } from './unsubscribes.ts'

/** A place in a channel's stream. Offsets count from 1; the epoch changes when the stream was lost. */
export type StreamPosition = { offset: number; epoch: string }

export type ClientInfo = { user: string; client: string; connInfo?: string; chanInfo?: string }

/** JSON text as the publisher wrote it, or bytes that are no JSON, which only clients that use protobuf can read. Empty in maps: nothing. */
export type Payload = string | Uint8Array

export type Publication = {
  data: Payload
  /** 0 when the channel keeps no history. */
  offset: number
  /** Told with the first publication of a stream, so that clients learn it. */
  epoch?: string
  /** The publisher, when it was a client. */
  info?: ClientInfo
  tags?: Record<string, string>
  /** In a map: whose value it is, … */
  key?: string
  /** … that this key is gone, … */
  removed?: true
  /** … and when that was said; milliseconds. */
  time?: number
}

/** A publication as one kind of subscriber sees it: with `delta`, its data is a patch against the one before. */
export type SentPublication = Publication & { delta?: true }

export const commandNames = [
  'connect',
  'subscribe',
  'unsubscribe',
  'publish',
  'presence',
  'presence_stats',
  'history',
  'send',
  'rpc',
  'refresh',
  'sub_refresh',
] as const
export type CommandName = (typeof commandNames)[number]

/** Of a command. */
export const largestId = 2 ** 32 - 1

/**
 * Fields as they came: each handler judges those it reads. `payload` cuts `data` out as it was written. `size` is that of the
 * whole command, in the units of its format.
 */
export type Command =
  | {
      name: CommandName
      id: number
      size: number
      fields: Readonly<Record<string, unknown>>
      payload: () => Payload | undefined
    }
  | { name: 'pong'; size: number }

/** A command that is to be answered. */
export type CommandRequest = Exclude<Command, { name: 'pong' }>

export type ConnectResult = {
  client: string
  version: string
  expires?: boolean
  /** Seconds. */
  ttl?: number
  /** Seconds; the client expects a ping at least this often. */
  ping?: number
  pong?: boolean
  /** Server-side subscriptions by channel. */
  subs?: ReadonlyMap<string, SubscribeResult>
  /** Where commands go when the transport only streams downwards: a secret, and the node that knows it. */
  session?: string
  node?: string
  /** Milliseconds since 1970. */
  time?: number
  /** From the backend that decided who the client is. */
  data?: Payload
}

export type SubscribeResult = Expiry & {
  recoverable?: boolean
  positioned?: boolean
  wasRecovering?: boolean
  recovered?: boolean
  position?: StreamPosition
  publications?: readonly SentPublication[]
  /** Granted: publications may come as patches. */
  delta?: boolean
  data?: string
  /** Of a map: a page of its values, or live; see `map/map-subscribe.ts`. */
  map?: MapPage
}

/** `phase` is absent when the subscription is live. Without a cursor there is no further page of values. */
export type MapPage = { phase?: number; cursor?: string; state?: readonly SentPublication[] }

export type Expiry = { expires?: boolean; ttl?: number }

export type Reply =
  | { id: number; error: ProtocolError }
  | { id: number; connect: ConnectResult }
  | { id: number; subscribe: SubscribeResult }
  | { id: number; refresh: Expiry }
  | { id: number; rpc: Payload | undefined }
  | { id: number; subRefresh: Expiry }
  | { id: number; presence: readonly ClientInfo[] }
  | { id: number; presenceStats: PresenceStats }
  | { id: number; history: { publications: readonly Publication[]; position: StreamPosition } }
  | { id: number; empty: 'unsubscribe' | 'publish' }

export type PresenceStats = { numClients: number; numUsers: number }

export type Push =
  | { channel: string; pub: SentPublication }
  | { channel: string; join: ClientInfo }
  | { channel: string; leave: ClientInfo }
  | { channel: string; subscribe: SubscribeResult }
  | { channel: string; unsubscribe: Unsubscribe }
  | { refresh: Expiry }
  /** On transports without a close frame. */
  | { disconnect: { code: number; reason: string; reconnect?: true } }
