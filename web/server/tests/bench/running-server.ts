// What both ways of running a server layer under test can do (bench.ts).
import type { ServerLayer } from '../../src/server.ts'

export type LogLine = { readonly level: string; readonly code: string; readonly fields: Record<string, unknown> }

/** What both ways can do. */
export type RunningServer = {
  readonly port: number
  readonly logged: () => LogLine[]
  /** What was written to the error console; where a test does not ask, it must be nothing. */
  readonly console: () => string
  /** Clients that are connected. */
  readonly clients: () => Promise<number>
  /** Moves the clock on; only with the option `clock`. */
  readonly advance: (ms: number) => Promise<void>
  /** Graceful, as by SIGTERM; gives the exit code. */
  readonly finish: () => Promise<number | null>
  readonly kill: () => Promise<void>
  /** In this process only. */
  readonly layer: ServerLayer | null
  /** As a process of its own only. */
  readonly process: ProcessFacts | null
}

export type ProcessFacts = {
  readonly isAlive: () => boolean
  readonly residentBytes: () => number
  /** Descriptors. */
  readonly openFiles: () => number
  /** Processor time since the start. */
  readonly cpuMilliseconds: () => number
}

export type BenchOptions = {
  /** Epoch milliseconds: time stands still there until `advance`. `running`: it goes on, and `advance` adds to it. */
  readonly clock?: number | 'running'
  /** Source that runs before the product, which knows nothing of it. */
  readonly sabotage?: string
  /** How many descriptors the process may have. */
  readonly openFiles?: number
}
