// One hostile request and what must come of it. Whatever a case expects, every answer must also carry the whole production header
// set exactly once, must not name the server, and must not be a server error unless the case says so.
import { createAppToken, createLegacyToken } from '@rollcall/tokens/app-token'
import { claims, csrf } from '../bench/callers.ts'
import { exchange, requestBytes, type RawAnswer, type RequestParts } from '../bench/raw-http.ts'
import type { ProcessBench } from './process-bench.ts'

export type Expected = {
  readonly status: readonly number[]
  /** How many requests the backend must have seen; any number when absent. */
  readonly forwarded?: number
  /** What is wrong with the answer, or null. */
  readonly check?: (answer: RawAnswer) => string | null
}

export type Bench = ProcessBench & {
  readonly token: (role: string, more?: object) => string
  /** `exp` in milliseconds; an hour from now by default. */
  readonly legacyToken: (role: string, exp?: number) => string
  /** A signed-in mutation with its CSRF pair. */
  readonly mutation: (
    path: string,
    body: string | undefined,
    more?: { method?: string; token?: string; headers?: Record<string, string> },
  ) => RequestParts
  readonly attempt: (
    id: string,
    name: string,
    request: RequestParts | string | Buffer,
    expected: Expected,
  ) => Promise<void>
  readonly tally: Tally
  /** For what is not one request: `wrong` says what did not hold, or null. */
  readonly note: (id: string, name: string, wrong: string | null) => void
}

export type Tally = { tried: number; readonly failures: string[] }

const headerSet: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; " +
    "connect-src 'self' wss:; frame-ancestors 'none'; object-src 'none'; base-uri 'self'; form-action 'self'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'geolocation=(self), microphone=(), camera=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

export function createBench(process: ProcessBench, tally: Tally): Bench {
  const token = (role: string, more: object = {}) => createAppToken({ ...claims(role), ...more }, process.apiSecret)
  const note = (id: string, name: string, wrong: string | null) => {
    tally.tried += 1
    if (wrong !== null) tally.failures.push(`${id} ${name.slice(0, 120)}: ${wrong}`)
  }
  return {
    ...process,
    token,
    tally,
    note,
    legacyToken: (role, exp = Date.now() + 3_600_000) => createLegacyToken({ ...claims(role), exp }, process.apiSecret),
    mutation: (path, body, more = {}) => ({
      method: more.method ?? 'POST',
      path,
      headers: {
        Cookie: `auth_token=${more.token ?? token('operator')}; csrf_token=${csrf}`,
        'X-CSRF-Token': csrf,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...more.headers,
      },
      ...(body !== undefined && { body }),
    }),
    attempt: async (id, name, request, expected) => {
      process.backend.requests.length = 0
      const isRaw = typeof request === 'string' || Buffer.isBuffer(request)
      const bytes = isRaw ? request : requestBytes(process.port, request)
      const method = isRaw ? /^\w+/.exec(request.toString('latin1'))?.[0] : request.method
      const [answer] = await exchange(process.port, bytes, { method, count: 1, timeoutMs: 15_000 }).catch(
        (error: unknown) => [error as Error],
      )
      note(id, name, judge(answer, expected, process))
    },
  }
}

function judge(answer: RawAnswer | Error | undefined, expected: Expected, process: ProcessBench): string | null {
  if (!process.isAlive()) return 'the process is gone'
  if (answer === undefined) return 'closed without an answer'
  if (answer instanceof Error) return answer.message
  if (!expected.status.includes(answer.status)) return `answered ${answer.status}`
  for (const [name, value] of Object.entries(headerSet)) {
    if (answer.all(name).length !== 1 || answer.header(name) !== value)
      return `${name} is ${JSON.stringify(answer.all(name))}`
  }
  if (answer.all('x-powered-by').length + answer.all('server').length > 0) return 'names the server'
  const seen = process.backend.requests.length
  if (expected.forwarded !== undefined && seen !== expected.forwarded) return `${seen} requests reached the backend`
  return expected.check?.(answer) ?? null
}
