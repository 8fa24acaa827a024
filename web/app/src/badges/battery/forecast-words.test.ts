import { describe, expect, it } from 'vitest'
import { forecastSentence } from './forecast-words.ts'

describe('forecastSentence', () => {
  it('says what is forecast, and what is missing for more', () => {
    expect(forecastSentence({ batteryPct: null, slopePctPerDay: null, predictedEmptyAt: null })).toContain(
      'not reported',
    )
    expect(forecastSentence({ batteryPct: 41.6, slopePctPerDay: null, predictedEmptyAt: null })).toBe(
      '42 % now. A forecast needs three days of readings.',
    )
  })
  it('names the day it will be empty', () => {
    const forecast = { batteryPct: 20, slopePctPerDay: -1.26, predictedEmptyAt: '2026-12-01T12:00:00Z' }
    expect(forecastSentence(forecast, 'UTC')).toBe('20 % now, losing 1.3 % a day: empty about 1 December 2026.')
  })
  it('foresees no end of a battery that keeps its charge', () => {
    expect(forecastSentence({ batteryPct: 90, slopePctPerDay: 0.1, predictedEmptyAt: null })).toContain('does not lose')
  })
})
