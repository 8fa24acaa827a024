// One server layer for all tests of a file, its backend forgetful between them; a test that needs another starts it itself.
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startBench, type Bench } from './bench.ts'
import type { Answer } from './stub-backend.ts'
import type { TestEnvironment } from './test-environment.ts'

export const answerNothing: Answer = () => undefined
export const answerEmpty: Answer = (_request, response) => void response.end('{}')

export function sharedBench(environment: () => TestEnvironment = () => ({}), answer = answerEmpty): () => Bench {
  let bench: Bench
  beforeAll(async () => {
    bench = await startBench(environment())
  })
  afterAll(() => bench.stop())
  beforeEach(() => {
    bench.backend.requests.length = 0
    bench.backend.early = null
    bench.backend.answer = answer
  })
  return () => bench
}
