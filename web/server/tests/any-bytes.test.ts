// Any request target and any Cookie header: what comes through can be read in one way only, and nothing throws. The recorded texts are
// always tried; FUZZ_RUNS tries more than usual (CONTRIBUTING.md).
import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCookies, undecodable } from '../src/cookie-header.ts'
import { isUnder, parseTarget } from '../src/request-path.ts'

const numRuns = Number(process.env['FUZZ_RUNS'] ?? 1000)
const recorded = (name: string) =>
  (JSON.parse(readFileSync(new URL(`corpus/${name}.json`, import.meta.url), 'utf8')) as string[]).map(
    (text): [string] => [text],
  )

/** The pieces of which tricks are made. */
const pieces =
  `/ // /. /.. . .. ; \\ ? # : @ %2f %2F %5c %2e %252e %252f %00 %09 %0a %20 %c0%af %ef%bc%8f api API admin Admin audit auth
  health users zones ａdmin %61dmin a%64min ..;/ ;x=1 %25 %u002f é K`.split(/\s+/)
const target = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((chosen) => `/${chosen.join('')}`),
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((chosen) => `/api/${chosen.join('/')}`),
  fc.string({ unit: 'binary' }).map((text) => `/${text}`),
  fc.webUrl(),
)
const guarded = ['/api', '/api/admin', '/api/audit', '/api/auth', '/api/health', '/api/dev-login']

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** As a careless reader behind us would see it: dot segments resolved, doubled slashes and parameters gone, in small letters. */
function careless(path: string): string {
  const plain = path
    .replaceAll('\\', '/')
    .replaceAll(/;[^/]*/g, '')
    .toLowerCase()
  const segments: string[] = []
  for (const segment of plain.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '.' && segment !== '') segments.push(segment)
  }
  return `/${segments.join('/')}`
}

describe('any request target', () => {
  it('that is accepted is under the same guarded prefixes for every reader', () => {
    const readAlike = (text: string) => {
      const found = parseTarget(text, 'app.example')
      if (typeof found === 'string') return
      expect(found.path + found.query).toBe(text.replace(/^http:\/\/app\.example/, ''))
      const once = decoded(found.path)
      for (const reading of [found.path, once, decoded(once)].flatMap((path) => [path, careless(path)])) {
        const seen = guarded.filter((prefix) => isUnder(reading, prefix))
        expect(seen, `${text} read as ${reading}`).toEqual(guarded.filter((prefix) => isUnder(found.path, prefix)))
      }
    }
    fc.assert(fc.property(target, readAlike), { numRuns, examples: recorded('targets') })
  })
})

describe('any Cookie header', () => {
  const name = fc.stringMatching(/^[a-z_]{1,12}$/)

  it('is read without an exception, and every value is decoded once or marked as undecodable', () => {
    const reads = (header: string) => {
      const sent = header.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
      for (const value of parseCookies(header).values()) {
        expect(value === undecodable || sent.some((text) => value === text || value === decoded(text))).toBe(true)
      }
    }
    fc.assert(fc.property(fc.string({ unit: 'binary' }), reads), { numRuns, examples: recorded('cookies') })
  })

  it('gives back what was set, the first of two of one name', () => {
    const pair = fc.tuple(name, fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(fc.array(pair), (pairs) => {
        const header = pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('; ')
        expect([...parseCookies(header)]).toEqual(firsts(pairs))
      }),
      { numRuns },
    )
  })
})

function firsts(pairs: readonly (readonly [string, string])[]): [string, string][] {
  const found = new Map<string, string>()
  for (const [key, value] of pairs) if (!found.has(key)) found.set(key, value)
  return [...found]
}
