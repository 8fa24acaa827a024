// Why signing in did not work, in words that say what to do next (design: words). Used by the sign-in page.
import { ProblemError, sentenceFor } from '../api/problem-error.ts'

export function signInWords(error: unknown): string {
  if (!(error instanceof ProblemError)) return sentenceFor(error)
  if (error.code === 'too_many_attempts') return `Too many attempts from here. Try again ${inWords(error.retryAfter)}.`
  if (error.code === 'account_locked') {
    return `${error.message} Try again ${inWords(error.retryAfter ?? 900)}, or ask an administrator to unlock it.`
  }
  if (error.code === 'validation_failed') return 'Enter a complete email address and your password.'
  if (error.code === 'unreachable') return 'Rollcall cannot be reached. Check your connection and try again.'
  return error.message
}

function inWords(seconds: number | null): string {
  if (seconds === null) return 'later'
  if (seconds < 60) return 'in a minute'
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}
