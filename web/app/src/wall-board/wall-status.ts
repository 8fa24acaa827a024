// What the wall board may honestly say about itself: whether its picture is live, and since when it is not (interface: live things move
// honestly). For WallHeader.vue.
import type { LiveState } from '../realtime/live-status.ts'

/** live: as it happens; polled: read every ten seconds; lost: nothing comes, and what is shown is as old as `since`. */
export type WallStatus = { readonly kind: 'live' | 'connecting' | 'polled' | 'lost'; readonly since: number | null }

export type WallFacts = {
  /** The browser has a network. */
  readonly online: boolean
  readonly live: LiveState
  /** The last read of the numbers failed. */
  readonly failed: boolean
  /** Epoch milliseconds of the numbers that are shown; null before the first. */
  readonly readAt: number | null
  /** When live updates stopped; null: they have not, or never began. */
  readonly stoppedAt: number | null
}

export function wallStatus({ online, live, failed, readAt, stoppedAt }: WallFacts): WallStatus {
  if (!online || failed) return { kind: 'lost', since: readAt }
  if (live === 'live') return { kind: 'live', since: null }
  // A short gap is not worth alarming a room.
  if (live === 'reconnecting') return { kind: 'connecting', since: null }
  return { kind: 'polled', since: stoppedAt }
}
