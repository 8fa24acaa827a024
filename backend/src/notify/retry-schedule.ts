// When a message that did not arrive is tried again: soon at first, then with growing pauses, the last time half an hour after the
// first (rules 9). Used for messages to contacts and for personal links.

const second = 1000
const minute = 60 * second
/** After the first try, the second, …; the last one repeats. */
const pausesMs: readonly number[] = [second, 5 * second, 15 * second, 30 * second, minute, 2 * minute, 5 * minute]
const tryForMs = 30 * minute

type Tried = {
  /** How often, this one included. */
  readonly tries: number
  readonly firstTriedAt: string
}

/** Milliseconds until the next try; null: it is given up. A fifth more or less, so that not everything is tried at the same moment. */
export function pauseAfter({ tries, firstTriedAt }: Tried, now = Date.now(), random = Math.random()): number | null {
  const leftMs = Date.parse(firstTriedAt) + tryForMs - now
  if (leftMs <= 0) return null
  const pauseMs = pausesMs[Math.min(tries, pausesMs.length) - 1] ?? minute
  return Math.min(Math.round(pauseMs * (0.8 + 0.4 * random)), leftMs)
}
