// The edges of what is accepted: lengths, types that TypeScript would not let in, and parts that are signed well but are no parts of ours.
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verifyAppToken } from '../src/app-token.ts'
import { maximumTokenLength, openJwt, signJwt } from '../src/compact-jwt.ts'
import { verifyExchange } from '../src/exchange-assertion.ts'
import { logFormat } from '../src/log-format.ts'
import { createRelayToken, verifyRelayToken } from '../src/relay-token.ts'
import { appClaims, forgeJwt, legacyClaims, forgeLegacy, now, nowMs, secret } from './token-forge.ts'

const malformed = { ok: false, reason: 'malformed' }
const anything = (value: unknown) => value as string

/** A token of exactly this length: each third of padding is four characters of base64. */
function tokenOf(length: number): string {
  for (let padding = length / 2; ; padding++) {
    const token = forgeJwt({ payload: appClaims({ note: 'x'.repeat(Math.floor(padding)) }) })
    if (token.length >= length) return token
  }
}

describe('a token', () => {
  it('has at most 16 KiB', () => {
    const longest = tokenOf(maximumTokenLength)
    expect(longest).toHaveLength(16_384)
    expect([verifyAppToken(longest, [secret], nowMs).ok, openJwt(longest, [secret]).ok]).toEqual([true, true])
    const longer = tokenOf(maximumTokenLength + 1)
    expect(verifyAppToken(longer, [secret], nowMs)).toEqual(malformed)
    expect(openJwt(longer, [secret])).toEqual(malformed)
    const relay = forgeJwt({ payload: { sub: 'u1', iat: now, exp: now + 60, note: 'x'.repeat(20_000) } })
    expect(verifyRelayToken(relay, [secret], nowMs)).toEqual(malformed)
  })

  it.each([undefined, null, 7, {}, [forgeJwt({})]])('is text, not %j', (value) => {
    expect(verifyAppToken(anything(value), [secret], nowMs)).toEqual(malformed)
    expect(verifyRelayToken(anything(value), [secret], nowMs)).toEqual(malformed)
    expect(openJwt(anything(value), [secret])).toEqual(malformed)
    expect(verifyExchange(anything(value), '{}', [secret], nowMs)).toEqual(malformed)
  })

  it.each(['', 'a', 'a.b', 'a.b.c.d', '.b.c', 'a..c', 'a.b.', `${forgeJwt({})}.`])(
    'has three parts, unlike %j',
    (text) => {
      expect(openJwt(text, [secret])).toEqual(malformed)
    },
  )

  it('is opened with our own header or with any other that is acceptable', () => {
    expect(openJwt(signJwt({ a: 1 }, secret), [secret])).toEqual({ ok: true, claims: { a: 1 } })
    expect(signJwt({}, secret).split('.')[0]).toBe(Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url'))
    for (const header of ['x', '[]', '{}', { alg: 'HS256', crit: [] }, { alg: 'none' }])
      expect(openJwt(forgeJwt({ header }), [secret])).toEqual(malformed)
  })

  it('of the legacy form lacks what it may lack', () => {
    const claims = { userId: 'u1', role: 'viewer', exp: nowMs + 1 }
    expect(verifyAppToken(forgeLegacy({ payload: claims }), [secret], nowMs)).toEqual({
      ok: true,
      format: 'legacy',
      claims: { sub: 'u1', email: '', displayName: '', ver: 0, iat: undefined, ...claims },
    })
    const [data, signature] = forgeLegacy({ payload: legacyClaims() }).split('.')
    for (const text of [`${data}.`, `.${signature}`, '.'])
      expect(verifyAppToken(text, [secret], nowMs)).toEqual(malformed)
  })
})

describe('a relay token', () => {
  const verdict = (claims: object) =>
    verifyRelayToken(forgeJwt({ payload: { sub: 'u1', iat: now, exp: now + 60, ...claims } }), [secret], nowMs).ok
  it('names a user of at most 128 characters', () => {
    expect([verdict({ sub: 'u'.repeat(128) }), verdict({ sub: 'u'.repeat(129) })]).toEqual([true, false])
    for (const sub of ['', 7, null, undefined, 'a\nb']) expect(verdict({ sub })).toBe(false)
  })
  it('is for a connection, an hour and a minute at most', () => {
    expect(verdict({ channel: 'floor:1' })).toBe(false)
    expect([verdict({ exp: now + 3660 }), verdict({ exp: now + 3661 })]).toEqual([true, false])
    for (const wrong of ['1', undefined])
      expect([verdict({ iat: wrong }), verdict({ exp: wrong })]).toEqual([false, false])
  })
  it('is not made without a user or with another unit', () => {
    expect(() => createRelayToken({ sub: '', iat: now, exp: now + 1 }, secret)).toThrow('user id')
    expect(() => createRelayToken({ sub: 'u1', iat: now, exp: nowMs }, secret)).toThrow('seconds')
  })
})

describe('an exchange', () => {
  const signed = (time: string, nonce: string) => {
    const signature = createHmac('sha256', secret).update(`exchange v1\n${time}\n${nonce}\n{}`).digest('base64url')
    return verifyExchange(`v1.${time}.${nonce}.${signature}`, '{}', [secret], nowMs)
  }
  const nonce = Buffer.alloc(16, 7).toString('base64url')

  it('is signed over a time in milliseconds and a nonce of 16 bytes', () => {
    expect(signed(String(nowMs), nonce)).toEqual({ ok: true, nonce })
    for (const bytes of [15, 17])
      expect(signed(String(nowMs), Buffer.alloc(bytes, 7).toString('base64url'))).toEqual(malformed)
    for (const time of [
      '',
      'x',
      `0${nowMs}`,
      ` ${nowMs}`,
      `${nowMs} `,
      `x${nowMs}`,
      `${nowMs}x`,
      String(now),
      `${nowMs}000`,
    ])
      expect(signed(time, nonce)).toEqual(malformed)
  })
})

it('a line of a log is JSON with the level in words and the time in UTC', () => {
  const { level, base, timestamp, formatters } = logFormat('relay', 'info')
  expect([level, base, formatters.level('warn')]).toEqual(['info', { process: 'relay' }, { level: 'warn' }])
  expect(timestamp()).toMatch(/^,"time":"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"$/)
})
