// Why signing in did not work, in words that say what to do next (interface: words). Used by the sign-in page.
import { ProblemError, sentenceFor } from '../api/problem-error.ts'

export function signInWords(error: unknown): string {
  if (!(error instanceof ProblemError)) return sentenceFor(error)
  if (error.code === 'too_many_attempts') return `Too many attempts from here. Try again ${inWords(error.retryAfter)}.`
  if (error.code === 'account_locked') {
    return `${error.message} Try again ${inWords(error.retryAfter ?? 900)}, or ask an administrator to unlock it.`
  }
  if (error.code === 'validation_failed') {
    const isCode = error.issues.some(({ path }) => path === 'code')
    return isCode
      ? 'Enter the six digits of the app, or a recovery code.'
      : 'Enter a complete email address and your password.'
  }
  if (error.code === 'unreachable') return 'Rollcall cannot be reached. Check your connection and try again.'
  return error.message
}

export const noAccountWords =
  'Your organisation knows you, but there is no account for you here. Ask an administrator to make one with your email address.'

/** What the server layer writes into the address when signing in at the identity provider did not work. */
export function providerWords(code: unknown): string | null {
  if (typeof code !== 'string') return null
  if (code === 'sign_in_expired') return 'Signing in took too long. Start again.'
  if (code === 'identity_incomplete')
    return 'Your identity provider did not tell us your email address. Ask your administrator.'
  if (code === 'provider_unreachable')
    return 'Your identity provider cannot be reached right now. Try again in a moment.'
  return 'Your identity provider did not let you in. Try again, or use a password.'
}

function inWords(seconds: number | null): string {
  if (seconds === null) return 'later'
  if (seconds < 60) return 'in a minute'
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}
