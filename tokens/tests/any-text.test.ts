// Any text at all as a token: refused without an exception, unless we signed it. The recorded texts are always tried; FUZZ_RUNS tries
// more than usual (CONTRIBUTING.md).
import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAppToken, createLegacyToken, verifyAppToken } from '../src/app-token.ts'
import { signExchange, verifyExchange } from '../src/exchange-assertion.ts'
import { createRelayToken, verifyRelayToken } from '../src/relay-token.ts'
import { now, nowMs, secret } from './token-forge.ts'

const numRuns = Number(process.env['FUZZ_RUNS'] ?? 300)
const recorded = JSON.parse(readFileSync(new URL('corpus/tokens.json', import.meta.url), 'utf8')) as string[]
const examples = recorded.map((text): [string] => [text])

const part = fc.oneof(
  fc.base64String(),
  fc.string(),
  fc.json().map((json) => Buffer.from(json).toString('base64url')),
)
const tokenLike = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(part, { maxLength: 5 }).map((parts) => parts.join('.')),
)
const claims = fc.record({
  userId: fc.string({ minLength: 1 }),
  email: fc.string({ unit: 'grapheme' }),
  displayName: fc.string({ unit: 'grapheme' }),
  role: fc.string({ minLength: 1 }),
  ver: fc.nat(),
})

describe('any text', () => {
  it('is no token of ours', () => {
    const isRefused = (text: string) => {
      const verdicts = [
        verifyAppToken(text, [secret], nowMs),
        verifyRelayToken(text, [secret], nowMs),
        verifyExchange(text, '{}', [secret], nowMs),
      ]
      expect(verdicts.map(({ ok }) => ok)).toEqual([false, false, false])
    }
    fc.assert(fc.property(tokenLike, isRefused), { numRuns, examples })
  })
})

describe('any claims', () => {
  it('come back from a token as they went in, in both formats', () => {
    fc.assert(
      fc.property(claims, (given) => {
        const whole = { ...given, sub: given.userId }
        const jwt = verifyAppToken(createAppToken({ ...whole, iat: now, exp: now + 60 }, secret), [secret], nowMs)
        expect(jwt).toEqual({ ok: true, format: 'jwt', claims: { ...whole, iat: now, exp: now + 60 } })
        const legacy = createLegacyToken({ ...whole, iat: nowMs, exp: nowMs + 60_000 }, secret)
        expect(verifyAppToken(legacy, [secret], nowMs)).toMatchObject({ ok: true, format: 'legacy', claims: whole })
        expect(verifyAppToken(legacy, [`${secret}x`], nowMs)).toEqual({ ok: false, reason: 'bad_signature' })
      }),
      { numRuns },
    )
  })

  it('of a relay token and an exchange hold for what was signed alone', () => {
    const user = fc.string({ minLength: 1, maxLength: 128 }).filter((sub) => !/\p{Cc}/u.test(sub))
    fc.assert(
      fc.property(user, fc.json(), fc.json(), (sub, body, other) => {
        const token = createRelayToken({ sub, iat: now, exp: now + 3600 }, secret)
        expect(verifyRelayToken(token, [secret], nowMs)).toMatchObject({ ok: true, claims: { sub } })
        const signed = signExchange(body, secret, nowMs)
        expect(verifyExchange(signed, body, [secret], nowMs).ok).toBe(true)
        expect(verifyExchange(signed, other, [secret], nowMs).ok).toBe(body === other)
      }),
      { numRuns },
    )
  })
})
