// Waits until the process has come to rest: it has used less than so many milliseconds of processor time within a second.
import { eventually } from '../bench/eventually.ts'
import type { ProcessBench } from './process-bench.ts'

export async function settled({ cpuMilliseconds }: ProcessBench, atRest: number): Promise<void> {
  let last = cpuMilliseconds()
  await eventually(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const used = cpuMilliseconds() - last
    last += used
    return used < atRest
  }, 20_000).catch(() => undefined)
}
