// The time that the dashboard's chart and counts are about: the last day, week or month, or days of one's own by the calendar of the site.
// Used by use-time-range.ts.
import { longestRangeDays } from '@rollcall/contracts/domains/dashboard'
import { fromLocalMoment, toLocalMoment } from '../ui/form/local-moment.ts'

const quarterMs = 15 * 60_000
const dayMs = 24 * 3_600_000
/** Of each the number of days; `own`: as chosen. */
export const lastDays = { '24h': 1, '7d': 7, '30d': 30 } as const
export type RangeName = keyof typeof lastDays | 'own'
export const usualRange = '24h'

export const isRange = (text: string): text is RangeName => Object.hasOwn(lastDays, text) || text === 'own'
/** As `2026-01-31`, and a day that exists. */
export const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && dayAfter(text, 0) === text

export type TimeRange = { readonly name: RangeName; readonly from: string; readonly to: string }
export type Span = { readonly from: string; readonly to: string }

/** ISO times; null: the days are not both there, in order, and near enough. The last days end with the quarter of an hour that goes on, so
 * that a page which asks again and again asks the same. */
export function spanOf({ name, from, to }: TimeRange, now: number, timeZone: string | undefined): Span | null {
  if (name === 'own') {
    if (!isDay(from) || !isDay(to) || from > to || dayAfter(from, longestRangeDays) <= to) return null
    const midnight = (day: string) => fromLocalMoment(`${day}T00:00`, timeZone)
    return { from: midnight(from), to: midnight(dayAfter(to, 1)) }
  }
  const end = Math.ceil(now / quarterMs) * quarterMs
  return { from: new Date(end - lastDays[name] * dayMs).toISOString(), to: new Date(end).toISOString() }
}

/** What one's own days begin with: the last week. */
export function lastWeek(now: number, timeZone: string | undefined): { from: string; to: string } {
  const to = toLocalMoment(new Date(now).toISOString(), timeZone).slice(0, 10)
  return { from: dayAfter(to, -6), to }
}

function dayAfter(day: string, days: number): string {
  const at = Date.parse(`${day}T00:00Z`)
  return Number.isNaN(at) ? '' : new Date(at + days * dayMs).toISOString().slice(0, 10)
}
