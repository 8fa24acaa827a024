// Which answers to "what do you take?" mean gzip.
import { expect, it } from 'vitest'
import { takesGzip } from './compression.ts'

it.each([
  ['gzip', true],
  ['gzip, deflate, br, zstd', true],
  ['br;q=1.0, GZIP;q=0.5', true],
  ['deflate , gzip ; q=0.001', true],
  ['gzip;q=0', false],
  ['gzip;q=0.000', false],
  ['br, deflate', false],
  ['*', false],
  ['identity', false],
  ['', false],
  [undefined, false],
  ['xgzip, gzipx, g zip', false],
  ['gzip;q=high', false],
  ['gzip;;q=1', false],
  [';,;,,gzip;', false],
  [`${'gzip;q=0,'.repeat(1000)}`, false],
  [`gzip${' '.repeat(10_000)}x`, false],
  [['br', 'gzip'], true],
])('%j', (accepted, expected) => {
  expect(takesGzip(accepted)).toBe(expected)
})
