// Which stretch of the past is played back, and in which pieces it is read: few enough to be quick, small enough to fit
// into one answer.
import { t } from '../texts.ts'

export type Span = { readonly from: number; readonly to: number }
/** `everySeconds`: how finely the positions of a piece are read. */
export type Piece = Span & { readonly everySeconds: number }

const minute = 60_000
const hour = 60 * minute
export const lastSpans = [
  {
    get label() {
      return t('lastHour')
    },
    ms: hour,
  },
  {
    get label() {
      return t('last4Hours')
    },
    ms: 4 * hour,
  },
  {
    get label() {
      return t('last24Hours')
    },
    ms: 24 * hour,
  },
] as const

/** The shortest of the last spans that a moment lies in, with room before it; `day` for one before them. */
export function spanFor(at: number, now: number): string {
  return String(lastSpans.find(({ ms }) => now - at < ms * 0.9)?.ms ?? 'day')
}

export function pieceAt(span: Span, at: number): Piece {
  const length = Math.min(2 * hour, Math.max(5 * minute, (span.to - span.from) / 12))
  const count = Math.max(1, Math.ceil((span.to - span.from) / length))
  const index = Math.min(count - 1, Math.max(0, Math.floor((at - span.from) / length)))
  const from = span.from + index * length
  return { from, to: Math.min(span.to, from + length), everySeconds: Math.max(1, Math.round(length / 120_000)) }
}

/** A badge at rest is stored every 30 s: whoever is there at a moment may have been stored this long before it; a longer silence means
 * that it was not heard here. */
export const restMs = 30_000

/** What a picture of this moment needs: at the beginning of a piece, the one before it, too. */
export function piecesFor(span: Span, at: number): Piece[] {
  const [before, own] = [pieceAt(span, at - restMs), pieceAt(span, at)]
  return before.from === own.from ? [own] : [before, own]
}

/** Where the first part with somebody in it ends, so that the first picture shows somebody; the beginning when nobody was seen. */
export function dataBegin(span: Span, counts: readonly number[]): number {
  const firstFull = counts.findIndex((count) => count > 0)
  const end = span.from + ((span.to - span.from) * (firstFull + 1)) / Math.max(1, counts.length)
  // A site that has just begun has all it knows in the last part: there, too, something must be left to play.
  return Math.min(end, span.to - 1_000)
}

/** The whole of a calendar day (`2026-11-15`) at the site, up to now. */
export function daySpan(date: string, timeZone: string | undefined, now: number): Span {
  const from = startOfDay(date, timeZone)
  const next = new Date(Date.parse(`${date}T12:00:00Z`) + 24 * hour).toISOString().slice(0, 10)
  return { from, to: Math.min(now, startOfDay(next, timeZone)) }
}

/** Twice corrected by what the clocks at the site show: the offset may change between the guess and the answer. */
function startOfDay(date: string, timeZone: string | undefined): number {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  let guess = midnight
  for (let round = 0; round < 2; round++) guess += midnight - shownAt(guess, timeZone)
  return guess
}

/** What the clock at the site shows, read as if it were UTC. */
function shownAt(at: number, timeZone: string | undefined): number {
  const options = { hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium' } as const
  // The Swedish way of writing a moment is the ISO one.
  return Date.parse(`${new Intl.DateTimeFormat('sv-SE', { ...options, timeZone }).format(at).replace(' ', 'T')}Z`)
}
