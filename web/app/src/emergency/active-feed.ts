// What is active now, for the frame of every page: read every 10 s, every 5 s while something is, at once when something begins or ends,
// and within a second when people of it are ticked off. The relay only makes it faster; nothing depends on it (rules 9).
import type { Emergency } from '@rollcall/contracts/domains/emergency'

export const calmMs = 10_000
export const activeMs = 5_000
/** Every open page hears of every tap: none of them needs the new number sooner. */
export const countedMs = 1_000

export type ActiveFeed = {
  readonly refresh: () => Promise<void>
  readonly heard: (eventId: string, state: Emergency['state']) => void
  readonly stop: () => void
}

export function createActiveFeed(options: {
  readonly read: (signal: AbortSignal) => Promise<Emergency[]>
  readonly onRead: (events: readonly Emergency[]) => void
  readonly onProblem: () => void
}): ActiveFeed {
  const leaving = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = calmMs
  /** The read under way, and whether somebody asked for another meanwhile. */
  let reading: Promise<void> | null = null
  let again = false
  let known: ReadonlySet<string> = new Set()
  let counting: ReturnType<typeof setTimeout> | undefined

  async function readOnce(): Promise<void> {
    try {
      const events = await options.read(leaving.signal)
      if (leaving.signal.aborted) return
      waitMs = events.length > 0 ? activeMs : calmMs
      known = new Set(events.map(({ id }) => id))
      options.onRead(events)
    } catch {
      if (!leaving.signal.aborted) options.onProblem()
    }
  }

  async function readAll(): Promise<void> {
    do {
      again = false
      await readOnce()
    } while (again && !leaving.signal.aborted)
    reading = null
    if (!leaving.signal.aborted) timer = setTimeout(() => void refresh(), waitMs)
  }

  function refresh(): Promise<void> {
    if (leaving.signal.aborted) return Promise.resolve()
    clearTimeout(timer)
    if (reading) again = true
    else reading = readAll()
    return reading
  }

  function heard(eventId: string, state: Emergency['state']): void {
    if (known.has(eventId) !== (state === 'active')) void refresh()
    else counting ??= setTimeout(counted, countedMs)
  }
  function counted(): void {
    counting = undefined
    void refresh()
  }

  function stop(): void {
    leaving.abort()
    clearTimeout(timer)
    clearTimeout(counting)
  }

  void refresh()
  return { refresh, heard, stop }
}
