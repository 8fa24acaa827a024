// The formula: it stays within its bounds, no fault is free, and mending one never lowers the number.
import { readFileSync } from 'node:fs'
import { readinessWeights } from '@rollcall/contracts/domains/readiness'
import { describe, expect, it } from 'vitest'
import { drillFault, nothingYet, reasonsOf, scoreOf, type Faults, type Weighed } from './readiness-score.ts'

const codes = Object.keys(readinessWeights) as Weighed[]
const faultsWith = (each: (code: Weighed) => { faulty: number; total: number }) =>
  Object.fromEntries(codes.map((code) => [code, each(code)])) as Faults
const score = (faults: Faults) => scoreOf(reasonsOf(faults))
const allWell = faultsWith(() => ({ faulty: 0, total: 7 }))

describe('readiness', () => {
  it('has weights that add up to 100', () => {
    expect(Object.values(readinessWeights).reduce((sum, weight) => sum + weight, 0)).toBe(100)
  })
  it('is explained on a page that has the same weights', () => {
    const page = readFileSync(new URL('../../../../docs/readiness.md', import.meta.url), 'utf8')
    const rows = [...page.matchAll(/^\| `(\w+)` +\| +(\d+) \|/gm)].map(([, code, weight]) => [code, Number(weight)])
    expect(Object.fromEntries(rows)).toEqual(readinessWeights)
  })
  it('is 100 when nothing is at fault and 0 when everything is, or nothing is there', () => {
    expect([score(allWell), reasonsOf(allWell)]).toEqual([100, []])
    expect(score(faultsWith(() => ({ faulty: 7, total: 7 })))).toBe(0)
    expect(score(faultsWith(() => ({ faulty: 0, total: 0 })))).toBe(0)
    expect(scoreOf(nothingYet.reasons)).toBe(0)
  })
  it.each(codes)('costs a whole point at least for a single fault of ten thousand: %s', (code) => {
    expect(score({ ...allWell, [code]: { faulty: 1, total: 10_000 } })).toBe(99)
  })
  it('says of each reason what mending it is worth', () => {
    const faults = faultsWith((code) => ({ faulty: codes.indexOf(code) % 4, total: 5 }))
    for (const { code, points } of reasonsOf(faults))
      expect(score({ ...faults, [code]: { faulty: 0, total: 5 } })).toBe(score(faults) + points)
  })
  it('never falls when a fault is mended, whatever else is wrong', () => {
    // Numbers that look like chance and are the same every time.
    let state = 1
    const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 500; round++) {
      const faults = faultsWith(() => {
        const total = next(50)
        return { total, faulty: total === 0 ? 0 : next(total + 1) }
      })
      const code = codes[next(codes.length)]!
      const { faulty, total } = faults[code]
      const mended = { total, faulty: Math.max(0, faulty - 1) }
      expect(score({ ...faults, [code]: mended })).toBeGreaterThanOrEqual(score(faults))
      // One more that is well, also the first of all.
      expect(score({ ...faults, [code]: { faulty, total: total + 1 } })).toBeGreaterThanOrEqual(score(faults))
      expect(score(faults)).toBeGreaterThanOrEqual(0)
    }
  })
  it('names what must be there first before all else, then the dearest first', () => {
    const faults = { ...allWell, contacts_none: { faulty: 1, total: 1 }, readings_late: { faulty: 1, total: 7 } }
    expect(reasonsOf(faults).map(({ code }) => code)).toEqual(['contacts_none', 'readings_late'])
    const empty = { ...faults, floors_without_receivers: { faulty: 0, total: 0 } }
    expect(reasonsOf(empty).map(({ code }) => code)).toEqual([
      'floors_without_receivers',
      'contacts_none',
      'readings_late',
    ])
  })
})

describe('drillFault', () => {
  const now = Date.parse('2026-11-16T09:00:00Z')
  const ago = (days: number) => new Date(now - days * 86_400_000).toISOString()
  it('forgives half a year, then grows, and is whole after a year or without any', () => {
    const faulty = (at: string | null) => drillFault(at, now).faulty
    expect([faulty(ago(1)), faulty(ago(180)), faulty(ago(365)), faulty(ago(4000)), faulty(null)]).toEqual([
      0, 0, 185, 185, 185,
    ])
    expect(faulty(ago(270))).toBe(90)
  })
})
