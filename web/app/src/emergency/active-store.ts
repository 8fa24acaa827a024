// The emergencies that every page must show while they last. Started by App.vue when somebody is signed in who may read them.
import { EmergencyNotice, globalChannel } from '@rollcall/contracts/channels'
import { emergency } from '@rollcall/contracts/domains/emergency'
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import { call } from '../api/call.ts'
import { keep, keepSoon, readKept } from '../offline/kept.ts'
import { useLive } from '../realtime/live-store.ts'
import { useSession } from '../session/session-store.ts'
import { createActiveFeed } from './active-feed.ts'
import type { ActiveFeed } from './active-feed.ts'

export const useActive = defineStore('active-emergencies', () => {
  const events = shallowRef<readonly Emergency[]>([])
  /** Epoch milliseconds of the last good read; null before the first. */
  const readAt = ref<number | null>(null)
  /** The last read failed: what is shown may be out of date. */
  const stale = ref(false)
  /** The board that is open knows first who is missing. */
  const counted = shallowRef<{ readonly eventId: string; readonly missing: number } | null>(null)
  const missingOf = ({ id, counts }: Emergency) =>
    counted.value?.eventId === id ? counted.value.missing : counts.unknown
  const session = useSession()
  const idsOf = (all: readonly Emergency[]) => all.map(({ id }) => id).join()
  let feed: ActiveFeed | null = null
  let unsubscribe: (() => void) | undefined

  function start(): void {
    if (feed !== null) return
    feed = createActiveFeed({
      read: (signal) => call(emergency.active, {}, signal),
      onRead: (next) => {
        const isNews = idsOf(next) !== idsOf(events.value)
        events.value = next
        readAt.value = Date.now()
        stale.value = false
        // The network may be gone in a moment.
        if (isNews) void keep('answer', 'active', next, session.user?.userId)
        else keepSoon('active', next)
      },
      onProblem: () => {
        stale.value = true
        if (readAt.value === null) void showKept()
      },
    })
    unsubscribe = useLive().subscribe(globalChannel, (data) => {
      const notice = EmergencyNotice.safeParse(data).data?.data
      if (notice) feed?.heard(notice.eventId, notice.state)
    })
  }

  /** What was active when this device last had a network. */
  async function showKept(): Promise<void> {
    const kept = await readKept('answer', 'active')
    if (kept === null || readAt.value !== null || feed === null) return
    events.value = kept.value as Emergency[]
    readAt.value = kept.at
  }

  function stop(): void {
    feed?.stop()
    feed = null
    unsubscribe?.()
    unsubscribe = undefined
    events.value = []
    readAt.value = null
    stale.value = false
  }

  return { events, readAt, stale, counted, missingOf, start, stop, refresh: async () => feed?.refresh() }
})
