import { describe, expect, it } from 'vitest'
import { comparedWith, comparisonSentence } from './comparison.ts'

const drill = (id: string, to90: number | null) => {
  return {
    id,
    scenario: 'fire',
    triggeredAt: '2026-11-16T09:00:00.000Z',
    total: 9,
    timings: { to50: 1, to90, to100: null },
  } as const
}
const now = (to90: number | null, earlier: readonly ReturnType<typeof drill>[]) => {
  const { id, scenario, triggeredAt, total, timings } = drill('now', to90)
  return comparedWith({ event: { id, scenario, triggeredAt }, counts: { total }, timings, earlier })
}

describe('this drill beside earlier ones', () => {
  it('stands at the end, after them', () => {
    const all = now(60, [drill('first', 90), drill('second', 80)])
    expect(all.map(({ id, isThis }) => [id, isThis])).toEqual([
      ['first', false],
      ['second', false],
      ['now', true],
    ])
  })
  it('says how much sooner or later than the last one 90 % were accounted for', () => {
    expect(comparisonSentence(now(60, []))).toBeNull()
    expect(comparisonSentence(now(60, [drill('a', 10), drill('b', 130)]))).toContain('1 min 10 s sooner')
    expect(comparisonSentence(now(60, [drill('b', 50)]))).toContain('10 s later')
    expect(comparisonSentence(now(60, [drill('b', 60.2)]))).toContain('as fast as')
    expect(comparisonSentence(now(60, [drill('b', null)]))).toContain('not in the last drill')
    expect(comparisonSentence(now(null, [drill('b', 60)]))).toContain('not reached this time')
  })
})
