// Waits until the process has come to rest: it has used less than so many milliseconds of processor time within a second.
import type { Bench } from '../bench/bench.ts'
import { eventually } from '../bench/eventually.ts'

export async function settled({ process }: Bench, atRest: number): Promise<void> {
  const used = () => process?.cpuMilliseconds() ?? 0
  let last = used()
  await eventually(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const spent = used() - last
    last += spent
    return spent < atRest
  })
}
