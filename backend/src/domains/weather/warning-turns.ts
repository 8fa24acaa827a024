// Warnings are asked for at most once every 30 seconds, whatever the number of buildings (rules 8): places take turns, and
// buildings at one place share a request. Used by weather-watch.ts.
import type { LocatedBuilding } from './weather-answer-queries.ts'

export type WarningTurns = {
  /** Every place gets its turn; answers when the first of them had it, if it may have it now. */
  take(buildings: readonly LocatedBuilding[]): Promise<void>
  stop(): Promise<void>
}

type Options = {
  /** Asks for the warnings of one place and acts upon them for the buildings there. */
  readonly ask: (buildings: readonly LocatedBuilding[]) => Promise<void>
  readonly leastBetweenMs?: number
}

export function createWarningTurns({ ask, leastBetweenMs = 30_000 }: Options): WarningTurns {
  /** By place, in the order in which they wait. */
  let waiting = new Map<string, LocatedBuilding[]>()
  let lastAt = -Infinity
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  const turn = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const [place, buildings] = waiting.entries().next().value ?? []
    if (place === undefined || buildings === undefined) return
    waiting.delete(place)
    lastAt = performance.now()
    await ask(buildings).finally(plan)
  }
  const plan = () => {
    if (waiting.size === 0 || timer) return
    // What went wrong is told by `ask` itself; the next place has its turn all the same.
    const next = () => (running = turn().catch(() => undefined))
    timer = setTimeout(next, Math.max(0, lastAt + leastBetweenMs - performance.now()))
    timer.unref()
  }
  return {
    async take(buildings) {
      waiting = new Map()
      for (const building of buildings) {
        const place = `${building.latitude.toFixed(4)},${building.longitude.toFixed(4)}`
        waiting.set(place, [...(waiting.get(place) ?? []), building])
      }
      if (performance.now() - lastAt < leastBetweenMs) return plan()
      running = turn()
      await running
    },
    async stop() {
      waiting.clear()
      clearTimeout(timer)
      await running?.catch(() => undefined)
    },
  }
}
