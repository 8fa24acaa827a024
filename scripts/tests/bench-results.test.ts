// What a measurement printed, in bench/RESULTS.md.
import { expect, it } from 'vitest'
import { goalsOf, withResult } from '../setup/bench-results.mjs'
import { read } from './sources.ts'

const output = `
Goals
✓ CPU against the bare send(), 1 × 1,000: 1.05 (at most 1.1)
✗ accepts per second: 9,900 (at least 12000)
– p99 beside Centrifugo: – (at most 1)

The machine was busy with other things on 0.12 cores meanwhile: quiet enough.
{"a":1}`

it('are the goals with what was measured', () => {
  expect(goalsOf(output).map(({ met, measured, limit }) => [met, measured, limit])).toEqual([
    ['✓', '1.05', 'at most 1.1'],
    ['✗', '9,900', 'at least 12000'],
    ['–', '–', 'at most 1'],
  ])
})

it('replace those of an earlier run and nothing else', () => {
  const page = read('bench/RESULTS.md')
  const first = withResult(page, 'zz', { output, failed: false, day: '2026-11-01' })
  const second = withResult(first, 'zz', { output, failed: false, day: '2026-11-02' })
  expect(first).toContain('| accepts per second | 9,900 | at least 12000 | ✗ |')
  expect(second).toBe(first.replace('2026-11-01', '2026-11-02'))
  expect(second).toContain('others busy on 0.12 cores')
  for (const line of page.split('\n')) expect(second).toContain(line)
  expect(withResult(second, 'zz', { output, failed: true, day: '2026-11-03' })).not.toContain('9,900 | at least')
})
