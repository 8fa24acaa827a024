import { problems } from '@rollcall/contracts/problems'
import { describe, expect, it } from 'vitest'
import { ProblemError, unreachable } from '../api/problem-error.ts'
import { providerWords, signInWords } from './sign-in-words.ts'

const refusal = (code: string, retryAfter: number | null = null) =>
  new ProblemError({ code, message: 'From the server.', status: 400, retryAfter })

describe('signInWords', () => {
  it('says what was wrong as the server does', () => {
    for (const code of ['invalid_credentials', 'temporary_password_over', 'wrong_code'] as const)
      expect(signInWords(refusal(code))).toBe(problems[code].message)
    expect(signInWords(refusal('account_locked'))).toContain(problems.account_locked.message)
  })
  it('passes the server’s sentence on where it has none of its own', () => {
    expect(signInWords(refusal('forbidden'))).toBe('From the server.')
  })
  it('says when to try again after too many attempts', () => {
    expect(signInWords(refusal('too_many_attempts', 840))).toContain('in 14 minutes')
    expect(signInWords(refusal('too_many_attempts', 20))).toContain('in a minute')
    expect(signInWords(refusal('too_many_attempts'))).toContain('later')
  })
  it('says who can unlock an account', () => {
    expect(signInWords(refusal('account_locked'))).toContain('administrator')
  })
  it('says when Rollcall cannot be reached', () => {
    expect(signInWords(unreachable())).toContain('cannot be reached')
  })
  it('never shows the text of an unexpected error', () => {
    expect(signInWords(new Error('x is not a function'))).not.toContain('function')
  })
})

describe('providerWords', () => {
  it('says nothing when nothing went wrong', () => {
    expect(providerWords(undefined)).toBeNull()
  })
  it('says what to do about what the server layer reports, known or not', () => {
    expect(providerWords('provider_unreachable')).toContain('cannot be reached')
    expect(providerWords('sign_in_failed')).toContain('did not let you in')
  })
})
