// Which batches were taken already, so that one sent twice counts once (positioning 3). A gateway repeats a
// batch when our answer was lost; what it then says is old news with a new arrival. Used by intake.ts.

export interface BatchMemory<Answer> {
  /** What was answered the first time; undefined for a new batch. */
  find(key: string, now: number): Answer | undefined
  remember(key: string, answer: Answer, now: number): void
}

/** Longer than any gateway keeps trying, and an hour of a busy site in number. */
const most = { ageMs: 10 * 60_000, batches: 20_000 } as const

export function createBatchMemory<Answer>(): BatchMemory<Answer> {
  const taken = new Map<string, { answer: Answer; at: number }>()
  return {
    find(key, now) {
      const known = taken.get(key)
      return known && now - known.at <= most.ageMs ? known.answer : undefined
    },
    remember(key, answer, now) {
      taken.delete(key)
      taken.set(key, { answer, at: now })
      // The oldest come first.
      for (const [oldest, { at }] of taken) {
        if (taken.size <= most.batches && now - at <= most.ageMs) break
        taken.delete(oldest)
      }
    },
  }
}
