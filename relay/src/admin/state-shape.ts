// What the operators' page is told every two seconds. Written by `admin-state.ts`, read by the page.
import type { Totals } from '../operators/totals.ts'

/** What happened within one second. */
export type RateSample = { published: number; delivered: number; clients: number }

export type NodeState = {
  uid: string
  name: string
  version: string
  /** Milliseconds since 1970, as all times here. */
  startedAt: number
  clients: number
  users: number
  channels: number
  subscriptions: number
}

export type ConnectionState = {
  id: string
  user: string
  clientName: string
  transport: string
  since: number
  isSlow: boolean
  status: string
  /** Bytes. */
  queued: number
  channels: readonly string[]
}

export type AdminState = {
  now: number
  /** The first one is the node that answers. */
  nodes: readonly NodeState[]
  isWorking: boolean
  totals: Readonly<Totals>
  samples: readonly RateSample[]
  channels: readonly { name: string; clients: number }[]
  connections: readonly ConnectionState[]
  refusedOrigins: readonly { origin: string; count: number; lastAt: number }[]
}
