import { describe, expect, it } from 'vitest'
import { driftWords } from './drift-words.ts'

describe('driftWords', () => {
  it('judges a receiver by how far it is off', () => {
    expect(driftWords({ residualDb: null, driftDb: null, neighbourDb: null })).toContain('not enough')
    expect(driftWords({ residualDb: 1.2, driftDb: 0.9, neighbourDb: -3 })).toBe('hears as expected')
    expect(driftWords({ residualDb: -11.6, driftDb: -11, neighbourDb: null })).toBe(
      '12 dB weaker than expected: does it hang where it is drawn?',
    )
    expect(driftWords({ residualDb: -2, driftDb: -2, neighbourDb: -14.2 })).toBe(
      "14 dB weaker than an hour ago, by its neighbours' beacons: covered, moved or failing?",
    )
    expect(driftWords({ residualDb: 1, driftDb: -5, neighbourDb: null })).toContain('in the last hour')
  })
})
