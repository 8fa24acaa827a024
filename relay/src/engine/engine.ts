// What keeps and carries publications and presence. The memory engine serves one node; one on Redis serves several.
// The engine hands every publication, join and leave to `Delivery` in channel order; the hub fans them out.
import type { MapStore, MapSuppression } from '../map/map-store.ts'
import type { ClientInfo, Payload, PresenceStats, Publication, StreamPosition } from '../protocol/messages.ts'

export type MessageType = 'publication' | 'join' | 'leave'

/** As Centrifugo calls them. */
export type Suppression = 'idempotency' | 'version'

export type Delivery = {
  /** For the figures: a message was taken here, whoever it reaches. */
  accepted: (type: MessageType, channel: string) => void
  /** For the figures: a publication was a repetition, or older than the last, and nothing was published. */
  suppressed: (reason: Suppression, channel: string) => void
  /** For the figures: the same of a key of a map. */
  mapSuppressed: (kind: 'publish' | 'remove', reason: MapSuppression, channel: string) => void
  /** For the figures: so many keys were over and are gone now. */
  mapSwept: (keys: number) => void
  /** For the figures: those that are over could not be removed. */
  mapSweepFailed: () => void
  /** For the figures: milliseconds that a publication took from the node that took it to this one. */
  lagged: (channel: string, milliseconds: number) => void
  /** For the figures: a publication of another node came out of its order and was not handed on. */
  dropped: (channel: string) => void
  /** For the figures: the connection between the nodes broke. */
  broken: () => void
  publication: (channel: string, publication: Publication, position: StreamPosition | null) => void
  join: (channel: string, info: ClientInfo) => void
  leave: (channel: string, info: ClientInfo) => void
  /** Publications of the channel may have been missed: whoever is subscribed here has to recover. */
  lost: (channel: string) => void
}

export type PublishOptions = {
  /** Both 0 when the channel keeps no history. `historyTtl` in milliseconds. */
  historySize: number
  historyTtl: number
  info?: ClientInfo
  tags?: Record<string, string>
  /** A repeat within five minutes publishes nothing and gets the first answer. */
  idempotencyKey?: string
  /** With history: a version not above the last one of the same version epoch is dropped silently. */
  version?: number
  versionEpoch?: string
}

export type HistoryFilter = {
  /** Undefined: all; 0: only the position. */
  limit?: number
  /** Exclusive. */
  since?: StreamPosition
  reverse?: boolean
}

/** Milliseconds that the position of a channel's stream is remembered after its last use, so that its epoch stays true. */
export type MetaTtlOf = (channel: string) => number

export type History = { publications: readonly Publication[]; position: StreamPosition }

/** The engine cannot be reached at the moment, which it has said in the log itself. */
export class EngineUnavailable extends Error {
  constructor() {
    super('The engine cannot be reached.')
  }
}

/** The other nodes that share the engine. */
export type Peers = {
  /** The answers of all other nodes that gave one in time; rejects when they cannot be asked. */
  ask: (question: string, details: string) => Promise<string[]>
  /** To one node, without an answer; false when there is no such node. */
  send: (node: string, message: string, details: string) => Promise<boolean>
  /** How questions and messages of other nodes are answered here. */
  serve: (answer: (question: string, details: string) => Promise<string>) => void
  /** Nodes in all, this one included. */
  count: () => Promise<number>
}

export type Engine = {
  /** This node has one more subscriber: publications that follow are delivered. Undefined when that is so already. */
  enter: (channel: string) => Promise<void> | undefined
  /** One less; once for every `enter`, also for one that failed. */
  leave: (channel: string) => void
  /** Answers once the publication is accepted, not when clients have it; null when the channel keeps no history. */
  publish: (channel: string, data: Payload, options: PublishOptions) => Promise<StreamPosition | null>
  history: (channel: string, filter: HistoryFilter) => Promise<History>
  removeHistory: (channel: string) => Promise<void>
  /** Values by key; the changes of a map are its history. */
  maps: MapStore
  addPresence: (channel: string, info: ClientInfo) => Promise<void>
  removePresence: (channel: string, client: string) => Promise<void>
  presence: (channel: string) => Promise<ClientInfo[]>
  presenceStats: (channel: string) => Promise<PresenceStats>
  publishJoin: (channel: string, info: ClientInfo) => Promise<void>
  publishLeave: (channel: string, info: ClientInfo) => Promise<void>
  /** False when publications cannot be taken or would not reach the subscribers. */
  isWorking: () => Promise<boolean>
  /** Null when this node is the only one. */
  peers: Peers | null
  stop: () => Promise<void>
}
