// Times leave the database as PostgreSQL writes them and the backend as ISO 8601 in milliseconds.
import { expect, it } from 'vitest'
import { parseTimestamp } from './connect.ts'

it.each([
  ['2026-01-31 12:34:56+00', '2026-01-31T12:34:56.000Z'],
  ['2026-01-31 12:34:56.7+00', '2026-01-31T12:34:56.700Z'],
  ['2026-01-31 12:34:56.789+00', '2026-01-31T12:34:56.789Z'],
  ['2026-01-31 12:34:56.789999+00', '2026-01-31T12:34:56.789Z'],
  // A session that does not speak UTC, and what is no date.
  ['2026-01-31 12:34:56.5+02', '2026-01-31T10:34:56.500Z'],
  ['2026-01-31 12:34:56+05:30', '2026-01-31T07:04:56.000Z'],
  ['infinity', 'infinity'],
])('%s', (written, expected) => {
  // Endless times stay numbers in pg; they are passed on as PostgreSQL wrote them.
  expect(parseTimestamp(written)).toBe(expected)
})
