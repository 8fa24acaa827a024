import { describe, expect, it } from 'vitest'
import { bytesText, keptText, sumOf } from './stored-words.ts'

describe('bytesText', () => {
  it('has three digits at most, and the unit that makes it so', () => {
    expect([0, 8192, 99_400, 999_400, 999_600, 12_345_678, 4_200_000_000, 3.1e12, 5e15].map(bytesText)).toEqual([
      '0.0 kB',
      '8.2 kB',
      '99 kB',
      '999 kB',
      '1.0 MB',
      '12 MB',
      '4.2 GB',
      '3.1 TB',
      '5000 TB',
    ])
  })
})

describe('keptText', () => {
  it('says for how long', () => {
    expect([null, 0, 1, 365].map((keptDays) => keptText({ keptDays }))).toEqual([
      'Until deleted',
      'Until it expires',
      '1 day',
      '365 days',
    ])
  })
})

describe('sumOf', () => {
  it('adds up', () => {
    const table = { table: 'a', holds: '', keptDays: null, setting: null }
    const tables = [
      { ...table, rows: 1, bytes: 10 },
      { ...table, rows: 2, bytes: 20 },
    ]
    expect([sumOf(tables, 'rows'), sumOf(tables, 'bytes')]).toEqual([3, 30])
  })
})
