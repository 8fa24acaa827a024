import { describe, expect, it } from 'vitest'
import { clockTime, dayHeading, timeAgo } from './site-time.ts'

const now = Date.parse('2026-11-15T14:30:00Z')
const ago = (seconds: number) => timeAgo(now - seconds * 1_000, now, 'Europe/Zurich')

describe('timeAgo', () => {
  it('is relative under an hour', () => {
    expect([ago(0), ago(4), ago(5), ago(59), ago(60), ago(3_599)]).toEqual([
      'just now',
      'just now',
      '5 s ago',
      '59 s ago',
      '1 min ago',
      '59 min ago',
    ])
  })
  it('is a time of day at the site from an hour on', () => {
    expect(ago(3_600)).toBe('14:30:00')
  })
  it('names the day when it is not today at the site', () => {
    expect(ago(16 * 3_600)).toMatch(/^14 Nov 2026/)
  })
  it('does not speak of the future when clocks differ a little', () => {
    expect(ago(-3)).toBe('just now')
  })
  it('says when something will be, and not that it is now', () => {
    expect([ago(-600), ago(-3_600)]).toEqual(['15:40:00', '16:30:00'])
    expect(ago(-90 * 86_400)).toMatch(/^13 Feb 2027/)
  })
})

describe('clockTime', () => {
  it('is local to the site, not to the browser', () => {
    expect(clockTime(now, 'America/New_York')).toBe('09:30:00')
    expect(clockTime(now, 'Europe/Zurich')).toBe('15:30:00')
  })
})

describe('dayHeading', () => {
  it('names the day at the site, and says which is today', () => {
    const heading = (at: string) => dayHeading(Date.parse(at), now, 'Pacific/Auckland')
    expect(heading('2026-11-15T12:00:00Z')).toBe('Today, Monday 16 November')
    expect(heading('2026-11-15T10:00:00Z')).toBe('Yesterday, Sunday 15 November')
    expect(heading('2026-11-13T10:00:00Z')).toBe('Friday 13 November')
  })
})
