// What the page may honestly say about its own freshness (spec 7, interface: live things move honestly).

export type LiveState = 'live' | 'reconnecting' | 'polling' | 'off'

export type LiveFacts = {
  /** Somebody is signed in who may see live data at all. */
  readonly started: boolean
  readonly relay: 'connected' | 'connecting' | 'disconnected'
  /** Not connected for longer than a moment; a short gap is not worth alarming anybody. */
  readonly late: boolean
  /** The last snapshot arrived; false after a failed one. */
  readonly pollingWorks: boolean
}

export function liveState({ started, relay, late, pollingWorks }: LiveFacts): LiveState {
  if (!started) return 'off'
  if (relay === 'connected') return 'live'
  return late && pollingWorks ? 'polling' : 'reconnecting'
}

export const liveWords: Record<LiveState, { readonly label: string; readonly detail: string }> = {
  live: { label: 'Live', detail: 'Positions arrive as they happen.' },
  reconnecting: { label: 'Connecting', detail: 'Waiting for live updates. Rollcall keeps trying to connect.' },
  polling: {
    label: 'Every 10 s',
    detail: 'Live updates stopped. Positions are read every 10 seconds until they return.',
  },
  off: { label: 'Not live', detail: 'Your role does not include live positions. Numbers are read every 10 seconds.' },
}
