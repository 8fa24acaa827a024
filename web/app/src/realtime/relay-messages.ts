// What the page and the worker that holds the relay connection (relay-worker.ts) tell each other.
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import type { Negotiation } from '@rollcall/contracts/domains/realtime'
import type { PageLocation } from './relay-url.ts'

export type RelayState = 'connected' | 'connecting' | 'disconnected'

export type WatchedFloor = { readonly id: string; readonly channel: string }

/** Who changed on the floor in view since the last such message, and through what it was learnt. */
export type FloorUpdate = {
  readonly floorId: string
  readonly changed: readonly PositionEntry[]
  readonly gone: readonly string[]
  readonly through: 'relay' | 'snapshot'
}

export type FloorSnapshot = {
  readonly floorId: string
  readonly entries: readonly PositionEntry[]
  readonly asOf: number
}

export type ToRelay =
  | { readonly type: 'start'; readonly page: PageLocation }
  /** The answer to the oldest open question for a token. */
  | { readonly type: 'negotiated'; readonly answer: Negotiation | 'session-ended' | 'failed' }
  | { readonly type: 'subscribe' | 'unsubscribe'; readonly channel: string }
  /** The floor in view from now on; null when there is none. */
  | { readonly type: 'floor'; readonly floor: WatchedFloor | null }
  | { readonly type: 'snapshot'; readonly snapshot: FloorSnapshot }
  /** Who wants to hear of every move from now on: the painter and the page; nobody while the past is played. */
  | { readonly type: 'show'; readonly ports: readonly MessagePort[] }

export type FromRelay =
  | { readonly type: 'state'; readonly state: RelayState }
  | { readonly type: 'negotiate' }
  | { readonly type: 'publication'; readonly channel: string; readonly data: unknown }
  | { readonly type: 'floor-update'; readonly update: FloorUpdate }
