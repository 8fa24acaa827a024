// When claims hold, to the millisecond (rules 5).
import { describe, expect, it } from 'vitest'
import { checkPeriod, isExpiry } from './validity-period.ts'

const nowMs = 1_763_000_000_000
const now = nowMs / 1000

describe('an expiry', () => {
  it('tells its unit by its size', () => {
    expect([isExpiry(1e11 - 1, 'seconds'), isExpiry(1e11, 'seconds')]).toEqual([true, false])
    expect([isExpiry(1e11 - 1, 'milliseconds'), isExpiry(1e11, 'milliseconds')]).toEqual([false, true])
  })
  it.each([undefined, null, '1763000000', true, [1], Number.NaN, Number.POSITIVE_INFINITY, 0, -1])(
    'is not %s',
    (value) => {
      expect(isExpiry(value, 'seconds')).toBe(false)
    },
  )
})

describe('a period', () => {
  const seconds = (claims: object) => checkPeriod({ exp: now + 60, ...claims }, 'seconds', nowMs)
  it('ends with the moment of its expiry', () => {
    expect([seconds({ exp: now + 0.001 }), seconds({ exp: now }), seconds({ exp: now - 1 })]).toEqual([
      null,
      'expired',
      'expired',
    ])
    const legacy = (exp: number) => checkPeriod({ exp }, 'milliseconds', nowMs)
    expect([legacy(nowMs + 1), legacy(nowMs), legacy(now)]).toEqual([null, 'expired', 'malformed'])
  })
  it.each(['nbf', 'iat'])('may begin a minute ahead by %s, no later', (name) => {
    expect([seconds({ [name]: now + 60 }), seconds({ [name]: now + 60.001 })]).toEqual([null, 'not_yet_valid'])
    expect(checkPeriod({ exp: nowMs + 9e5, [name]: nowMs + 60_001 }, 'milliseconds', nowMs)).toBe('not_yet_valid')
    expect(checkPeriod({ exp: now + 900, [name]: now + 120 }, 'seconds', nowMs, 120)).toBeNull()
    for (const wrong of ['1', null, true, Number.NaN, Number.NEGATIVE_INFINITY])
      expect(seconds({ [name]: wrong })).toBe('malformed')
  })
})
