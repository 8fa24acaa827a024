// Which pages may connect, and how refusals are told.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAllowedOrigins, originPattern } from './allowed-origins.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

function origins(texts: readonly string[], allowsMissing = true) {
  const lines: object[] = []
  const refusals = { count: 0 }
  const patterns = texts.map((text) => originPattern(text)!)
  const warn = (fields: object | string, text?: string) => {
    expect(text).toContain('RELAY_ALLOWED_ORIGINS')
    lines.push(Object(fields) as object)
  }
  return { ...createAllowedOrigins(patterns, allowsMissing, { warn }, () => void refusals.count++), lines, refusals }
}

it.each([
  ['app.example', 'https://app.example', true],
  ['app.example', 'http://app.example', false],
  ['http://app.example', 'http://app.example', true],
  ['https://*.example', 'https://a.example', true],
  ['https://app.example', 'https://app.example.org', false],
  ['https://app.example', 'https://APP.example', true],
  ['*', 'https://anything', true],
  ['null', 'null', true],
  ['*.example', 'null', false],
])('%s lets %s in: %s', (text, origin, expected) => expect(origins([text]).allows(origin)).toBe(expected))

it('refuses a pattern that is none', () => expect(originPattern('https://[')).toBeNull())

it('lets in no origin that is longer than any browser’s', () => {
  const { allows, refused } = origins(['*'])
  expect([allows('x'.repeat(300)), allows('x'.repeat(301))]).toEqual([true, false])
  expect(refused()[0]?.origin).toHaveLength(300)
})

it('lets programs without an origin in only where that is said', () => {
  const open = origins([], true)
  expect(open.allows(null)).toBe(true)
  expect(open.refused()).toEqual([])
  const { allows, refused, refusals } = origins([], false)
  expect(allows(null)).toBe(false)
  expect([refused().map(({ origin }) => origin), refusals.count]).toEqual([['(none)'], 1])
})

it('counts each refusal, and says it once a minute for each origin', () => {
  const { allows, lines, refused, refusals } = origins(['app.example'])
  for (let n = 0; n < 3; n++) allows('https://a.example')
  vi.setSystemTime(1_059_999)
  for (let n = 0; n < 4; n++) allows('https://b.example')
  allows('https://a.example')
  expect(lines).toEqual([
    { origin: 'https://a.example', times: 1 },
    { origin: 'https://b.example', times: 1 },
  ])
  vi.setSystemTime(1_060_000)
  allows('https://a.example')
  expect(lines[2]).toEqual({ origin: 'https://a.example', times: 5 })
  expect(refusals.count).toBe(9)
  allows('https://b.example')
  allows('https://b.example')
  // The most refused first.
  expect(refused()).toEqual([
    { origin: 'https://b.example', count: 6, lastAt: 1_060_000 },
    { origin: 'https://a.example', count: 5, lastAt: 1_060_000 },
  ])
})

it('remembers a hundred origins, and says nothing of further ones, which it counts', () => {
  const { allows, lines, refused, refusals } = origins([])
  for (let n = 0; n < 150; n++) allows(`https://${n}.example`)
  expect([refused().length, lines.length, refusals.count]).toEqual([100, 100, 150])
  allows('https://0.example')
  expect(refused()[0]).toMatchObject({ origin: 'https://0.example', count: 2 })
})
