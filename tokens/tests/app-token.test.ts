// The token cases of the app token, one row each (spec 2.2, rules 5).
import { describe, expect, it } from 'vitest'
import { createAppToken, createLegacyToken, verifyAppToken } from '../src/app-token.ts'
import { appClaims, forgeJwt, forgeLegacy, legacyClaims, now, nowMs, secret } from './token-forge.ts'

const verify = (token: string, secrets: readonly string[] = [secret]) => verifyAppToken(token, secrets, nowMs)
const reasonOf = (token: string, secrets?: readonly string[]) => {
  const verdict = verify(token, secrets)
  return verdict.ok ? 'accepted' : verdict.reason
}

describe('createAppToken and createLegacyToken', () => {
  it('make tokens that verify with all their claims', () => {
    const claims = appClaims()
    expect(verify(createAppToken(claims, secret))).toEqual({ ok: true, claims, format: 'jwt' })
    const legacy = legacyClaims()
    expect(verify(createLegacyToken(legacy, secret))).toEqual({ ok: true, claims: legacy, format: 'legacy' })
  })

  it('fill in the issue time from the given clock', () => {
    const verdict = verify(createAppToken(appClaims({ iat: undefined }), secret, { now: nowMs + 1999 }))
    expect(verdict).toMatchObject({ ok: true, claims: { iat: now + 1 } })
  })

  // holds spec 2.2-1, 2.2-2
  it('write the layout of the specification: base64url parts, base64 data with a hex signature', () => {
    expect(createAppToken(appClaims(), secret)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]{43}$/)
    expect(createLegacyToken(legacyClaims(), secret)).toMatch(/^[A-Za-z0-9+/]+={0,2}\.[0-9a-f]{64}$/)
  })

  it('refuse an empty secret and an expiry in the wrong unit', () => {
    expect(() => createAppToken(appClaims(), '')).toThrow('empty secret')
    expect(() => createLegacyToken(legacyClaims(), '')).toThrow('empty secret')
    expect(() => createAppToken(legacyClaims(), secret)).toThrow('seconds')
    expect(() => createLegacyToken(appClaims(), secret)).toThrow('milliseconds')
  })
})

describe('the header of a JWT', () => {
  // holds rules 5-3
  it.each([
    ['none', { alg: 'none' }],
    ['None', { alg: 'None' }],
    ['nOnE', { alg: 'nOnE' }],
    ['hs256', { alg: 'hs256' }],
    ['empty', { alg: '' }],
    ['missing', {}],
    ['null', { alg: null }],
    ['a list', { alg: ['HS256'] }],
    ['RS256', { alg: 'RS256' }],
    ['ES256', { alg: 'ES256' }],
    ['EdDSA', { alg: 'EdDSA' }],
    ['HS512', { alg: 'HS512' }],
  ])('refuses the algorithm %s, with and without a signature', (_, header) => {
    const token = forgeJwt({ header })
    expect(reasonOf(token)).toBe('malformed')
    expect(reasonOf(token.replace(/[^.]*$/, ''))).toBe('malformed')
    expect(reasonOf(token.replace(/\.[^.]*$/, ''))).toBe('malformed')
  })

  it.each([
    ['HS384', 'sha384'],
    ['HS512', 'sha512'],
  ])('refuses a correctly computed %s', (alg, hash) => {
    expect(verify(forgeJwt({ header: { alg }, hash })).ok).toBe(false)
    expect(verify(forgeJwt({ header: { alg: 'HS256' }, hash })).ok).toBe(false)
  })

  it.each([
    ['crit', { alg: 'HS256', crit: ['exp'] }],
    ['empty crit', { alg: 'HS256', crit: [] }],
    ['null crit', { alg: 'HS256', crit: null }],
  ])('refuses %s', (_, header) => expect(reasonOf(forgeJwt({ header }))).toBe('malformed'))

  it.each([
    { jku: 'https://evil.example/keys' },
    { jwk: { kty: 'oct', k: 'AAAA' } },
    { x5u: 'https://evil.example' },
    { kid: '../../dev/null' },
    { b64: false },
    { typ: 'at+jwt' },
    { zip: 'DEF' },
  ])('ignores %j', (extra) => {
    expect(verify(forgeJwt({ header: { alg: 'HS256', ...extra } })).ok).toBe(true)
    expect(reasonOf(forgeJwt({ header: { alg: 'HS256', ...extra }, key: 'AAAA' }))).toBe('bad_signature')
  })

  it('takes the last of two algorithms and inherits none', () => {
    expect(verify(forgeJwt({ header: '{"alg":"none","alg":"HS256"}' })).ok).toBe(true)
    expect(verify(forgeJwt({ header: '{"alg":"HS256","alg":"none"}' })).ok).toBe(false)
    expect(verify(forgeJwt({ header: '{"__proto__":{"alg":"HS256"}}' })).ok).toBe(false)
  })
})

