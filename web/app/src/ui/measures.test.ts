import { describe, expect, it } from 'vitest'
import { lengthText, sizeText, temperatureText, windText, withinText } from './measures.ts'

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
  it('say how far off a place may be, or that it may be anywhere on its floor', () => {
    // On a floor of 60 × 36 m.
    const place = { x: 50, y: 50, xM: 30, yM: 18 }
    expect(withinText(0.3, place)).toBe('Within about 1 m')
    expect(withinText(18, place, 'imperial')).toBe('Within about 59 ft')
    expect(withinText(19, place)).toBe('Somewhere on this floor')
    expect(withinText(19, { x: 0, y: 50, xM: 0, yM: 18 })).toBe('Within about 19 m')
    expect(withinText(400, null)).toBe('Within about 400 m')
  })
  it('leave an unknown temperature open', () => {
    expect(temperatureText(null, 'imperial')).toBe('–')
  })
})
