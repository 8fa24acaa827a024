// Notices that what the signed-in account may do was changed while its pages are open (rules 5): told on its own channel, asked every
// minute where no live connection is, and asked when a call is refused. Called once by App.vue.
import { accountChannel } from '@rollcall/contracts/channels'
import { onScopeDispose, watch } from 'vue'
import { useRouter } from 'vue-router'
import { onRefused } from '../api/call.ts'
import { useLive } from '../realtime/live-store.ts'
import { permitted } from './permission-guard.ts'
import { useSession } from './session-store.ts'

const askEveryMs = 60_000
/** A page whose calls are refused one after the other asks once. */
const notWithinMs = 5_000

export function watchPermissions(): void {
  const session = useSession()
  const live = useLive()
  const router = useRouter()
  let unsubscribe: (() => void) | undefined
  let askedAt = -Infinity

  async function ask(): Promise<void> {
    if (session.user === null || session.mustFirst !== null) return
    askedAt = performance.now()
    // Without an answer what was known stays; an ended session has said so by itself.
    await session.askAgain().catch(() => undefined)
    const { name, meta } = router.currentRoute.value
    if (session.user !== null && !meta.open && !permitted(meta, session.permissions))
      await router.replace({ name: 'forbidden', query: { page: meta.title ?? String(name) } })
  }
  watch(
    () => (live.started ? session.user?.userId : undefined),
    (userId) => {
      unsubscribe?.()
      unsubscribe = userId === undefined ? undefined : live.subscribe(accountChannel(userId), () => void ask())
    },
    { immediate: true },
  )
  const timer = setInterval(() => live.arrives || void ask(), askEveryMs)
  onRefused(({ code }) => {
    if (code === 'forbidden' && performance.now() - askedAt > notWithinMs) void ask()
  })
  onScopeDispose(() => {
    clearInterval(timer)
    unsubscribe?.()
  })
}
