import { describe, expect, it } from 'vitest'
import { strengthText } from './strength-words.ts'

const said = (strengthDb: number | null, strengthSureDb = 1) => strengthText({ strengthDb, strengthSureDb })

describe('what is said of a badge’s strength', () => {
  it('names the difference, and what may be behind a weak one', () => {
    expect(said(-4.2)).toBe('4 dB weaker than usual: battery or body?')
    expect(said(5.6)).toBe('6 dB stronger than usual')
  })
  it('is silent about what is small or not sure, and before anything was learnt', () => {
    expect([said(-2.4), said(2.4), said(-5, 3)]).toEqual(['As usual', 'As usual', 'As usual'])
    expect(said(null)).toBeNull()
  })
})
