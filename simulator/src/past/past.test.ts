// The demo's past: the last working days of the site's own calendar, walked by its people, with two drills in which everybody is found.
import { describe, expect, it } from 'vitest'
import { createDemoSite } from '../demo-site.ts'
import { createPast } from './past.ts'
import { workingDaysBefore } from './working-days.ts'

const [seed, employees] = [7, 30]
/** A Tuesday, 14:00 in Portland. */
const now = Date.parse('2026-11-17T19:00:00Z')
const site = createDemoSite({ seed, employees })
const { tracks, occupancy, batteries, drills, alerts, surveys } = createPast({ seed, employees, site, now })
const hour = 3_600_000

describe('the days of the past', () => {
  it('are the last working days that are over, by the calendar of the site', () => {
    const days = workingDaysBefore(now, 5, 'America/New_York')
    expect(days.map((day) => new Date(day).toISOString())).toEqual([
      '2026-11-10T05:00:00.000Z',
      '2026-11-11T05:00:00.000Z',
      '2026-11-12T05:00:00.000Z',
      '2026-11-13T05:00:00.000Z',
      '2026-11-16T05:00:00.000Z',
    ])
  })
  it('begin an hour later after the clock was set back, and count today once it is over', () => {
    const days = workingDaysBefore(Date.parse('2026-11-03T00:00:00Z'), 2, 'America/New_York')
    expect(days.map((day) => new Date(day).toISOString())).toEqual([
      '2026-10-30T04:00:00.000Z',
      '2026-11-02T05:00:00.000Z',
    ])
  })
})

describe('what was walked', () => {
  it('lies within opening hours, in order, on the floors of the site, and in a zone', () => {
    const points = tracks.flatMap((track) => track.points)
    expect(tracks).toHaveLength(site.people.length + site.assets.length)
    expect(points.length).toBeGreaterThan(20_000)
    for (const { points: own } of tracks)
      expect(own.every(([at], index) => index === 0 || at > own[index - 1]![0])).toBe(true)
    const isRight = ([at, floor, zone, x, y]: (typeof points)[number]) => {
      const local = (at - Date.parse('2026-11-10T05:00:00Z')) % (24 * hour)
      const { key, widthM, heightM } = site.floors[floor]!
      const isOnPlan = x >= 0 && x <= widthM && y >= 0 && y <= heightM
      return local >= 8 * hour && local < 18.5 * hour && isOnPlan && (zone === null || site.zones[zone]?.floor === key)
    }
    expect(points.filter((point) => !isRight(point))).toEqual([])
    const steps = new Set(occupancy.map(({ at }, index) => at - (occupancy[index - 1]?.at ?? at - hour / 4)))
    expect([...steps], 'without a gap, nights and weekend too').toEqual([hour / 4])
    expect(occupancy.at(-1)).toEqual({ at: now - hour / 4, people: 0 })
    expect(Math.max(...occupancy.map(({ people }) => people))).toBeGreaterThan(15)
  })
})

describe('surveys of the past', () => {
  it('were made one floor after the other on the evening before the first day', () => {
    const shown = surveys.map(({ floor, acceptedAt }) => [floor, new Date(acceptedAt).toISOString().slice(0, 13)])
    expect(shown).toEqual([
      [0, '2026-11-10T01'],
      [1, '2026-11-10T03'],
    ])
    expect(surveys.every(({ places }) => places.length > 150)).toBe(true)
  })
})

describe('drills of the past', () => {
  it('account for everybody: most by themselves, the others by wardens, and the second one faster', () => {
    expect(drills).toHaveLength(2)
    for (const { people, triggeredAt, resolvedAt } of drills) {
      const own = people.filter(({ method }) => method === 'auto_zone')
      expect(own.length / people.length).toBeGreaterThan(0.5)
      expect(people.length).toBeGreaterThan(own.length)
      expect(people.every(({ decidedAt }) => decidedAt > triggeredAt && decidedAt < resolvedAt)).toBe(true)
    }
    const [first, second] = drills.map(({ triggeredAt, resolvedAt }) => resolvedAt - triggeredAt)
    expect(second).toBeLessThan(first!)
  })
})

describe('batteries and alerts of the past', () => {
  it('empty slowly, but for the one that was changed when its alert ended', () => {
    const [, changed] = alerts
    const risen = new Set<string>()
    const last = new Map<string, number>()
    for (const { transmitterId, batteryPct } of batteries) {
      if (batteryPct > (last.get(transmitterId) ?? 100)) risen.add(transmitterId)
      last.set(transmitterId, batteryPct)
    }
    expect([...risen]).toEqual([changed?.of])
    expect(alerts.map(({ kind }) => kind)).toEqual(['receiver_offline', 'battery_low'])
  })
})
