import { describe, expect, it } from 'vitest'
import { clockText } from './receiver-words.ts'

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
