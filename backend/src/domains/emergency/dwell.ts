// Who has stayed in one muster point for ten seconds (rules 9). Measured by the times of the readings, not by our clock: a badge
// that fell silent there stays where it was heard last, and proves nothing. Used by auto-account.ts.
import type { AtMusterPoint } from './auto-account-queries.ts'

const dwellMs = 10_000

export type Dwell = {
  /** Answers those who have now stayed long enough. */ see(present: readonly AtMusterPoint[]): AtMusterPoint[]
}

export function createDwell(): Dwell {
  let since = new Map<string, { zoneId: string; at: number }>()
  return {
    see(present) {
      // Whoever is not present any more begins anew.
      const next = new Map<string, { zoneId: string; at: number }>()
      const settled: AtMusterPoint[] = []
      for (const one of present) {
        const key = `${one.emergencyId} ${one.personId}`
        const begun = since.get(key)
        const at = Date.parse(one.at)
        const start = begun?.zoneId === one.zoneId ? begun : { zoneId: one.zoneId, at }
        next.set(key, start)
        if (at - start.at >= dwellMs) settled.push(one)
      }
      since = next
      return settled
    },
  }
}
