// Whoever looks at a board will most likely look again: as long as somebody does, what the next look needs is made before it comes.
// Nobody looks: nothing is done. Used by roster.ts.

type Options<Look> = {
  readonly everyMs: number
  /** A look is answered ahead for so long. */
  readonly forMs: number
  /** Makes ready what these looks need; a failure is tried again at the next turn, and the look itself tells of it. */
  readonly prepare: (looks: readonly Look[]) => Promise<void>
}

export type RecentLooks<Look> = {
  /** Looks with the same `key` need the same. */
  note(key: string, look: Look): void
  stop(): Promise<void>
}

export function createRecentLooks<Look>({ everyMs, forMs, prepare }: Options<Look>): RecentLooks<Look> {
  const looks = new Map<string, { readonly look: Look; readonly until: number }>()
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  const turn = async () => {
    for (const [key, { until }] of looks) if (until <= performance.now()) looks.delete(key)
    if (looks.size > 0) await prepare([...looks.values()].map(({ look }) => look)).catch(() => undefined)
    timer = null
    if (looks.size > 0) wait()
  }
  const wait = () => {
    if (stopped) return
    timer ??= setTimeout(() => (running = turn()), everyMs).unref()
  }
  return {
    note(key, look) {
      looks.set(key, { look, until: performance.now() + forMs })
      wait()
    },
    async stop() {
      stopped = true
      if (timer) clearTimeout(timer)
      await running
    },
  }
}
