// Rounds of all shares of a backend, several times a second. A share that it has just taken over may have a lot to catch up with: the others
// go on meanwhile, and nobody's marker stands still for it. Asked by the engine.
import { setTimeout as pause } from 'node:timers/promises'
import type { Round } from './locate-readings.ts'

/** How often readings become positions. A reading waits half of this on average, well inside the 250 ms of the budget. */
export const locateEveryMs = 100

type Locate = (wasSetBack: boolean) => Promise<Round>

/** At least one round of each, until every share has ended one. Throws what the first threw that failed, when all have ended. */
export async function roundsOf(locates: readonly Locate[], wasSetBack: boolean): Promise<Round[]> {
  const underWay = { count: locates.length }
  const ended = await Promise.allSettled(
    locates.map(async (locate) => {
      let { lagMs, hasHeard } = await locate(wasSetBack).finally(() => underWay.count--)
      while (underWay.count > 0) {
        await pause(locateEveryMs)
        const next = await locate(false)
        lagMs = next.lagMs
        hasHeard ||= next.hasHeard
      }
      return { lagMs, hasHeard }
    }),
  )
  return ended.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}
