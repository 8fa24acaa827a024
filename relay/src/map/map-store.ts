// What keeps the values of maps: in this process, or in Redis for several nodes. Every change is also a publication of the channel,
// which the engine hands to its subscribers, and an entry of its stream, which `Engine.history` reads.
import type { ClientInfo, Payload, Publication, StreamPosition } from '../protocol/messages.ts'

export type MapPublishOptions = {
  info?: ClientInfo
  tags?: Record<string, string>
  idempotencyKey?: string
  /** Of the key; one that is not above the last of the same epoch changes nothing. An empty epoch is that of the last. */
  version?: number
  versionEpoch?: string
  /** Changes nothing unless the key is new, or is there. */
  onlyIf?: 'new' | 'exists'
  /** A key that was not changed because it is there lives as long as one that was. */
  refreshes?: boolean
}

export type MapRemoveOptions = Pick<MapPublishOptions, 'idempotencyKey'>

/** As Centrifugo calls them. */
export type MapSuppression = 'idempotency' | 'version' | 'key_exists' | 'key_not_found'

/** `suppressed`: why nothing was changed, if so. */
export type MapOutcome = { position: StreamPosition; suppressed?: MapSuppression }

/** `after`: a cursor. Without a limit: all. */
export type MapFilter = { key?: string; after?: string; limit?: number }

/** Values by key in the order of the keys. With a cursor there are more. */
export type MapState = { values: readonly Publication[]; position: StreamPosition; cursor: string }

export type MapStore = {
  publish: (channel: string, key: string, data: Payload, options: MapPublishOptions) => Promise<MapOutcome>
  remove: (channel: string, key: string, options: MapRemoveOptions) => Promise<MapOutcome>
  read: (channel: string, filter: MapFilter) => Promise<MapState>
  count: (channel: string) => Promise<number>
  /** Forgets all; subscribers have to start anew. */
  clear: (channel: string) => Promise<void>
  /** Seconds for which the oldest key is over and still there, as far as this node knows. */
  cleanupLag: () => number
}

/** The map has as many keys or bytes as it may. */
export class MapFull extends Error {
  constructor() {
    super('The map is full.')
  }
}

/** Keys and bytes of one channel, and bytes of all that one process keeps. */
export type MapLimits = { mapKeys: number; mapBytes: number; mapMemory: number }
