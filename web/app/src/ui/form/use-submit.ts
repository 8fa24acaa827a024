// Sends a form: busy while it is under way, then what was refused, as a sentence and by field. Used by FormDialog and by forms on
// a page of their own.
import { ref } from 'vue'
import { noteWords } from '../../api/notes/note-words.ts'
import { ProblemError, sentenceFor } from '../../api/problem-error.ts'

export function useSubmit(submit: () => Promise<unknown>) {
  const busy = ref(false)
  const problem = ref<string | null>(null)
  const issues = ref<Readonly<Record<string, string>>>({})

  /** True when it worked. */
  async function send(): Promise<boolean> {
    if (busy.value) return false
    busy.value = true
    problem.value = null
    issues.value = {}
    try {
      await submit()
      return true
    } catch (error) {
      problem.value = sentenceFor(error)
      if (error instanceof ProblemError) issues.value = byField(error)
      return false
    } finally {
      busy.value = false
    }
  }
  return { busy, problem, issues, send }
}

/** By the name of the field alone: a group inside a body names its fields with a path. */
function byField({ issues }: ProblemError): Record<string, string> {
  return Object.fromEntries(issues.map((issue) => [issue.path.split('.').at(-1) ?? issue.path, noteWords(issue)]))
}
