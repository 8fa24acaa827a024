// The server-layer part of the hostile cases against the real process. Prints how many attempts were tried and held.
import { afterAll, describe, expect, it } from 'vitest'
import { authCases } from './auth-cases.ts'
import { bodyCases } from './body-cases.ts'
import { crowdCases } from './crowd-cases.ts'
import { headerCases } from './header-cases.ts'
import { httpCases } from './http-cases.ts'
import { loadCases, memoryCases } from './load-cases.ts'
import { pathCases } from './path-cases.ts'
import { startProcess } from './process-bench.ts'
import { proxyCases, proxyEnvironment } from './proxy-cases.ts'
import { routeCases } from './route-cases.ts'
import { sabotagedCases } from './sabotaged-cases.ts'
import { sessionCases, sessionEnvironment } from './session-cases.ts'
import { sequenceCases } from './sequence-cases.ts'
import { slowCases, slowEnvironment } from './slow-cases.ts'
import { tokenCases } from './token-cases.ts'
import { createBench, type Bench, type Tally } from './trial.ts'
import { variantCases } from './variant-cases.ts'

const total: Tally = { tried: 0, failures: [] }
const groups: [string, (bench: Bench) => Promise<void>, Record<string, string>?][] = [
  ['a large answer right after the start', memoryCases],
  ['paths', pathCases],
  ['proxying', proxyCases, proxyEnvironment],
  ['who may pass', authCases],
  ['sessions', sessionCases, sessionEnvironment],
  ['tokens', tokenCases],
  ['bodies, CSRF and headers', bodyCases],
  ['routes', routeCases],
  ['HTTP', httpCases],
  ['headers on every answer', headerCases],
  ['breaking inside, and moving the clock', sabotagedCases],
  ['sequences of requests', sequenceCases],
  ['other settings and a machine in trouble', variantCases],
  ['crowds', crowdCases],
  ['slowness', slowCases, slowEnvironment],
  ['load, faults and stopping', loadCases],
]

describe('the server layer withstands', () => {
  it.each(groups)('%s', { timeout: 300_000 }, async (_name, run, environment) => {
    const process = await startProcess(environment)
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
