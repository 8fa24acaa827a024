import { describe, expect, it } from 'vitest'
import { clockText, clockVerdict } from './receiver-words.ts'

describe('clockText', () => {
  it('calls a clock within five seconds in step, and says how far another is off', () => {
    expect([null, 0, -4_900, 12_400, -61_000].map(clockText)).toEqual([
      'unknown',
      'in step',
      'in step',
      '12 s ahead',
      '61 s behind',
    ])
  })
})

it('judges a clock, and says what to do about a wrong one', () => {
  expect([null, 300, 12_400].map((skew) => clockVerdict(skew).tone)).toEqual(['plain', 'good', 'bad'])
  expect(clockVerdict(-61_000)).toMatchObject({
    word: 'Clock 61 s behind',
    advice: expect.stringContaining('time server'),
  })
})
