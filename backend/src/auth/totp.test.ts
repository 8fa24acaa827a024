// Codes of authenticator apps, against the vectors of RFC 6238 (appendix B, SHA-1, its last six digits) and RFC 4648.
import { describe, expect, it } from 'vitest'
import { base32, codeAt, newSecret, otpAddress, stepAt, stepOfCode } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

describe('codeAt', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('makes the code of second %i as RFC 6238 has it', (second, code) => {
    expect(codeAt(secret, stepAt(second * 1000))).toBe(code)
  })
})

describe('stepOfCode', () => {
  const now = 1_111_111_111_000
  const step = stepAt(now)
  it('takes the code of now, of the step before and of the one after, and no other', () => {
    const accepted = [-2, -1, 0, 1, 2].map((off) => stepOfCode(secret, codeAt(secret, step + off), now))
    expect(accepted).toEqual([null, step - 1, step, step + 1, null])
  })
  it.each(['', '12345', '1234567', 'abcdef', '０８１８０４'])('takes %s for no code', (code) => {
    expect(stepOfCode(secret, code, now)).toBeNull()
  })
  it('knows a code by its own secret only', () => {
    expect(stepOfCode(newSecret(), codeAt(secret, step), now)).toBeNull()
  })
})

it.each([
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foob', 'MZXW6YQ'],
  ['foobar', 'MZXW6YTBOI'],
])('writes %s as %s, as RFC 4648 has it', (text, written) => expect(base32(Buffer.from(text))).toBe(written))

it('names organisation and account in any script', () => {
  const address = otpAddress(secret, '山 & Co', 'jo+1@example.org')
  expect(address).toMatch(
    /^otpauth:\/\/totp\/%E5%B1%B1%20%26%20Co:jo%2B1%40example\.org\?secret=[A-Z2-7]{32}&issuer=%E5/,
  )
  expect(new URL(address).searchParams.get('issuer')).toBe('山 & Co')
})
