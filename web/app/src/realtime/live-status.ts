// What the page may honestly say about its own freshness (spec 7, interface: live things move honestly).

import type { Hearing } from './canary-ear.ts'
import { t } from './texts.ts'

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
  live: {
    get label() {
      return t('live')
    },
    get detail() {
      return t('positionsArriveAsThey')
    },
  },
  reconnecting: {
    get label() {
      return t('connecting')
    },
    get detail() {
      return t('waitingForLiveUpdates')
    },
  },
  silent: {
    get label() {
      return t('nothingArrives')
    },
    get detail() {
      return t('connectedButNoLiveUpdates')
    },
  },
  polling: {
    get label() {
      return t('every10S')
    },
    get detail() {
      return t('liveUpdatesStopped')
    },
  },
  off: {
    get label() {
      return t('notLive')
    },
    get detail() {
      return t('yourAccountDoesNotInclude')
    },
  },
}
