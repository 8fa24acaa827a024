import { ReadinessCode } from '@rollcall/contracts/domains/readiness'
import type { ReadinessReason } from '@rollcall/contracts/domains/readiness'
import { describe, expect, it } from 'vitest'
import { readinessSentence, readinessTone, reasonNames, reasonWords } from './readiness-words.ts'

const reason = (code: ReadinessCode, rest: Partial<ReadinessReason> = {}): ReadinessReason => {
  return { code, points: 3, atMost: 10, faulty: 2, total: 8, names: [], at: null, ...rest }
}

describe('reasonWords', () => {
  it.each(ReadinessCode.options)('has whole sentences for %s, also where there is nothing at all', (code) => {
    for (const total of [0, 1, 8]) {
      const { title, text, mend } = reasonWords(reason(code, { total, faulty: Math.min(2, total) }))
      expect(title).not.toMatch(/0 of 0|undefined|NaN/)
      expect(text).toMatch(/\.$/)
      expect(mend.route).not.toBe('')
    }
    expect(reasonNames[code]).not.toBe('')
  })
  it('names some and counts the others', () => {
    const { title, text } = reasonWords(reason('receivers_silent', { faulty: 5, names: ['Hall', 'Lab', 'Roof'] }))
    expect(title).toBe('5 of 8 receivers silent')
    expect(text).toMatch(/ Hall, Lab, Roof and 2 more\.$/)
  })
  it('tells a drill long ago from none at all', () => {
    expect(reasonWords(reason('drill_overdue')).title).toBe('Never drilled')
    expect(reasonWords(reason('drill_overdue', { at: '2025-01-01T00:00:00.000Z' })).title).toBe(
      'The last drill is long ago',
    )
  })
})

describe('the number in words', () => {
  it('is good from 90, doubtful from 70 and bad below', () => {
    expect([100, 90, 89, 70, 69, 0].map(readinessTone)).toEqual(['good', 'good', 'ageing', 'ageing', 'bad', 'bad'])
  })
  it('is said in a sentence', () => {
    expect(readinessSentence(100, 0)).toBe('Everything an alarm rests on is in place.')
    expect(readinessSentence(95, 1)).toBe('It would work well. One thing lowers it.')
    expect(readinessSentence(40, 9)).toBe('It would not work as it should. 9 things lower it.')
  })
})
