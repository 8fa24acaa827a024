// Works through thousands of things without making anybody wait for all of them: others have their turn after every hundred.
import { setImmediate as othersTurn } from 'node:timers/promises'

const atOnce = 100

export async function mapInTurns<T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> {
  const results: R[] = []
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % atOnce === 0) await othersTurn()
    results.push(work(item))
  }
  return results
}
