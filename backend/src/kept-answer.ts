// An answer that many ask for and that costs as much as there are people: read once, shared for a moment by all who ask, and forgotten
// when this backend changes what it tells. Used for who is where (domains/positions/presence.ts).

export type KeptAnswer<T> = {
  read(): Promise<T>
  forget(): void
}

export function keepAnswer<T>(keptMs: number, read: () => Promise<T>): KeptAnswer<T> {
  let kept: { readonly answer: Promise<T>; readonly until: number } | null = null
  return {
    read() {
      const now = performance.now()
      if (kept && now < kept.until) return kept.answer
      // Kept from the moment it is asked for: what is forgotten while under way does not come back when it arrives.
      const entry = { answer: read(), until: now + keptMs }
      kept = entry
      entry.answer.catch(() => {
        if (kept === entry) kept = null
      })
      return entry.answer
    },
    forget() {
      kept = null
    },
  }
}
