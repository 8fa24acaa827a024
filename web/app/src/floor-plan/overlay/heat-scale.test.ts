import { describe, expect, it } from 'vitest'
import { heatScale } from './heat-scale.ts'

describe('heatScale', () => {
  it('counts minutes from none to the fullest colour', () => {
    expect(heatScale(12.34, 'metric')).toEqual({ marks: ['0', '6.2', '12 or more'], area: 'm²' })
    expect(heatScale(0.037, 'metric')?.marks).toEqual(['0', '0.02', '0.04 or more'])
  })
  it('counts on ten square feet where feet are used', () => {
    expect(heatScale(100, 'imperial')).toEqual({ marks: ['0', '46', '93 or more'], area: '10 sq ft' })
  })
  it('has no numbers where nobody was', () => {
    expect(heatScale(0, 'metric')).toBeNull()
  })
})
