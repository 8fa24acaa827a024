// The rows that were ticked in a list, and what is said after something was done to them. Used by the pages whose rows can be ticked.
import { useToast } from '@nuxt/ui/composables/useToast'
import { computed, ref } from 'vue'
import { eachSentence } from './each-of.ts'
import type { EachResult } from './each-of.ts'

/** `count`: "1 badge", "12 badges". */
export function useTicked(count: (number: number) => string, refresh: () => Promise<unknown>) {
  const toast = useToast()
  const ids = ref<readonly string[]>([])

  /** `verb`: what was done, "deleted". */
  async function tell(result: EachResult, verb: string): Promise<void> {
    toast.add({ ...eachSentence(result, count, verb), color: result.failed.length > 0 ? 'warning' : 'success' })
    ids.value = []
    await refresh()
  }
  return { ids, words: computed(() => count(ids.value.length)), tell }
}

export type Ticked = ReturnType<typeof useTicked>
