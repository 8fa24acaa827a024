import { describe, expect, it } from 'vitest'
import { lengthText, sizeText, temperatureText, windText } from './measures.ts'

describe('measures', () => {
  it('are metric as they are stored', () => {
    expect(lengthText(6.24, 'metric')).toBe('6.2 m')
    expect(lengthText(6.24, 'metric', 0)).toBe('6 m')
    expect(sizeText(60, 36.5, 'metric')).toBe('60 × 36.5 m')
    expect(temperatureText(-3.6, 'metric')).toBe('-4 °C')
    expect(windText(20, 'metric')).toBe('20 km/h')
  })
  it('are converted for a site that counts in feet', () => {
    expect(lengthText(30.48, 'imperial')).toBe('100 ft')
    expect(sizeText(30.48, 15.24, 'imperial')).toBe('100 × 50 ft')
    expect(temperatureText(100, 'imperial')).toBe('212 °F')
    expect(windText(100, 'imperial')).toBe('62 mph')
  })
  it('leave an unknown temperature open', () => {
    expect(temperatureText(null, 'imperial')).toBe('–')
  })
})
