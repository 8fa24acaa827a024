// An answer that many ask for and that costs as much as there are people: read once, shared for a moment by all who ask, and forgotten
// when this backend changes what it tells. Used for who is where (domains/positions/presence.ts, domains/emergency/roster.ts).

export type KeptAnswer<T> = {
  read(): Promise<T>
  /** Reads anew, unless that was done within `youngMs`; the answer there is serves those who ask meanwhile. */
  renew(youngMs: number): Promise<void>
  forget(): void
}

export function keepAnswer<T>(keptMs: number, read: () => Promise<T>): KeptAnswer<T> {
  type Kept = { readonly answer: Promise<T>; readonly turn: number; readonly until: number }
  let kept: Kept | null = null
  let turns = 0
  /** What was asked for up to this turn may have been read before a change. */
  let forgotten = 0
  // Kept from the moment it is asked for: nobody gets what is older than that.
  const ask = (): Kept => ({ until: performance.now() + keptMs, turn: ++turns, answer: read() })
  return {
    read() {
      if (kept && performance.now() < kept.until) return kept.answer
      const entry = ask()
      kept = entry
      entry.answer.catch(() => {
        if (kept === entry) kept = null
      })
      return entry.answer
    },
    async renew(youngMs) {
      if (kept && kept.until - keptMs > performance.now() - youngMs) return
      const entry = ask()
      await entry.answer
      if (entry.turn > Math.max(forgotten, kept?.turn ?? 0)) kept = entry
    },
    forget() {
      forgotten = turns
      kept = null
    },
  }
}