describe('the parts of a token', () => {
  const jwt = forgeJwt({})
  const legacy = forgeLegacy({})
  const [header = '', payload = '', signature = ''] = jwt.split('.')
  const [data = '', hex = ''] = legacy.split('.')

  it.each([
    '',
    '.',
    '..',
    '...',
    'a',
    'a..b',
    header,
    `${jwt}.`,
    `.${jwt}`,
    `${jwt}.x`,
    `${jwt}.x.y`,
    `${header}..${signature}`,
    `.${payload}.${signature}`,
    `${legacy}.`,
    `.${legacy}`,
    `.${hex}`,
    `${data}.`,
    ` ${jwt}`,
    `${jwt} `,
    `${jwt}\n`,
    `Bearer ${jwt}`,
    `${header}.${payload}.${signature}=`,
    `${header}=.${payload}.${signature}`,
    `${header}.${payload}.${Buffer.from(signature, 'base64url').toString('hex')}`,
    `${header}.${payload}.${Buffer.from(signature, 'base64url').toString('base64')}`,
    `${header}.${payload}.${signature.slice(0, 10)}\n${signature.slice(10)}`,
    `${data}.${hex.toUpperCase()}`,
    `${data}.${hex}00`,
    `${data}.${hex}0`,
    `${data}.${Buffer.from(hex, 'hex').toString('base64url')}`,
    `${data.replaceAll('=', '')}=.${hex}=`,
    `${data}\n.${hex}`,
  ])('are spelled in one way only: %j', (token) => expect(verify(token).ok).toBe(false))

  // holds rules 5-6
  it('refuses the other last characters that decode to the same signature', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const accepted = [...alphabet].filter((last) => verify(jwt.slice(0, -1) + last).ok)
    expect(accepted).toEqual([jwt.at(-1)])
  })

  it('refuses what is no string at all', () => {
    for (const value of [undefined, null, 1, {}, [], ['a.b']]) expect(verify(value as never).ok).toBe(false)
  })

  it('accepts 7 KB and refuses more than 16 KB', () => {
    expect(verify(forgeJwt({ payload: appClaims({ more: 'x'.repeat(5_000) }) })).ok).toBe(true)
    expect(verify(forgeLegacy({ payload: legacyClaims({ more: 'x'.repeat(5_000) }) })).ok).toBe(true)
    expect(reasonOf(forgeJwt({ payload: appClaims({ more: 'x'.repeat(13_000) }) }))).toBe('malformed')
    expect(reasonOf(forgeLegacy({ payload: legacyClaims({ more: 'x'.repeat(13_000) }) }))).toBe('malformed')
  })
})

describe('the payload', () => {
  const nested = (depth: number) =>
    `{"a":${'['.repeat(depth)}${']'.repeat(depth)},${JSON.stringify(appClaims()).slice(1)}`

  it.each([
    ['no JSON', 'role=admin'],
    ['null', 'null'],
    ['a number', '1'],
    ['a string', '"x"'],
    ['a list', '[]'],
    ['100,000 nested lists', '['.repeat(100_000)],
    ['5,000 nested lists', nested(2_500)],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
    ['a byte-order mark', `\ufeff${JSON.stringify(appClaims())}`],
    ['trailing text', `${JSON.stringify(appClaims())}x`],
  ])('is refused when it is %s', (_, payload) => {
    expect(reasonOf(forgeJwt({ payload }))).toBe('malformed')
    expect(reasonOf(forgeLegacy({ payload }))).toBe('malformed')
  })

  it('may contain brackets inside strings', () => {
    expect(verify(forgeJwt({ payload: appClaims({ displayName: `"\\${'['.repeat(100)}` }) })).ok).toBe(true)
  })

  it.each([
    { sub: 1 },
    { sub: null },
    { userId: 7 },
    { userId: '', sub: '' },
    { userId: undefined, sub: undefined },
    { email: ['a'] },
    { displayName: {} },
    { role: undefined },
    { role: '' },
    { role: ['admin'] },
    { role: null },
    { ver: '1' },
    { ver: -1 },
    { ver: 1.5 },
  ])('refuses the claims %j', (changes) => {
    expect(reasonOf(forgeJwt({ payload: appClaims(changes) }))).toBe('malformed')
    expect(reasonOf(forgeLegacy({ payload: legacyClaims(changes) }))).toBe('malformed')
  })

  it('needs only an identity, a role and an expiry', () => {
    const verdict = verify(forgeJwt({ payload: { userId: 'u9', role: 'admin', exp: now + 1 } }))
    expect(verdict).toMatchObject({ ok: true, claims: { sub: 'u9', userId: 'u9', role: 'admin', email: '', ver: 0 } })
  })

  it('pollutes nothing and passes on nothing unknown', () => {
    const rest = JSON.stringify(appClaims()).slice(1)
    const payload = `{"__proto__":{"role":"admin","polluted":1},"constructor":{"prototype":{"polluted":1}},"role":"admin",${rest}`
    const verdict = verify(forgeJwt({ payload }))
    expect(verdict).toEqual({ ok: true, claims: appClaims(), format: 'jwt' })
    expect(({} as Record<string, unknown>)['role']).toBeUndefined()
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(verify(forgeJwt({ payload: `{"__proto__":${JSON.stringify(appClaims())},"exp":${now + 9}}` })).ok).toBe(
      false,
    )
  })
})

