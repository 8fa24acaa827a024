// A process of its own for some cases, with other settings, counted with the rest. Used by the groups that change the environment.
import { startProcess } from './process-bench.ts'
import { createBench, type Bench } from './trial.ts'

export async function withProcess(
  bench: Bench,
  environment: Record<string, string>,
  run: (one: Bench) => Promise<void> | void,
  options: { openFiles?: number } = {},
): Promise<void> {
  const process = await startProcess(environment, options)
  try {
    process.backend.answer = (_request, response) => response.end('{}')
    await run(createBench(process, bench.tally))
  } finally {
    await process.stop()
  }
}
