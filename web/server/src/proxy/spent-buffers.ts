// Keeps memory flat while long answers pass through. Every block of a transfer lives in a buffer of its own outside the heap, and
// V8 lets some 30 MB of dead ones stand before it looks; so after a few megabytes it is asked to.
// Called by forward.ts; measured in docs/decisions/0006-proxy-latency.md.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Blocks below this belong to ordinary answers, which the collector handles by itself. */
const blockBytes = 16 * 1024
const collectAfterBytes = 4 * 1024 * 1024

type Collect = (options: { type: 'minor' }) => void

let collect: Collect | null = null
let spent = 0

export function noteSpent(bytes: number): void {
  if (bytes < blockBytes) return
  spent += bytes
  if (spent < collectAfterBytes) return
  spent = 0
  collect ??= reachCollector()
  collect({ type: 'minor' })
}

function reachCollector(): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}