describe('the time of a token', () => {
  it.each([undefined, null, '9999999999', true, [now + 60], {}, -1, 0, Number.NaN])('refuses the expiry %j', (exp) => {
    expect(reasonOf(forgeJwt({ payload: appClaims({ exp }) }))).toBe('malformed')
    expect(reasonOf(forgeLegacy({ payload: legacyClaims({ exp }) }))).toBe('malformed')
  })

  it('refuses an endless number and a long past one', () => {
    const endless = JSON.stringify(appClaims({ exp: 0 })).replace('"exp":0', '"exp":1e400')
    expect(reasonOf(forgeJwt({ payload: endless }))).toBe('malformed')
    expect(reasonOf(forgeLegacy({ payload: endless }))).toBe('malformed')
    expect(reasonOf(forgeJwt({ payload: appClaims({ exp: 1.5 }) }))).toBe('expired')
  })

  // holds rules 5-4
  it.each([
    [-1, 'expired'],
    [0, 'expired'],
    [1, 'accepted'],
  ])('%i s after now is %s, without leeway', (seconds, outcome) => {
    expect(reasonOf(forgeJwt({ payload: appClaims({ exp: now + seconds }) }))).toBe(outcome)
    expect(reasonOf(forgeLegacy({ payload: legacyClaims({ exp: nowMs + seconds }) }))).toBe(outcome)
  })

  // holds spec 2.2-1; rules 5-5
  it('refuses the unit of the other format', () => {
    expect(reasonOf(forgeJwt({ payload: appClaims({ exp: nowMs + 60_000 }) }))).toBe('malformed')
    expect(reasonOf(forgeLegacy({ payload: legacyClaims({ exp: now + 60 }) }))).toBe('malformed')
  })

  // holds rules 5-4
  it.each([
    ['nbf', 60, 'accepted'],
    ['iat', 60, 'accepted'],
    ['nbf', 61, 'not_yet_valid'],
    ['iat', 3600, 'not_yet_valid'],
  ])('with %s %i s ahead is %s', (name, seconds, outcome) => {
    expect(reasonOf(forgeJwt({ payload: appClaims({ [name]: now + seconds }) }))).toBe(outcome)
    expect(reasonOf(forgeLegacy({ payload: legacyClaims({ [name]: nowMs + seconds * 1000 }) }))).toBe(outcome)
  })

  it.each([null, '1', {}])('refuses the issue time %j', (iat) => {
    expect(reasonOf(forgeJwt({ payload: appClaims({ iat }) }))).toBe('malformed')
    expect(reasonOf(forgeJwt({ payload: appClaims({ nbf: iat }) }))).toBe('malformed')
  })
})

describe('the secret', () => {
  it.each([
    ['another', 'another secret of sufficient length, really'],
    ['with a line break', `${secret}\n`],
    ['in upper case', secret.toUpperCase()],
    ['empty', ''],
  ])('%s is refused', (_, key) => {
    expect(reasonOf(forgeJwt({ key }))).toBe('bad_signature')
    expect(reasonOf(forgeLegacy({ key }))).toBe('bad_signature')
  })

  // holds rules 5-10
  it('is used as text, never decoded from hex', () => {
    const decoded = Buffer.from(secret, 'hex').toString('latin1')
    expect(reasonOf(forgeJwt({ key: decoded }))).toBe('bad_signature')
  })

  it('can be rotated: old and new are accepted until the old one is removed', () => {
    const previous = 'previous secret, previous secret, previous secret'
    const old = forgeJwt({ key: previous })
    const oldLegacy = forgeLegacy({ key: previous })
    for (const token of [old, oldLegacy, forgeJwt({})]) expect(reasonOf(token, [secret, previous])).toBe('accepted')
    for (const token of [old, oldLegacy]) expect(reasonOf(token, [secret])).toBe('bad_signature')
  })

  it('that is not configured verifies nothing', () => {
    expect(reasonOf(forgeJwt({ key: '' }), [''])).toBe('bad_signature')
    expect(reasonOf(forgeJwt({}), [])).toBe('bad_signature')
  })
})
