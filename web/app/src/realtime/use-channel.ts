// Listens to one channel of the relay while a component is there. The connection may open after it, and anew after another sign-in.
import { tryOnScopeDispose } from '@vueuse/core'
import { watch } from 'vue'
import { useLive } from './live-store.ts'

export function useChannel(channel: string, onMessage: (message: unknown) => unknown): void {
  const live = useLive()
  let unsubscribe: (() => void) | undefined
  watch(
    () => live.started,
    (started) => {
      unsubscribe?.()
      unsubscribe = started ? live.subscribe(channel, (message) => void onMessage(message)) : undefined
    },
    { immediate: true },
  )
  tryOnScopeDispose(() => unsubscribe?.())
}
