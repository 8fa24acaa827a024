import { describe, expect, it } from 'vitest'
import { proposalSentence, spreadAdvice } from './reference-points.ts'

const at = (x: number, y: number) => ({ x, y })
const error = (medianM: number) => ({ meanM: medianM, medianM, p90M: medianM * 2 })
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

describe('spreadAdvice', () => {
  it('counts down to the fewest points', () => {
    expect(spreadAdvice([])).toContain('3 more points')
    expect(spreadAdvice([at(0, 0), at(1, 1)])).toContain('1 more point at least')
  })
  it('warns of points in a heap or in a row, and is content with a spread', () => {
    expect(spreadAdvice([at(10, 10), at(12, 11), at(11, 14)])).toContain('close together')
    expect(spreadAdvice([at(10, 50), at(50, 52), at(90, 49)])).toContain('close together')
    expect(spreadAdvice([at(10, 10), at(90, 15), at(50, 90)])).toBeNull()
  })
})

describe('proposalSentence', () => {
  it('tells the usual error before and after', () => {
    expect(proposalSentence(proposal)).toBe('Positions get better: the usual error goes from about 3 m to about 2 m.')
  })
  it('says plainly when it is no better, or when nobody can tell', () => {
    expect(proposalSentence({ ...proposal, better: false })).toContain('do not get better')
    expect(proposalSentence({ ...proposal, errorAfter: null })).toContain('not enough')
  })
})
