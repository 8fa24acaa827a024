import type { DashboardSummary } from '@rollcall/contracts/domains/dashboard'
import { describe, expect, it } from 'vitest'
import * as health from './site-health.ts'

const concernsOf = (summary: DashboardSummary, floorCount = 2) => health.concernsOf(summary, floorCount)

type AZone = Partial<DashboardSummary['zones'][number]>
function aSummary(changes: Partial<DashboardSummary> = {}, zones: AZone[] = []): DashboardSummary {
  const whole = {
    peopleTotal: 20,
    receiversOnline: 10,
    receiversTotal: 10,
    criticalBattery: 0,
    lowBattery: 3,
    zones,
    ...changes,
  }
  return whole as DashboardSummary
}

describe('concernsOf', () => {
  it('is empty when everything is in order', () => {
    expect(
      concernsOf(
        aSummary({}, [
          { name: 'Hall', people: 5, capacity: 5 },
          { people: 99, capacity: null },
        ]),
      ),
    ).toEqual([])
  })
  it('names the zone that holds too many, before lesser things', () => {
    const [first, second] = concernsOf(aSummary({ criticalBattery: 1 }, [{ name: 'Hall', people: 6, capacity: 5 }]))
    expect(first).toMatchObject({ grave: true, text: 'Hall holds 6 people; it is meant for 5.' })
    expect(second?.text).toContain('1 badge has')
  })
  it('tells one silent receiver from several, and all from some', () => {
    expect(concernsOf(aSummary({ receiversOnline: 9 }))[0]?.text).toContain('1 receiver is silent')
    expect(concernsOf(aSummary({ receiversOnline: 7 }))[0]?.text).toContain('3 receivers are silent')
    const none = concernsOf(aSummary({ receiversOnline: 0 }))
    expect(none).toHaveLength(1)
    expect(none[0]).toMatchObject({ grave: true })
  })
  it('tells a fresh site what comes first, instead of calling it in order', () => {
    const fresh = concernsOf(aSummary({ receiversOnline: 0, receiversTotal: 0, peopleTotal: 0 }), 0)
    expect(fresh.map(({ grave, mend }) => [grave, mend?.route])).toEqual([
      [false, 'buildings'],
      [false, 'receivers'],
      [false, 'people'],
    ])
  })
})
