import { describe, expect, it } from 'vitest'
import { decibels, fitWord, proposalSentence } from './proposal-words.ts'

const error = (meanM: number) => ({ meanM, medianM: meanM, p90M: meanM * 2 })
const proposal = {
  version: 2,
  mode: 'points' as const,
  referencePowerDbm: -59,
  pathLoss: 2,
  receivers: [],
  residualSdDb: 4,
  errorBefore: error(3.04),
  errorAfter: error(1.98),
  outliers: [],
  better: true,
  createdAt: '2026-11-15T05:00:00.000Z',
}

describe('proposalSentence', () => {
  it('tells the average error before and after', () => {
    expect(proposalSentence(proposal, 'metric')).toBe('Positions get better: 2.0 m off on average instead of 3.0 m.')
  })
  it('does not praise a difference that nobody would notice', () => {
    expect(proposalSentence({ ...proposal, errorAfter: error(2.9) }, 'metric')).toContain('a little better')
  })
  it('does not praise an average that is paid for by the worst tenth', () => {
    const errorAfter = { ...error(1.98), p90M: 7 }
    expect(proposalSentence({ ...proposal, errorAfter, better: false }, 'metric')).toBe(
      'Not recommended: better on average, but one position in ten is further off than before, 7.0 m instead of 6.1 m or more.',
    )
  })
  it('says plainly when it is no better, or when nobody can tell', () => {
    expect(proposalSentence({ ...proposal, errorAfter: error(3.5) }, 'metric')).toContain('do not get better')
    expect(proposalSentence({ ...proposal, errorAfter: null }, 'metric')).toContain('not enough')
  })
})

describe('the words of a receiver', () => {
  it('calls a fit that explains nothing weak, also below zero', () => {
    expect([0.7, 0.3, -0.7, null].map(fitWord)).toEqual(['good', 'fair', 'weak', 'not known'])
  })
  it('writes corrections with their sign', () => {
    expect([2.44, -0.25, 0].map(decibels)).toEqual(['+2.4 dB', '−0.3 dB', '0.0 dB'])
  })
})
