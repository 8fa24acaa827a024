// Work that many ask for and few runs satisfy: the first asks at once, whoever asks within the pause shares the next run. Used by
// server.ts, where a hundred edits a second must not mean reading the site a hundred times.
import { setTimeout as wait } from 'node:timers/promises'

export function atMostEvery(pauseMs: number, work: () => Promise<void>): () => Promise<void> {
  let next: Promise<void> | null = null
  let readyAt = 0
  const run = async () => {
    await wait(Math.max(0, readyAt - performance.now()), undefined, { ref: false })
    next = null
    readyAt = performance.now() + pauseMs
    await work()
  }
  return () => (next ??= run())
}
