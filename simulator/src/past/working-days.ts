// The days that the demo's past is made of: the last working days of the site's own calendar that are over. Used by past.ts.
import { openingHours } from '../walkers/day.ts'

/** Epoch milliseconds of each day's midnight at the site, the earliest first. */
export function workingDaysBefore(now: number, count: number, timeZone: string): number[] {
  const days: number[] = []
  for (let back = 0; days.length < count; back += 1) {
    const date = new Date(shownAt(now, timeZone) - back * 86_400_000).toISOString().slice(0, 10)
    const weekday = new Date(date).getUTCDay()
    const midnight = midnightOf(date, timeZone)
    const isOver = midnight + openingHours.toS * 1000 < now
    if (isOver && weekday !== 0 && weekday !== 6) days.unshift(midnight)
  }
  return days
}

/** The site's clock read as if it were UTC. */
function shownAt(at: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)
  return Date.parse(`${shown.replace(' ', 'T')}Z`)
}

function midnightOf(date: string, timeZone: string): number {
  const guess = Date.parse(`${date}T00:00:00Z`)
  const near = guess - (shownAt(guess, timeZone) - guess)
  // Where the clock is set between the guess and that midnight.
  return near - (shownAt(near, timeZone) - guess)
}
