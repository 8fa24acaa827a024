import { describe, expect, it } from 'vitest'
import { dataBegin, daySpan, pieceAt, piecesFor, spanFor } from './history-span.ts'

const hour = 3_600_000

describe('pieceAt', () => {
  const span = { from: 1_000_000, to: 1_000_000 + 24 * hour }
  it('covers the whole span without gaps', () => {
    let at = span.from
    let pieces = 0
    while (at < span.to) {
      const piece = pieceAt(span, at)
      expect(piece.from).toBeLessThanOrEqual(at)
      expect(piece.to).toBeGreaterThan(at)
      at = piece.to
      pieces += 1
    }
    expect(at).toBe(span.to)
    expect(pieces).toBeLessThan(30)
  })
  it('reads short spans finely and long ones coarsely', () => {
    expect(pieceAt({ from: 0, to: hour }, 0).everySeconds).toBeLessThan(5)
    expect(pieceAt(span, span.from).everySeconds).toBeGreaterThan(30)
  })
  it('stays inside at both ends', () => {
    expect(pieceAt(span, span.to).to).toBe(span.to)
    expect(pieceAt(span, 0).from).toBe(span.from)
  })
})

describe('piecesFor', () => {
  const span = { from: 0, to: hour }
  it('is the piece of the moment, and at its beginning the one before it, where whoever rests was stored', () => {
    const [first, second] = [pieceAt(span, 0), pieceAt(span, 400_000)]
    expect(piecesFor(span, second.from)).toEqual([first, second])
    expect(piecesFor(span, second.from + 29_000)).toEqual([first, second])
    expect(piecesFor(span, second.from + 31_000)).toEqual([second])
    expect(piecesFor(span, 0)).toEqual([first])
  })
})

describe('dataBegin', () => {
  const span = { from: 1_000_000, to: 2_000_000 }
  it('is the end of the first part in which somebody was seen', () => {
    expect(dataBegin(span, [0, 0, 3, 0, 5, 0, 0, 0, 0, 0])).toBe(1_300_000)
    expect(dataBegin(span, [4, 0])).toBe(1_500_000)
  })
  it('is the beginning of the span when nobody was', () => {
    expect(dataBegin(span, [0, 0])).toBe(1_000_000)
    expect(dataBegin(span, [])).toBe(1_000_000)
  })
  it('leaves something to play when everything is in the last part', () => {
    expect(dataBegin({ from: 0, to: 60_000 }, [0, 0, 5])).toBe(59_000)
  })
})

describe('daySpan', () => {
  const later = Date.parse('2030-01-01T00:00:00Z')
  it('begins and ends at midnight of the site', () => {
    expect(daySpan('2026-11-15', 'America/New_York', later)).toEqual({
      from: Date.parse('2026-11-15T05:00:00Z'),
      to: Date.parse('2026-11-16T05:00:00Z'),
    })
  })
  it('knows days of 23 and 25 hours', () => {
    const length = (date: string) => {
      const { from, to } = daySpan(date, 'Europe/Berlin', later)
      return (to - from) / hour
    }
    expect([length('2026-03-29'), length('2026-10-25'), length('2026-06-01')]).toEqual([23, 25, 24])
  })
  it('ends now when the day is not over', () => {
    const now = Date.parse('2026-11-15T09:30:00Z')
    expect(daySpan('2026-11-15', 'UTC', now).to).toBe(now)
  })
})

describe('spanFor', () => {
  it('is the shortest span with the moment in it, a day for what is longer ago', () => {
    const now = Date.parse('2026-11-15T12:00:00Z')
    expect([0.5, 0.95, 3, 20, 30].map((hours) => spanFor(now - hours * hour, now))).toEqual([
      String(hour),
      String(4 * hour),
      String(4 * hour),
      String(24 * hour),
      'day',
    ])
  })
})
