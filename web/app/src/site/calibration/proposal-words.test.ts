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
  it('speaks of two halves of the receivers where nobody knows the places', () => {
    const rests = { ...proposal, mode: 'rests' as const }
    const told = (
      errorAfter: typeof rests.errorAfter | null,
      errorBefore: typeof rests.errorBefore | null = error(3.04),
    ) => proposalSentence({ ...rests, errorBefore, errorAfter }, 'metric')
    expect(told(error(1.98))).toBe(
      'Two halves of the receivers, each by itself, agree better: they put a badge 2.0 m apart on average instead of 3.0 m.',
    )
    expect(told(error(2.9))).toContain('agree a little better')
    expect(told(error(3.5))).toContain('do not agree better')
    expect(told({ ...error(1.98), p90M: 7 })).toContain('one badge in ten 7.0 m apart or more, instead of 6.1 m')
    for (const judged of [told(null, null), told(null), told(error(2), null)])
      expect(judged).toContain('cannot be judged')
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
