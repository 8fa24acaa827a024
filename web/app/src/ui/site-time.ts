// How times are told: local to the site, relative under an hour, absolute otherwise (interface: words).
import { dateFormat } from '../languages/formats.ts'
import { locale } from '../languages/language.ts'
import { t } from './texts.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Clocks differ: so much later than now is still now. */
const skew = minute

/** "just now", "20 s ago", "2 min ago"; an hour and more, and what is still to come, as a time of day, with the date when it is not today. */
export function timeAgo(at: number, now: number, timeZone?: string): string {
  const age = now - at
  if (age > -skew && age < 5 * second) return t('justNow')
  if (age >= 0 && age < minute) return t('secondsAgo', { seconds: Math.floor(age / second) })
  if (age >= 0 && age < hour) return t('minutesAgo', { minutes: Math.floor(age / minute) })
  const sameDay = dayOf(at, timeZone) === dayOf(now, timeZone)
  return sameDay ? clockTime(at, timeZone) : dateAndTime(at, timeZone)
}

export function clockTime(at: number, timeZone?: string): string {
  return format(at, { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false }, timeZone)
}

export function dateAndTime(at: number, timeZone?: string): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const
  return format(at, { ...options, hour12: false }, timeZone)
}

/** "16 Nov 2026" */
export function dateText(at: number, timeZone?: string): string {
  return format(at, { day: 'numeric', month: 'short', year: 'numeric' }, timeZone)
}

/** "Today, Monday 16 November" */
export function dayHeading(at: number, now: number, timeZone?: string): string {
  const day = format(at, { weekday: 'long', day: 'numeric', month: 'long' }, timeZone)
  if (dayOf(at, timeZone) === dayOf(now, timeZone)) return t('today', { day })
  return dayOf(at, timeZone) === dayOf(now - 24 * hour, timeZone) ? t('yesterday', { day }) : day
}

function dayOf(at: number, timeZone?: string): string {
  return format(at, { year: 'numeric', month: 'numeric', day: 'numeric' }, timeZone)
}

function format(at: number, options: Intl.DateTimeFormatOptions, timeZone?: string): string {
  return dateFormat(locale(), { ...options, timeZone }).format(at)
}
