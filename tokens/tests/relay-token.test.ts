// The relay token's rules (spec 2.3, rules 7), one row each.
import { describe, expect, it } from 'vitest'
import { createRelayToken, verifyRelayToken } from '../src/relay-token.ts'
import { appClaims, forgeJwt, forgeLegacy, now, nowMs, secret } from './token-forge.ts'

const claims = (changes: Record<string, unknown> = {}) => ({ sub: 'u1', iat: now, exp: now + 3600, ...changes })
const outcome = (payload: unknown, key = secret) => {
  const verdict = verifyRelayToken(forgeJwt({ payload, key }), [secret], nowMs)
  return verdict.ok ? 'accepted' : verdict.reason
}

describe('the relay token', () => {
  it('verifies with its three claims and nothing else', () => {
    expect(verifyRelayToken(createRelayToken(claims(), secret), [secret], nowMs)).toEqual({
      ok: true,
      claims: claims(),
    })
    const greedy = claims({ channels: ['floor:1'], subs: { 'floor:1': {} }, caps: [], info: { admin: true }, meta: {} })
    expect(verifyRelayToken(forgeJwt({ payload: greedy }), [secret], nowMs)).toEqual({ ok: true, claims: claims() })
  })

  it.each([
    [{ sub: undefined }, 'malformed'],
    [{ sub: '' }, 'malformed'],
    [{ sub: 42 }, 'malformed'],
    [{ sub: 'u'.repeat(128) }, 'accepted'],
    [{ sub: 'u'.repeat(129) }, 'malformed'],
    [{ sub: 'u1\nu2' }, 'malformed'],
    [{ channel: 'floor:1' }, 'malformed'],
    [{ exp: undefined }, 'malformed'],
    [{ exp: String(now + 60) }, 'malformed'],
    [{ exp: nowMs + 60_000 }, 'malformed'],
    [{ exp: now + 10 * 365 * 86_400 }, 'malformed'],
    [{ exp: now + 3661 }, 'malformed'],
    [{ exp: now + 3660 }, 'accepted'],
    [{ iat: undefined }, 'malformed'],
    [{ iat: 'yesterday' }, 'malformed'],
    [{ iat: now - 3000, exp: now }, 'expired'],
    [{ iat: now - 3000, exp: now - 1 }, 'expired'],
    [{ iat: now - 3000, exp: now + 1 }, 'accepted'],
    [{ iat: now + 60 }, 'accepted'],
    [{ iat: now + 121 }, 'not_yet_valid'],
    [{ iat: now + 300, exp: now + 3900 }, 'not_yet_valid'],
    [{ nbf: now + 121 }, 'not_yet_valid'],
  ])('with %j is %s', (changes, expected) => expect(outcome(claims(changes))).toBe(expected))

  it('with a bad signature says so even when it is expired', () => {
    expect(outcome(claims({ iat: now - 9000, exp: now - 5400 }), 'another secret')).toBe('bad_signature')
  })

  // holds spec 2.3-5
  it('is no legacy token and no app token of another secret', () => {
    expect(verifyRelayToken(forgeLegacy({}), [secret], nowMs).ok).toBe(false)
    expect(outcome(appClaims(), 'the secret of the app tokens')).toBe('bad_signature')
  })

  it('survives a rotation of the secret', () => {
    const old = forgeJwt({ payload: claims(), key: 'previous' })
    expect(verifyRelayToken(old, [secret, 'previous'], nowMs).ok).toBe(true)
    expect(verifyRelayToken(old, [secret], nowMs).ok).toBe(false)
  })

  it('is not created without a user, with an empty secret or with an expiry in milliseconds', () => {
    expect(() => createRelayToken(claims({ sub: '' }), secret)).toThrow('user id')
    expect(() => createRelayToken(claims(), '')).toThrow('empty secret')
    expect(() => createRelayToken(claims({ exp: nowMs }), secret)).toThrow('seconds')
  })
})
