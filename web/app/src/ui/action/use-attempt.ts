// Does something that may be refused: busy while it is under way, and a note with the reason when it did not work.
import { useToast } from '@nuxt/ui/composables/useToast'
import { ref } from 'vue'
import { sentenceFor } from '../../api/problem-error.ts'

/** `failure`: what to say above the reason. `afterwards` runs when it worked. */
export function useAttempt(failure: () => string, afterwards: () => unknown = () => undefined) {
  const toast = useToast()
  const busy = ref(false)

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    if (busy.value) return
    busy.value = true
    try {
      await work()
      await afterwards()
    } catch (error) {
      toast.add({ title: failure(), description: sentenceFor(error), color: 'error' })
    } finally {
      busy.value = false
    }
  }
  return { busy, attempt, toast }
}
