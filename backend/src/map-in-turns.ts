// Works through thousands of things without making anybody wait for all of them: others have their turn every few milliseconds.
import { setImmediate as othersTurn } from 'node:timers/promises'

const mostMs = 5

export async function mapInTurns<T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> {
  const results: R[] = []
  let begunAt = performance.now()
  for (const item of items) {
    if (performance.now() - begunAt > mostMs) {
      await othersTurn()
      begunAt = performance.now()
    }
    results.push(work(item))
  }
  return results
}
