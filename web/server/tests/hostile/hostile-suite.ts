// The server-layer part of the hostile cases against the real process. Prints how many attempts were tried and held.
import { afterAll, describe, expect, it } from 'vitest'
import { bodyCases } from './body-cases.ts'
import { crowdCases } from './crowd-cases.ts'
import { httpCases } from './http-cases.ts'
import { loadCases, memoryCases } from './load-cases.ts'
import { pathCases } from './path-cases.ts'
import { startProcess } from './process-bench.ts'
import { tokenCases } from './token-cases.ts'
import { createBench, type Bench, type Tally } from './trial.ts'

const total: Tally = { tried: 0, failures: [] }
const groups: [string, (bench: Bench) => Promise<void>][] = [
  ['paths', pathCases],
  ['tokens', tokenCases],
  ['bodies, CSRF and headers', bodyCases],
  ['HTTP', httpCases],
  ['crowds', crowdCases],
  ['large answers', memoryCases],
  ['load, faults and stopping', loadCases],
]

describe('the server layer withstands', () => {
  it.each(groups)('%s', { timeout: 300_000 }, async (_name, run) => {
    const process = await startProcess()
    const tally: Tally = { tried: 0, failures: [] }
    try {
      await run(createBench(process, tally))
    } finally {
      await process.stop()
      total.tried += tally.tried
      total.failures.push(...tally.failures)
    }
    expect(tally.tried).toBeGreaterThan(0)
    expect(tally.failures.slice(0, 20)).toEqual([])
    expect(process.stderr()).toBe('')
  })
})

afterAll(() => {
  console.log(`tried ${total.tried}  held ${total.tried - total.failures.length}`)
})
