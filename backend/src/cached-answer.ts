// An answer that many ask for and that costs as much as there are people: read once, shared for a moment by all who ask, and forgotten
// when a change concerns it. Used for who is where (domains/positions/presence.ts).

export type CachedAnswer<T> = {
  read(): Promise<T>
  /** Reads anew, unless that was done within `youngMs`; the answer there is serves those who ask meanwhile. */
  renew(youngMs: number): Promise<void>
  forget(): void
}

export function cacheAnswer<T>(cacheMs: number, read: () => Promise<T>): CachedAnswer<T> {
  type Entry = { readonly answer: Promise<T>; readonly turn: number; readonly until: number }
  let cached: Entry | null = null
  let turns = 0
  /** What was asked for up to this turn may have been read before a change. */
  let forgotten = 0
  // Cached from the moment it is asked for: nobody gets what is older than that.
  const ask = (): Entry => ({ until: performance.now() + cacheMs, turn: ++turns, answer: read() })
  return {
    read() {
      if (cached && performance.now() < cached.until) return cached.answer
      const entry = ask()
      cached = entry
      entry.answer.catch(() => {
        if (cached === entry) cached = null
      })
      return entry.answer
    },
    async renew(youngMs) {
      if (cached && cached.until - cacheMs > performance.now() - youngMs) return
      const entry = ask()
      await entry.answer
      if (entry.turn > Math.max(forgotten, cached?.turn ?? 0)) cached = entry
    },
    forget() {
      forgotten = turns
      cached = null
    },
  }
}
