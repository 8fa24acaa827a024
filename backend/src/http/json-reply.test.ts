// Which answers to "what do you take?" mean which compression.
import { expect, it } from 'vitest'
import { codingFor } from './json-reply.ts'

it.each([
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=1.0, GZIP;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['deflate , gzip ; q=0.001', 'gzip'],
  ['gzip;q=0', null],
  ['gzip;q=0.000', null],
  ['deflate', null],
  ['*', null],
  ['identity', null],
  ['', null],
  [undefined, null],
  ['xgzip, gzipx, g zip, brr', null],
  ['gzip;q=high', null],
  ['gzip;;q=1', null],
  [';,;,,gzip;', null],
  [`${'gzip;q=0,'.repeat(1000)}`, null],
  [`gzip${' '.repeat(10_000)}x`, null],
  [['deflate', 'gzip'], 'gzip'],
])('%j', (accepted, expected) => {
  expect(codingFor(accepted)).toBe(expected)
})
