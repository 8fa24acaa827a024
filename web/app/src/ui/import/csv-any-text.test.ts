// Any text as a table: read without an exception, and what we write is read back. The recorded texts are always tried; FUZZ_RUNS tries
// more than usual (CONTRIBUTING.md).
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import recorded from './corpus/tables.json' with { type: 'json' }
import { csvLine, parseCsv } from './csv.ts'

const numRuns = Number(process.env['FUZZ_RUNS'] ?? 500)

describe('a table', { timeout: 30_000 }, () => {
  it('of any text is rows of cells without blanks around them', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('"', ',', ';', '\t', '\n', '\r\n', '\uFEFF', 'a', ' ', "'="))
        .map((parts) => parts.join('')),
    )
    const reads = (given: string) => {
      const rows = parseCsv(given)
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.flat().filter((cell) => cell !== cell.trim())).toEqual([])
    }
    fc.assert(fc.property(text, reads), { numRuns, examples: recorded.map((given): [string] => [given]) })
  })

  it('that we wrote is read back', () => {
    const cell = fc.string({ unit: 'grapheme' }).map((given) => given.trim().replace(/^'+(?=[=+\-@])/, ''))
    const row = fc.tuple(fc.constant('Name'), cell, cell, cell)
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        expect(parseCsv(rows.map(csvLine).join('\r\n'))).toEqual(rows)
      }),
      { numRuns },
    )
  })
})
