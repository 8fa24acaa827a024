import { describe, expect, it } from 'vitest'
import { fromLocalMoment, toLocalMoment } from './local-moment.ts'

describe('a time of the site in a form', () => {
  it.each([
    ['2026-01-31T09:30:00.000Z', 'Europe/London', '2026-01-31T09:30'],
    ['2026-07-01T08:30:00.000Z', 'Europe/London', '2026-07-01T09:30'],
    ['2026-01-31T19:30:00.000Z', 'Pacific/Kiritimati', '2026-02-01T09:30'],
    ['2026-03-29T01:30:00.000Z', 'Europe/London', '2026-03-29T02:30'],
  ])('%s in %s is %s, both ways', (iso, timeZone, text) => {
    expect(toLocalMoment(iso, timeZone)).toBe(text)
    expect(fromLocalMoment(text, timeZone)).toBe(iso)
  })
  it('is nothing while it is not filled in', () => {
    expect([toLocalMoment(''), fromLocalMoment(''), fromLocalMoment('2026-01')]).toEqual(['', '', ''])
  })
})
