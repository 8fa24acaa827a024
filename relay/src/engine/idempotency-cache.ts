// Remembers the answers to publications that carry an idempotency key, so that a retry publishes nothing twice.

const rememberFor = 5 * 60 * 1000

/** Beyond this many the oldest is forgotten first. */
const maximumEntries = 100_000

export function createIdempotencyCache<Result>(now: () => number) {
  const entries = new Map<string, { result: Result; expiresAt: number }>()

  return {
    find(key: string): { result: Result } | undefined {
      const entry = entries.get(key)
      return entry && entry.expiresAt > now() ? entry : undefined
    },
    remember(key: string, result: Result): void {
      entries.delete(key)
      entries.set(key, { result, expiresAt: now() + rememberFor })
      const oldest = entries.size > maximumEntries ? entries.keys().next().value : undefined
      if (oldest !== undefined) entries.delete(oldest)
    },
    /** Entries are in the order of their expiry. */
    sweep(): void {
      for (const [key, entry] of entries) {
        if (entry.expiresAt > now()) return
        entries.delete(key)
      }
    },
  }
}
