// Answers that many ask for and that cost as much as there are people: read once, shared for a moment by all who ask, and forgotten
// when a change concerns them. Used for who is where (domains/positions/presence.ts) and for what a page of a floor begins with.

export type CachedAnswer<T> = { read(): Promise<T>; forget(): void }
/** Reads with the same `key` answer the same. */
export type CachedAnswers = { read<T>(key: string, read: () => Promise<T>): Promise<T>; forget(): void }

export function cacheAnswers(cacheMs: number): CachedAnswers {
  type Entry = { readonly answer: Promise<unknown>; readonly until: number }
  // In the order in which they end.
  const cached = new Map<string, Entry>()
  const forgetOld = (now: number) => {
    for (const [key, { until }] of cached) {
      if (now < until) return
      cached.delete(key)
    }
  }
  return {
    read<T>(key: string, read: () => Promise<T>): Promise<T> {
      const now = performance.now()
      forgetOld(now)
      const earlier = cached.get(key)
      if (earlier) return earlier.answer as Promise<T>
      // Cached from the moment it is asked for: nobody gets what is older than that.
      const answer = read()
      const entry = { until: now + cacheMs, answer }
      cached.set(key, entry)
      answer.catch(() => cached.get(key) === entry && cached.delete(key))
      return answer
    },
    forget: () => cached.clear(),
  }
}

export function cacheAnswer<T>(cacheMs: number, read: () => Promise<T>): CachedAnswer<T> {
  const { forget, ...cached } = cacheAnswers(cacheMs)
  return { read: () => cached.read('', read), forget }
}
