// The pipeline: an ordered list of small steps (positioning 2). A step that fails is reported and the batch goes on without it;
// a device that fails inside a step is reported and the other devices go on. Run by engine.ts.
import type { Batch } from './batch.ts'

export interface Step {
  readonly name: string
  run(batch: Batch, report: Report): Batch
}

export type Report = (step: string, error: unknown) => void

export function runPipeline(steps: readonly Step[], first: Batch, report: Report): Batch {
  let batch = first
  for (const step of steps) {
    try {
      batch = step.run(batch, report)
    } catch (error) {
      report(step.name, error)
    }
  }
  return batch
}

/** Applies `work` to each item; one that throws is reported and left out, null is left out silently. */
export function mapEach<T, R>(items: readonly T[], step: string, report: Report, work: (item: T) => R | null): R[] {
  const results: R[] = []
  for (const item of items) {
    try {
      const result = work(item)
      if (result !== null) results.push(result)
    } catch (error) {
      report(step, error)
    }
  }
  return results
}
