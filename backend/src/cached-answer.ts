// An answer that many ask for and that costs as much as there are people: read once, shared for a moment by all who ask, and forgotten
// when a change concerns it. Used for who is where (domains/positions/presence.ts).

export type CachedAnswer<T> = { read(): Promise<T>; forget(): void }

export function cacheAnswer<T>(cacheMs: number, read: () => Promise<T>): CachedAnswer<T> {
  let cached: { readonly answer: Promise<T>; readonly until: number } | null = null
  return {
    read() {
      if (cached && performance.now() < cached.until) return cached.answer
      // Cached from the moment it is asked for: nobody gets what is older than that.
      const entry = { until: performance.now() + cacheMs, answer: read() }
      cached = entry
      entry.answer.catch(() => {
        if (cached === entry) cached = null
      })
      return entry.answer
    },
    forget() {
      cached = null
    },
  }
}
