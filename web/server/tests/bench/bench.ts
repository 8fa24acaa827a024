// What a test needs of a running server layer. It runs in this process (`npm test`) or, built, as a process of its own
// (`npm run test:hostile`); both ways take the same environment and the same cases.
import { inject } from 'vitest'
import { startAsProcess } from './as-process.ts'
import { headerFault } from './header-set.ts'
import { startInProcess } from './in-process.ts'
import { exchange, requestBytes, type ExchangeOptions, type RawAnswer, type RequestParts } from './raw-http.ts'
import type { BenchOptions, RunningServer } from './running-server.ts'
import { startStubBackend, type StubBackend } from './stub-backend.ts'
import { testEnvironment, type TestEnvironment } from './test-environment.ts'

export type Bench = RunningServer & {
  readonly backend: StubBackend
  /** One request on a connection of its own. Its answer must carry the whole header set. */
  readonly send: (request?: RequestParts) => Promise<RawAnswer>
  /** Bytes as they are; every answer must carry the whole header set. */
  readonly exchange: (bytes: string | Buffer, options?: ExchangeOptions) => Promise<RawAnswer[]>
  readonly auditLines: () => string[]
  readonly audited: () => Record<string, unknown>[]
  readonly stop: () => Promise<void>
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The built files, by name of their source; by hostile/build.ts. */
    built?: { readonly server: string; readonly slowAttackers: string }
  }
}

/** Undefined: in this process. */
export const built = inject('built')
/** True where there is time for every combination and where memory and descriptors are those of the product alone. */
export const asProcess = built !== undefined

export async function startBench(environment: TestEnvironment = {}, options: BenchOptions = {}): Promise<Bench> {
  const backend = await startStubBackend()
  const given = testEnvironment(backend.url, environment)
  const start = () =>
    built ? startAsProcess(built.server, given.values, options) : startInProcess(given.values, options)
  const server = await start().catch(async (error: unknown) => {
    await backend.close()
    given.remove()
    throw error
  })
  const answers = async (bytes: string | Buffer, exchangeOptions: ExchangeOptions) => {
    const received = await exchange(server.port, bytes, exchangeOptions)
    const fault = received.map((answer) => headerFault(answer, given.values)).find((text) => text !== null)
    if (fault !== undefined) throw new Error(fault)
    return received
  }
  let finished = false
  let consoleIsExpected = false
  const auditLines = () => given.readAuditFile().split('\n').filter(Boolean)
  return {
    ...server,
    backend,
    send: async (request = {}) => {
      const [answer] = await answers(requestBytes(server.port, request), { method: request.method })
      if (answer === undefined) throw new Error('the connection was closed without an answer')
      return answer
    },
    exchange: (bytes, exchangeOptions = {}) => answers(bytes, exchangeOptions),
    console: () => {
      consoleIsExpected = true
      return server.console()
    },
    finish: () => {
      finished = true
      return server.finish()
    },
    auditLines,
    audited: () => auditLines().map((line) => JSON.parse(line) as Record<string, unknown>),
    stop: async () => {
      const died = !finished && server.process?.isAlive() === false
      await server.kill()
      await backend.close()
      given.remove()
      if (died) throw new Error(`the process had ended: ${server.console()}`)
      if (!consoleIsExpected && server.console() !== '') throw new Error(`on the console: ${server.console()}`)
    },
  }
}
