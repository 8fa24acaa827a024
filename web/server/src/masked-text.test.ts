import { describe, expect, it } from 'vitest'
import { maskedText } from './masked-text.ts'

describe('a masked text', () => {
  it.each([
    ['at x, token=abc123&x=1', 'at x, token=***&x=1'],
    ['password: hunter2', 'password: ***'],
    [`{"apiKey": "s3cret-value", "name": "x"}`, `{"apiKey": "***", "name": "x"}`],
    ['Authorization: Bearer abc', 'Authorization: *** ***'],
    ['bearer   abc.def', 'bearer ***'],
    ['eyJhbGciOiJ9.eyJzdWIiOiIx.c2lnbmF0dXJl failed', '*** failed'],
    ['aaaaaaaa.bbbbbbbb', '***'],
    ['a.bbbbbbbb.cccccccc', '***'],
    [`hash ${'0a'.repeat(16)} here`, 'hash *** here'],
    ['user_auth_code = 42', 'user_auth_code = ***'],
  ])('of %j is %j', (text, masked) => expect(maskedText(text)).toBe(masked))

  const dotted = ['aaaaaaa.bbbbbbbbbb', 'bbbbbbbbbb.aaaaaaa', 'aaaaaaaaaa.b.cccccccccc', 'a.b.c.d.e.f.g.h.i.j.k']
  it.each(['TypeError: x is not a function at a.js:1:2', 'name=Ada, floor: 2', 'short.parts.only', '', ...dotted])(
    'leaves %j alone',
    (text) => expect(maskedText(text)).toBe(text),
  )

  const runs = ['token-', 'a', 'a-', '0', 'key', 'key ', 'a.', 'aaaaaaaa.', 'bearer ', 'token=', ' ', '"', 'a:', '\t=']
  it.each(runs)('of very many %j takes time proportional to its length', (run) => {
    const text = run.repeat(Math.ceil(200_000 / run.length))
    const startedAt = performance.now()
    maskedText(text)
    // Twenty-five times the longest text there is; milliseconds when it is linear, minutes when it is not.
    expect(performance.now() - startedAt).toBeLessThan(15_000)
  })
})
