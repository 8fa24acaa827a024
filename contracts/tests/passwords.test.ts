// How long a password may be (docs/accounts.md).
import { expect, it } from 'vitest'
import { NewPassword, Password } from '../src/domains/auth.ts'

it('has 10 characters at least and 72 bytes at most', () => {
  const fits = (text: string) => NewPassword.safeParse(text).success
  expect([fits('a'.repeat(9)), fits('a'.repeat(10)), fits('a'.repeat(72)), fits('a'.repeat(73))]).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect([fits('é'.repeat(36)), fits('é'.repeat(37))]).toEqual([true, false])
})

it('of long ago may be shorter, never empty nor longer than bcrypt reads', () => {
  const fits = (text: string) => Password.safeParse(text).success
  expect([fits(''), fits('a'), fits('a'.repeat(72)), fits('a'.repeat(73)), fits('é'.repeat(37))]).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
})
