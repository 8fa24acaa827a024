// What a floor looks like, read again and again: while the relay is down every 10 s, in place of its batches (rules 8,
// context); while it is up now and then, for what batches do not tell. Used by the floor plan through use-floor.ts.
import type { FloorContext } from '@rollcall/contracts/domains/context'

export type FloorFeedOptions = {
  readonly readSnapshot: (signal: AbortSignal) => Promise<FloorContext>
  readonly relayConnected: () => boolean
  readonly onSnapshot: (snapshot: FloorContext) => void
  readonly onProblem: (error: unknown) => void
}

export type FloorFeed = {
  /** Looks at the truth at once: when the relay connection comes or goes, and after the floor was edited. */
  readonly reread: () => void
  readonly stop: () => void
}

export const pollMs = 10_000
/** While live: tells who left the floor, and how the receivers are. */
export const resyncMs = 30_000

export function createFloorFeed(options: FloorFeedOptions): FloorFeed {
  const leaving = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** One read at a time; a wish that comes during a read is served right after it. */
  let reading = false
  let again = false

  async function read(): Promise<void> {
    if (reading) {
      again = true
      return
    }
    reading = true
    clearTimeout(timer)
    try {
      const snapshot = await options.readSnapshot(leaving.signal)
      if (!leaving.signal.aborted) options.onSnapshot(snapshot)
    } catch (error) {
      if (!leaving.signal.aborted) options.onProblem(error)
    } finally {
      reading = false
      if (!leaving.signal.aborted) next()
    }
  }

  function next(): void {
    if (again) {
      again = false
      void read()
    } else timer = setTimeout(() => void read(), options.relayConnected() ? resyncMs : pollMs)
  }

  void read()
  return {
    reread: () => void read(),
    stop: () => {
      leaving.abort()
      clearTimeout(timer)
    },
  }
}
