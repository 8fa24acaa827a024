// Keeps memory flat while long answers pass through. Every block of a transfer lives in a buffer of its own outside the heap, and
// V8 lets some 30 MB of dead ones stand before it looks; so after a few megabytes it is asked to.
// Called by forward.ts and relay-upgrade.ts; measured in docs/decisions/0006-proxy-latency.md.
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

/**
 * What the relay tells open pages passes through, too: 40 MB a second to five hundred of them. Dead buffers count towards the size at which
 * V8 looks through the whole heap, twice that of what lives in it, so that it did so three times a second, in threads that wait for a
 * processor where others want it. Young collections find the buffers; the whole heap can wait until it is five times as large.
 */
export function collectWholeHeapRarely(): void {
  setFlagsFromString('--heap-growing-percent=400')
}

function reachCollector(): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}
