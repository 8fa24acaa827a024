// A client's subscription to one channel, as its session has it; the hub reads less of it.
import type { ChannelSubscription } from '../hub/subscriber.ts'

export type Subscription = ChannelSubscription & {
  /** Made by the HTTP API, not asked for by the client. */
  isServerSide: boolean
  isPositioned: boolean
  isRecoverable: boolean
  /** Milliseconds; null for as long as the connection. */
  expiresAt: number | null
  /** Told to others in this channel; JSON text. */
  info: string | undefined
}
