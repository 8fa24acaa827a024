// Counts attempts per client in windows of fixed length, in one process (spec 8: counts are gone after a restart). Bounded:
// when full, the oldest window goes first, and one that has used up its attempts only when no other is left.
// Used by the login limiter and by row-limits.ts.

export type Attempts = { readonly used: number; readonly resetAt: number }

/** `used` counts this attempt, also when it is beyond the limit. */
export type AttemptStore = {
  readonly count: (key: string, now: number) => Attempts | Promise<Attempts>
  readonly close: () => void | Promise<void>
}

export type AttemptWindowOptions = {
  readonly attempts: number
  readonly windowMs: number
  readonly sweepMs: number
  readonly maxKeys?: number
  /** Of a clock that nobody corrects. */
  readonly now: () => number
}

export type AttemptWindows = {
  readonly count: (key: string, now: number) => Attempts
  readonly close: () => void
  readonly size: () => number
}

export function createAttemptWindows(options: AttemptWindowOptions): AttemptWindows {
  const { attempts, windowMs, maxKeys = 50_000 } = options
  // A Map keeps insertion order, so its first key is the oldest.
  const open = new Map<string, { used: number; resetAt: number }>()
  const blocked = new Map<string, number>()

  function* sweep(now: number) {
    for (const [key, window] of open) yield window.resetAt <= now && open.delete(key)
    for (const [key, resetAt] of blocked) yield resetAt <= now && blocked.delete(key)
  }
  const timer = setInterval(() => runInTurns(sweep(options.now())), options.sweepMs)
  timer.unref()

  const oldestOpen = oldestOf(open)
  const oldestBlocked = oldestOf(blocked)
  const makeRoom = () => {
    const key = oldestOpen()
    if (key !== undefined) open.delete(key)
    else blocked.delete(oldestBlocked() ?? '')
  }

  const count = (key: string, now: number): Attempts => {
    const until = blocked.get(key)
    if (until !== undefined && until > now) return { used: attempts + 1, resetAt: until }
    blocked.delete(key)
    let window = open.get(key)
    if (window === undefined || window.resetAt <= now) {
      open.delete(key)
      if (open.size + blocked.size >= maxKeys) makeRoom()
      window = { used: 0, resetAt: now + windowMs }
      open.set(key, window)
    }
    window.used += 1
    if (window.used >= attempts) {
      open.delete(key)
      blocked.set(key, window.resetAt)
    }
    return { used: window.used, resetAt: window.resetAt }
  }

  return { count, size: () => open.size + blocked.size, close: () => clearInterval(timer) }
}

/** For keys that are deleted as soon as they are given; a new iterator each time would step over all that were, every time. */
function oldestOf(map: ReadonlyMap<string, unknown>): () => string | undefined {
  let keys = map.keys()
  return () => {
    const { done, value } = keys.next()
    if (!done) return value
    keys = map.keys()
    return keys.next().value
  }
}

/** So many steps at a time, so that requests come in between. */
const stepsAtOnce = 2000

function runInTurns(steps: Iterator<unknown>): void {
  for (let step = 0; step < stepsAtOnce; step += 1) if (steps.next().done) return
  setImmediate(runInTurns, steps)
}
