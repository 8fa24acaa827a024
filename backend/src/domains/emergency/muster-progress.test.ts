// The replay of a muster: shares, and people who are found and lost again.
import { describe, expect, it } from 'vitest'
import { progressOf, timingsOf, type StatusChange } from './muster-progress.ts'

const start = Date.parse('2026-03-01T10:00:00Z')
const after = (seconds: number) => new Date(start + seconds * 1000).toISOString()
const change = (seconds: number, personId: string, status: string): StatusChange => ({
  at: after(seconds),
  personId,
  status,
})

describe('progress and timings', () => {
  it('say when each share was reached', () => {
    const people = Array.from({ length: 10 }, (_, index) => change((index + 1) * 10, `p${index}`, 'accounted'))
    const points = progressOf(after(0), people)
    expect(points.at(0)).toEqual({ at: after(0), accounted: 0 })
    expect(points).toHaveLength(11)
    expect(timingsOf(points, 10)).toEqual({ to50: 50, to90: 90, to100: 100 })
  })

  it('do not count who needs help, nor anybody twice', () => {
    const points = progressOf(after(0), [
      change(5, 'a', 'needs_help'),
      change(10, 'b', 'accounted'),
      change(20, 'b', 'off_site'),
      change(30, 'b', 'unknown'),
      change(40, 'b', 'excused'),
    ])
    expect(points.map(({ accounted }) => accounted)).toEqual([0, 1, 0, 1])
    expect(timingsOf(points, 2)).toEqual({ to50: 10, to90: null, to100: null })
  })

  it('leave out what is about nobody, or says no status', () => {
    const about = (personId: string | null, status: string | null) => ({ at: after(5), personId, status })
    expect(progressOf(after(0), [about(null, 'accounted'), about('a', null)])).toHaveLength(1)
    // A word about somebody who is safe takes nothing back.
    expect(progressOf(after(0), [about('a', 'accounted'), about('a', null)])).toHaveLength(2)
  })

  it.each(['accounted', 'off_site', 'excused'])('count who is %s', (status) => {
    expect(progressOf(after(0), [change(5, 'a', status)]).at(-1)?.accounted).toBe(1)
  })

  it('count what was decided before the trigger, in a drill that became real, from the trigger on', () => {
    const points = progressOf(after(0), [change(-30, 'a', 'accounted'), change(10, 'b', 'accounted')])
    expect(points.map(({ at }) => at)).toEqual([after(0), after(0), after(10)])
    expect(timingsOf(points, 2)).toEqual({ to50: 0, to90: 10, to100: 10 })
  })

  it('are told to a tenth of a second', () => {
    expect(timingsOf(progressOf(after(0), [change(1.26, 'a', 'accounted')]), 1).to100).toBe(1.3)
  })

  it('are never reached when nobody was there', () => {
    expect(timingsOf(progressOf(after(0), []), 0)).toEqual({ to50: null, to90: null, to100: null })
  })
})
