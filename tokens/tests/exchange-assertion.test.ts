// The assertion that the server layer adds to an identity-provider exchange (rules 3).
import { describe, expect, it } from 'vitest'
import { signExchange, verifyExchange } from '../src/exchange-assertion.ts'
import { nowMs, secret } from './token-forge.ts'

const body = JSON.stringify({ email: 'ada@example.com', name: 'Ada', okta: true, groups: ['staff'] })
const outcome = (value: string, text = body, key = secret, at = nowMs) => {
  const verdict = verifyExchange(value, text, [key], at)
  return verdict.ok ? 'accepted' : verdict.reason
}

describe('the exchange assertion', () => {
  const value = signExchange(body, secret, nowMs)

  it('verifies and tells its nonce, which never repeats', () => {
    const nonces = new Set(
      Array.from({ length: 500 }, () => {
        const verdict = verifyExchange(signExchange(body, secret, nowMs), body, ['the new one', secret], nowMs)
        return verdict.ok ? verdict.nonce : 'refused'
      }),
    )
    expect(nonces.size).toBe(500)
    expect(nonces).not.toContain('refused')
  })

  it.each([
    [0, 'accepted'],
    [59_999, 'accepted'],
    [60_000, 'expired'],
    [-60_000, 'accepted'],
    [-60_001, 'not_yet_valid'],
  ])('judged %i ms after signing is %s', (after, expected) => {
    expect(outcome(value, body, secret, nowMs + after)).toBe(expected)
  })

  // holds rules 3-1
  it('belongs to one body, one secret, one time and one nonce', () => {
    const [version, time, nonce, signature] = value.split('.')
    expect(outcome(value, body.replace('Ada', 'Eve'))).toBe('bad_signature')
    expect(outcome(value, `${body} `)).toBe('bad_signature')
    expect(outcome(value, body, `${secret}x`)).toBe('bad_signature')
    expect(outcome(value, body, '')).toBe('bad_signature')
    expect(outcome([version, Number(time) + 1, nonce, signature].join('.'))).toBe('bad_signature')
    expect(outcome([version, time, 'A'.repeat(22), signature].join('.'))).toBe('bad_signature')
  })

  it.each([
    '',
    '.',
    'v1',
    'v1...',
    `v2${value.slice(2)}`,
    `${value}.x`,
    `${value}=`,
    `${value} `,
    ` ${value}`,
    'x'.repeat(9_000),
  ])('refuses %j without throwing', (text) => expect(outcome(text)).toBe('malformed'))

  it('refuses every change of a single character', () => {
    const accepted = []
    for (let at = 0; at < value.length; at++) {
      for (const other of ['A', 'b', '0', '9', '-', '.', '=', ' ']) {
        const changed = value.slice(0, at) + other + value.slice(at + 1)
        if (changed !== value && outcome(changed) === 'accepted') accepted.push(changed)
      }
    }
    expect(accepted).toEqual([])
  })

  it('is not signed with an empty secret', () => expect(() => signExchange(body, '')).toThrow('empty secret'))
})
