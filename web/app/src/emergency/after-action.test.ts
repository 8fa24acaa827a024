import { describe, expect, it } from 'vitest'
import { progressOf, timeTo } from './after-action.ts'

const start = Date.parse('2026-11-15T10:00:00Z')
const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString()
const event = { triggeredAt: at(0), resolvedAt: at(300) }

describe('accounted over time', () => {
  const people = [
    { status: 'accounted', at: at(120) },
    { status: 'off_site', at: at(30) },
    { status: 'needs_help', at: at(40) },
    { status: 'unknown', at: null },
  ] as const
  const steps = progressOf(event, people, 0)

  it('counts each settled person from when they were settled, until the end', () => {
    expect(steps).toEqual([
      { seconds: 0, accounted: 0 },
      { seconds: 30, accounted: 1 },
      { seconds: 120, accounted: 2 },
      { seconds: 300, accounted: 2 },
    ])
  })
  it('tells when half were accounted for, and that the rest never were', () => {
    expect([timeTo(50, steps, 4), timeTo(90, steps, 4), timeTo(100, steps, 4)]).toEqual([120, null, null])
  })
  it('tells nothing about an empty roster', () => {
    expect(timeTo(50, progressOf(event, [], 0), 0)).toBeNull()
  })
  it('reaches until now while the emergency lasts', () => {
    expect(progressOf({ ...event, resolvedAt: null }, [], start + 60_000).at(-1)).toEqual({ seconds: 60, accounted: 0 })
  })
})
