import { describe, expect, it } from 'vitest'
import { readinessOf } from './readiness.ts'

const tones = (facts: Parameters<typeof readinessOf>[0]) => readinessOf(facts).map(({ name, tone }) => [name, tone])

describe('readinessOf', () => {
  it('is content with receivers that are heard, a muster point and somebody to tell', () => {
    expect(tones({ receivers: { online: 3, total: 3 }, musterPoints: 1, contacts: 2 })).toEqual([
      ['Receivers', 'good'],
      ['Muster points', 'good'],
      ['Emergency contacts', 'good'],
    ])
  })
  it('says what each lack means', () => {
    const rows = readinessOf({ receivers: { online: 2, total: 3 }, musterPoints: 0, contacts: 0 })
    expect(rows.map(({ tone }) => tone)).toEqual(['ageing', 'ageing', 'ageing'])
    expect(rows.every(({ text }) => text !== undefined)).toBe(true)
  })
  it('calls a site without any receiver not ready', () => {
    expect(tones({ receivers: { online: 0, total: 0 } })).toEqual([['Receivers', 'ageing']])
  })
  it('leaves out what the caller may not see', () => {
    expect(tones({ musterPoints: 2 })).toEqual([['Muster points', 'good']])
  })
})
