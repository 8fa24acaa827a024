// The open alerts, gravest first: read every half minute, and at once when the relay says that they changed. One reading serves the
// bell and the page; it ends with the last of them.
import { AlertNotice, alertsChannel } from '@rollcall/contracts/channels'
import { alerts } from '@rollcall/contracts/domains/alerts'
import { createSharedComposable, tryOnScopeDispose } from '@vueuse/core'
import { ref, watch } from 'vue'
import { call } from '../api/call.ts'
import { usePolled } from '../api/use-polled.ts'
import { useLive } from '../realtime/live-store.ts'
import { newsIn } from './open-alerts.ts'

const everyMs = 30_000
const shown = 6

export const useOpenAlerts = createSharedComposable(() => {
  const live = useLive()
  const { data, refresh } = usePolled(
    () => call(alerts.list, { query: { state: 'open', sort: 'kind', pageSize: shown } }),
    everyMs,
  )
  /** What somebody should be told at once; a new one replaces the last. */
  const news = ref<string | null>(null)
  let unsubscribe: (() => void) | undefined

  async function told(message: unknown): Promise<void> {
    const notice = AlertNotice.safeParse(message)
    if (!notice.success) return
    const before = data.value
    await refresh()
    if (notice.data.data.raised > 0 && data.value) news.value = newsIn(before, data.value)
  }
  // The connection may open after the bell is there, and anew after another sign-in.
  watch(
    () => live.wanted,
    (wanted) => {
      unsubscribe?.()
      unsubscribe = wanted ? live.subscribe(alertsChannel, (message) => void told(message)) : undefined
    },
    { immediate: true },
  )
  tryOnScopeDispose(() => unsubscribe?.())
  return { open: data, news, refresh }
})
