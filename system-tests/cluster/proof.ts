// A proof is run CLUSTER_RUNS times (once by default); each run says in one line whether it holds, with its figures.
import { proofSize } from './proof-size.ts'

interface Outcome {
  /** Each list is empty where the proof holds. */
  faults: Readonly<Record<string, readonly unknown[]>>
  figures: object
}

/** Answers what does not hold, run by run: nothing where the proof holds. */
export async function prove(name: string, once: (run: number) => Promise<Outcome>): Promise<object[]> {
  const failed: object[] = []
  for (let run = 1; run <= proofSize.runs; run++) {
    const { faults, figures } = await once(run)
    const found = Object.entries(faults).filter(([, list]) => list.length > 0)
    const counts = found.map(([fault, list]) => `${list.length} ${fault}`)
    const verdict = found.length > 0 ? `does not hold (${counts.join(', ')})` : 'holds'
    console.log(`${name}, run ${run} of ${proofSize.runs}: ${verdict}. ${JSON.stringify(figures)}`)
    if (found.length > 0) failed.push({ run, ...Object.fromEntries(found) })
  }
  return failed
}

/** Seconds that belong to what is tried. */
export const passing = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
