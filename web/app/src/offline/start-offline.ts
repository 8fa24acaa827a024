// Makes the application ready for the time without a network, once the page has what it needs itself: what comes here loads later, and
// for those who account for people only. Used by App.vue.
import { useToast } from '@nuxt/ui/composables/useToast'
import { watch } from 'vue'
import { useSession } from '../session/session-store.ts'
import { keepAfterMs, watchKept } from './kept.ts'

export function useOffline(): void {
  const toast = useToast()
  const session = useSession()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stop: (() => void) | null = null
  watchKept()
  watch(
    () => session.user?.userId,
    async (userId) => {
      if (userId && localStorage.getItem('rollcall.push')) await (await import('./push.ts')).dropForeignPush(userId)
    },
    { immediate: true },
  )
  watch(
    () => (session.can('emergency.account') && session.mustFirst === null ? session.user?.userId : undefined),
    (userId) => {
      clearTimeout(timer)
      stop?.()
      stop = null
      if (userId === undefined) return
      timer = setTimeout(async () => {
        const [{ keepRosters }, { registerWorker }] = await Promise.all([
          import('./keep-rosters.ts'),
          import('./register-worker.ts'),
        ])
        if (session.user?.userId !== userId) return
        stop = keepRosters(toast)
        void registerWorker(toast)
      }, keepAfterMs)
    },
    { immediate: true },
  )
}
