import type { SignalMonitor } from '@rollcall/contracts/domains/diagnostics'
import { describe, expect, it } from 'vitest'
import { measureOf, verdictWords, worstFirst } from './verdict-words.ts'

type Signal = SignalMonitor['receivers'][number]

const aCheck = (change: Partial<Signal['check']>): Signal['check'] => {
  return { verdict: 'fine', against: null, residualDb: 0.4, spreadDb: 3, changeDb: 0.2, seemsOff: null, ...change }
}
const aSignal = (name: string, check: Partial<Signal['check']>, others: Partial<Signal> = {}): Signal => ({
  id: '00000000-0000-4000-8000-000000000001',
  receiverId: name,
  name,
  floorId: null,
  status: 'online',
  lastSeenAt: null,
  clockSkewMs: 0,
  readingsPerSecond: 1,
  clockSkewed: 0,
  duplicates: 0,
  residualDb: null,
  driftDb: null,
  neighbourDb: null,
  check: aCheck(check),
  ...others,
})

describe('verdictWords', () => {
  it('says what is the matter and what to look at', () => {
    const weak = verdictWords(aSignal('a', { verdict: 'weaker', against: 'past', changeDb: -12.4 }))
    expect(weak.advice).toContain('12 dB less than half an hour ago')
    expect(weak.advice).toContain('antenna')
    const beacons = { neighbourDb: -14.2 }
    expect(verdictWords(aSignal('a', { verdict: 'weaker', against: 'neighbours' }, beacons)).advice).toContain('14 dB')
    expect(verdictWords(aSignal('a', { verdict: 'stronger', against: 'survey', residualDb: 9 })).advice).toContain(
      '9 dB more',
    )
    expect(verdictWords(aSignal('a', {}))).toEqual({ tone: 'good', word: 'Fine', advice: '' })
    expect(verdictWords(aSignal('a', {}, { status: 'offline' })).word).toBe('Offline')
  })
  it('says where a misplaced receiver seems to hang, and leaves out a direction of less than a metre', () => {
    const at = (rightM: number, downM: number) =>
      verdictWords(aSignal('a', { verdict: 'misplaced', against: 'survey', seemsOff: { rightM, downM } })).advice
    expect(at(5.2, -0.4)).toContain('seems to hang 5 m to the right on the plan')
    expect(at(-3.1, 4.9)).toContain('3 m to the left and 5 m further down')
  })
})

describe('measureOf', () => {
  it('is what the verdict was made by, with its scatter where that is known', () => {
    const measured = { residualDb: -1, changeDb: -12, spreadDb: 3 }
    const of = (against: Signal['check']['against'], others: Partial<Signal> = {}) =>
      measureOf(aSignal('a', { ...measured, against }, { neighbourDb: -14, ...others }))
    expect(of('past')).toEqual({ db: -12, spreadDb: null })
    expect(of('neighbours')).toEqual({ db: -14, spreadDb: null })
    expect(of('survey')).toEqual({ db: -1, spreadDb: 3 })
    expect(of(null)).toEqual({ db: -1, spreadDb: 3 })
  })
  it('is nothing while the receiver is silent', () => {
    expect(measureOf(aSignal('a', {}, { status: 'offline' }))).toEqual({ db: null, spreadDb: null })
  })
})

describe('worstFirst', () => {
  it('puts what is broken before what is misplaced, then what is fine or not known, and the larger difference first', () => {
    const sorted = worstFirst([
      aSignal('fine', {}),
      aSignal('unknown', { verdict: 'unknown' }),
      aSignal('elsewhere', { verdict: 'misplaced', against: 'survey', seemsOff: { rightM: 5, downM: 0 } }),
      aSignal('weak', { verdict: 'weaker', against: 'past', changeDb: -8 }),
      aSignal('weaker', { verdict: 'weaker', against: 'past', changeDb: -15 }),
      aSignal('offline', {}, { status: 'offline' }),
    ])
    expect(sorted.map(({ name }) => name)).toEqual(['offline', 'weaker', 'weak', 'elsewhere', 'fine', 'unknown'])
  })
})
