// Thousands of damaged tokens per format: none is accepted, none throws (rules 5).
import { describe, expect, it } from 'vitest'
import { verifyAppToken } from '../src/app-token.ts'
import { verifyRelayToken } from '../src/relay-token.ts'
import { appClaims, forgeJwt, forgeLegacy, legacyClaims, now, nowMs, secret, seededRandom } from './token-forge.ts'

const formats = [
  {
    name: 'standard JWT',
    good: forgeJwt({}),
    other: forgeJwt({ payload: appClaims({ role: 'admin' }), key: 'another secret' }),
    accepts: (token: string) => verifyAppToken(token, [secret], nowMs).ok,
  },
  {
    name: 'legacy token',
    good: forgeLegacy({}),
    other: forgeLegacy({ payload: legacyClaims({ role: 'admin' }), key: 'another secret' }),
    accepts: (token: string) => verifyAppToken(token, [secret], nowMs).ok,
  },
  {
    name: 'relay token',
    good: forgeJwt({ payload: { sub: 'u1', iat: now, exp: now + 3600 } }),
    other: forgeJwt({ payload: { sub: 'u2', iat: now, exp: now + 3600 }, key: 'another secret' }),
    accepts: (token: string) => verifyRelayToken(token, [secret], nowMs).ok,
  },
]

describe.each(formats)('a mutated $name', ({ good, other, accepts }) => {
  it('is the mutation of a token that is accepted', () => expect(accepts(good)).toBe(true))

  // holds spec 2.2-3
  it('is refused for every single flipped bit', () => {
    const flipped = [...good].flatMap((character, at) =>
      Array.from({ length: 8 }, (_, bit) => {
        const changed = String.fromCharCode(character.charCodeAt(0) ^ (1 << bit))
        return good.slice(0, at) + changed + good.slice(at + 1)
      }),
    )
    expect(flipped.length).toBe(good.length * 8)
    expect(flipped.filter(accepts)).toEqual([])
  })

  it('is refused for every truncation at either end', () => {
    const cut = [...good].flatMap((_, at) => [good.slice(0, at), good.slice(at + 1)])
    expect(cut.filter(accepts)).toEqual([])
  })

  it('is refused for 5,000 random combinations of edits, swapped parts and other encodings', () => {
    const random = seededRandom(20261101)
    const mutants = Array.from({ length: 5_000 }, () => mutate(good, other, random)).filter((token) => token !== good)
    expect(mutants.length).toBeGreaterThan(4_500)
    expect(mutants.filter(accepts)).toEqual([])
  })
})

function mutate(good: string, other: string, random: () => number): string {
  const pick = (below: number) => Math.floor(random() * below)
  const parts = good.split('.')
  const foreign = other.split('.')
  const at = pick(good.length)
  const part = pick(parts.length)
  const text = parts[part] ?? ''
  const replaced = (value: string) => parts.map((own, index) => (index === part ? value : own)).join('.')
  const edits: (() => string)[] = [
    () => good.slice(0, at) + String.fromCharCode(pick(0x2100)) + good.slice(at + 1),
    () => good.slice(0, at) + String.fromCharCode(32 + pick(95)) + good.slice(at),
    () => good.slice(0, at) + good.slice(at + 1 + pick(8)),
    () => good.slice(0, at) + good.slice(at).toUpperCase(),
    () => replaced(foreign[part] ?? ''),
    () => replaced(foreign[pick(foreign.length)] ?? ''),
    () => parts.toSorted(() => random() - 0.5).join('.'),
    () => [...parts, ...parts].slice(pick(3), 2 + pick(4)).join('.'),
    () => replaced(text + '='.repeat(1 + pick(3))),
    () => replaced(Buffer.from(text, 'base64').toString('hex')),
    () => replaced(Buffer.from(text, 'hex').toString('base64url')),
    () => replaced(Buffer.from(text).toString('base64url')),
    () => replaced(encodeURIComponent(`${text} `)),
    () => replaced(flippedByte(text, pick)),
    () => replaced([...text].reverse().join('')),
  ]
  const once = edits[pick(edits.length)]?.() ?? ''
  return random() < 0.3 ? once + String.fromCharCode(pick(128)) : once
}

/** Changes a decoded byte and encodes it again, so that only the signature can tell. */
function flippedByte(text: string, pick: (below: number) => number): string {
  const encoding = /^[0-9a-f]{64}$/.test(text) ? 'hex' : /[+/=]/.test(text) ? 'base64' : 'base64url'
  const bytes = Buffer.from(text, encoding)
  const at = pick(bytes.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << pick(8))
  return bytes.toString(encoding)
}
