import { describe, expect, it } from 'vitest'
import { outcomeSentence, progressSteps } from './after-action.ts'

const start = Date.parse('2026-11-15T10:00:00Z')
const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString()
const progress = [
  { at: at(0), accounted: 0 },
  { at: at(30), accounted: 1 },
  { at: at(120), accounted: 2 },
]

describe('accounted over time', () => {
  it('counts from the trigger and reaches the end', () => {
    expect(progressSteps({ event: { triggeredAt: at(0), resolvedAt: at(300) }, progress }, 0)).toEqual([
      { seconds: 0, accounted: 0 },
      { seconds: 30, accounted: 1 },
      { seconds: 120, accounted: 2 },
      { seconds: 300, accounted: 2 },
    ])
  })
  it('reaches until now while the emergency lasts', () => {
    const steps = progressSteps({ event: { triggeredAt: at(0), resolvedAt: null }, progress }, start + 150_000)
    expect(steps.at(-1)).toEqual({ seconds: 150, accounted: 2 })
  })
})

describe('the outcome in one sentence', () => {
  it('says that everybody is safe only when nobody is missing and nobody needs help', () => {
    expect(outcomeSentence({ missing: 0, help: 0, total: 72 })).toBe('All 72 people were accounted for')
    expect(outcomeSentence({ missing: 0, help: 1, total: 72 })).toBe('1 in need of help, of 72')
    expect(outcomeSentence({ missing: 3, help: 1, total: 72 })).toBe('3 missing and 1 in need of help, of 72')
  })
})
