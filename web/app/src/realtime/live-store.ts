// Whether this page is live, and since when not (spec 7). Owns the relay connection while somebody is signed in who may
// read positions; the floor plan reports its snapshots here, the live indicator and the notice read from here.
import { canaryChannel } from '@rollcall/contracts/channels'
import { realtime } from '@rollcall/contracts/domains/realtime'
import type { Negotiation } from '@rollcall/contracts/domains/realtime'
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { call } from '../api/call.ts'
import { ProblemError } from '../api/problem-error.ts'
import { createCanaryEar } from './canary-ear.ts'
import type { Hearing } from './canary-ear.ts'
import { liveState } from './live-status.ts'
import { openRelayLink } from './relay-link.ts'
import type { RelayLink } from './relay-link.ts'
import type { RelayState } from './relay-messages.ts'

/** A reconnect within this time goes unmentioned. */
const lateMs = 3_000
const clockStepMs = 500

// Long because every part of a page asks it for something else.
export const useLive = defineStore('live', () => {
  const relay = ref<RelayState>('disconnected')
  const started = ref(false)
  const pollingWorks = ref(false)
  const late = ref(false)
  const hearing = ref<Hearing>('not-yet')
  /** From a receiver's message to a page, as the backend measured it last. */
  const delayMs = ref<number | null>(null)
  /** Epoch milliseconds of the last batch or snapshot; null before the first. */
  const lastUpdateAt = ref<number | null>(null)
  /** The same for batches that came through the relay: positions of the floor in view, and ambient devices. */
  const batchAt = ref<number | null>(null)
  const ambientAt = ref<number | null>(null)
  const state = computed(() =>
    liveState({
      started: started.value,
      relay: relay.value,
      hearing: hearing.value,
      late: late.value,
      pollingWorks: pollingWorks.value,
    }),
  )
  /** Connected, and nothing says that it is in vain. */
  const arrives = computed(() => relay.value === 'connected' && hearing.value !== 'no')
  const ear = createCanaryEar({
    onHearing: (next) => (hearing.value = next),
    onDelay: (next) => (delayMs.value = next),
  })
  let link: RelayLink | null = null
  let lateTimer: ReturnType<typeof setTimeout> | undefined

  function relayIs(next: RelayState): void {
    if (next === 'connected') {
      clearTimeout(lateTimer)
      late.value = false
      ear.connected()
    } else if (relay.value === 'connected' || lateTimer === undefined) {
      lateTimer = setTimeout(() => (late.value = relay.value !== 'connected'), lateMs)
    }
    relay.value = next
  }

  /** An account that is limited to buildings is refused for good: its pages are read every few seconds instead. */
  async function negotiate(): Promise<Negotiation> {
    try {
      return await call(realtime.negotiate)
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'realtime_for_whole_site') stop()
      throw error
    }
  }

  function start(): void {
    if (link !== null) return
    started.value = true
    link = openRelayLink({ negotiate, onState: relayIs })
    link.subscribe(canaryChannel, ear.hear)
  }

  function stop(): void {
    link?.stop()
    link = null
    ear.forget()
    started.value = false
    pollingWorks.value = false
    clearTimeout(lateTimer)
    lateTimer = undefined
    late.value = false
    relay.value = 'disconnected'
    lastUpdateAt.value = batchAt.value = ambientAt.value = null
  }

  function subscribe(channel: string, onData: (data: unknown) => void): () => void {
    return link?.subscribe(channel, onData) ?? (() => undefined)
  }

  /** Clocks on the page show seconds; telling them of every batch would only cost time. */
  function updated(through: 'relay' | 'snapshot'): void {
    const now = Date.now()
    if (now - (lastUpdateAt.value ?? 0) >= clockStepMs) lastUpdateAt.value = now
    if (through === 'relay' && now - (batchAt.value ?? 0) >= clockStepMs) batchAt.value = now
  }

  /** The page shows another floor, or none: what came for the last one says nothing about it. */
  function forgetUpdates(): void {
    lastUpdateAt.value = batchAt.value = null
  }

  return {
    relay,
    late,
    started,
    pollingWorks,
    lastUpdateAt,
    batchAt,
    ambientAt,
    state,
    arrives,
    delayMs,
    start,
    stop,
    subscribe,
    /** The floor in view; absent while nothing is live. */
    floor: () => link,
    updated,
    forgetUpdates,
  }
})
