// One request and what must come of it, as data: the row of a table of cases. Whatever a case expects, the answer must also carry the
// whole header set (bench.ts), and a status that is not named is a fault.
import { expect, it } from 'vitest'
import type { Bench } from './bench.ts'
import { requestBytes, type RawAnswer, type RequestParts } from './raw-http.ts'
import type { Recorded } from './stub-backend.ts'

export type Expected = {
  readonly status: number | readonly number[]
  /** The code of our problem reply. */
  readonly code?: string
  /** How many requests the backend must have seen; any number when absent. */
  readonly forwarded?: number
  /** What is wrong, or null. `seen` is the first request that reached the backend. */
  readonly check?: (answer: RawAnswer, seen: Recorded | undefined, bench: Bench) => string | null
}

export type Request = RequestParts | string | Buffer

/** The hostile case, what it is, the request, what must come of it. */
export type Case = readonly [
  id: string,
  name: string,
  request: Request | ((bench: Bench) => Request),
  expected: Expected,
]

/** Names are unique within a table, so that each failure leads to its row. */
export function itHolds(bench: () => Bench, cases: readonly Case[]): void {
  it.each(cases.map((one) => [...one] as Case))('%s: %s', async (_id, _name, request, expected) => {
    expect(await fault(bench(), typeof request === 'function' ? request(bench()) : request, expected)).toBeNull()
  })
}

/** What did not hold, or null. For cases by the thousand, which are one test. */
export async function fault(bench: Bench, request: Request, expected: Expected): Promise<string | null> {
  bench.backend.requests.length = 0
  const isRaw = typeof request === 'string' || Buffer.isBuffer(request)
  const bytes = isRaw ? request : requestBytes(bench.port, request)
  const method = isRaw ? /^\w+/.exec(request.toString('latin1'))?.[0] : request.method
  const [answer] = await bench.exchange(bytes, { method, count: 1 }).catch((error: unknown) => [error as Error])
  return faultOf(answer, expected, bench)
}

function faultOf(answer: RawAnswer | Error | undefined, expected: Expected, bench: Bench): string | null {
  if (bench.process?.isAlive() === false) return 'the process is gone'
  if (answer === undefined) return 'closed without an answer'
  if (answer instanceof Error) return answer.message
  if (![expected.status].flat().includes(answer.status)) return `answered ${answer.status} ${answer.body.toString()}`
  if (expected.code !== undefined && answer.json().error?.code !== expected.code) return answer.body.toString()
  const seen = bench.backend.requests
  if (expected.forwarded !== undefined && seen.length !== expected.forwarded)
    return `${seen.length} requests reached the backend`
  return expected.check?.(answer, seen[0], bench) ?? null
}

/** Collects the faults of many requests under a name each. */
export function createFaults(): {
  readonly note: (name: string, wrong: string | null) => void
  readonly list: string[]
} {
  const list: string[] = []
  return { list, note: (name, wrong) => void (wrong !== null && list.push(`${name.slice(0, 120)}: ${wrong}`)) }
}

export const refused = (status: number | readonly number[], code?: string): Expected => ({
  status,
  forwarded: 0,
  ...(code !== undefined && { code }),
})
export const passes: Expected = { status: 200, forwarded: 1 }
