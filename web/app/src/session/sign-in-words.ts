// Why signing in did not work, in words that say what to do next (interface: words). Used by the sign-in page.
import { ProblemError, sentenceFor } from '../api/problem-error.ts'
import { t } from './texts.ts'

export function signInWords(error: unknown): string {
  if (!(error instanceof ProblemError)) return sentenceFor(error)
  if (error.code === 'too_many_attempts') return tooManyWords(error.retryAfter)
  if (error.code === 'account_locked') {
    const minutes = minutesOf(error.retryAfter ?? 900)
    return minutes === 1 ? t('lockedMinute') : t('lockedMinutes', { minutes })
  }
  if (error.code === 'invalid_credentials') return t('wrongCredentials')
  if (error.code === 'temporary_password_over') return t('temporaryOver')
  if (error.code === 'wrong_code') return t('wrongCode')
  if (error.code === 'wrong_passkey') return t('wrongPasskey')
  if (error.code === 'validation_failed') {
    const isCode = error.issues.some(({ path }) => path === 'code')
    return isCode ? t('enterCode') : t('enterComplete')
  }
  if (error.code === 'unreachable') return t('unreachable')
  return sentenceFor(error)
}

/** Whoever gave the right password goes on with another code or passkey. */
export function mayTryAgain(error: unknown): boolean {
  return error instanceof ProblemError && ['wrong_code', 'wrong_passkey', 'unknown'].includes(error.code)
}

export const noAccountWords = (): string => t('noAccount')

/** What the server layer writes into the address when signing in at the identity provider did not work. */
export function providerWords(code: unknown): string | null {
  if (typeof code !== 'string') return null
  if (code === 'sign_in_expired') return t('providerExpired')
  if (code === 'identity_incomplete') return t('providerIncomplete')
  if (code === 'provider_unreachable') return t('providerUnreachable')
  return t('providerRefused')
}

function tooManyWords(seconds: number | null): string {
  if (seconds === null) return t('tooManyLater')
  const minutes = minutesOf(seconds)
  return minutes === 1 ? t('tooManyMinute') : t('tooManyMinutes', { minutes })
}

const minutesOf = (seconds: number) => Math.max(1, Math.ceil(seconds / 60))
