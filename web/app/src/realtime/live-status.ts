// What the page may honestly say about its own freshness (spec 7, interface: live things move honestly).

import type { Hearing } from './canary-ear.ts'

export type LiveState = 'live' | 'reconnecting' | 'silent' | 'polling' | 'off'

export type LiveFacts = {
  /** Somebody is signed in who may see live data at all. */
  readonly started: boolean
  readonly relay: 'connected' | 'connecting' | 'disconnected'
  /** Whether anything arrives over that connection. */
  readonly hearing: Hearing
  /** Not connected for longer than a moment; a short gap is not worth alarming anybody. */
  readonly late: boolean
  /** The last snapshot arrived; false after a failed one. */
  readonly pollingWorks: boolean
}

export function liveState({ started, relay, hearing, late, pollingWorks }: LiveFacts): LiveState {
  if (!started) return 'off'
  if (relay === 'connected') return connectedState[hearing]
  return late && pollingWorks ? 'polling' : 'reconnecting'
}

/** A connection over which nothing comes is not live. */
const connectedState = { yes: 'live', 'not-yet': 'reconnecting', no: 'silent' } as const

export const liveWords: Record<LiveState, { readonly label: string; readonly detail: string }> = {
  live: { label: 'Live', detail: 'Positions arrive as they happen.' },
  reconnecting: { label: 'Connecting', detail: 'Waiting for live updates. Rollcall keeps trying to connect.' },
  silent: {
    label: 'Nothing arrives',
    detail: 'Connected, but no live updates arrive. Positions are read every 10 seconds meanwhile.',
  },
  polling: {
    label: 'Every 10 s',
    detail: 'Live updates stopped. Positions are read every 10 seconds until they return.',
  },
  off: {
    label: 'Not live',
    detail: 'Your account does not include live positions. What you may see is read every 10 seconds.',
  },
}
