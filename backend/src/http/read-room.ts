// How many ordinary reads a backend works on at once: as many as it may, until its event loop comes round too late, for then whoever taps
// on a board waits as well. Halved twice a second while that lasts, and one more again when it is over; a quarter of them stays, for each
// waits for the event loop a few times itself. Asked by implement.ts.
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** A turn of the event loop, milliseconds: measured so often, and what is too long on average; and how often it is looked at. */
const loop = { measuredMs: 20, lateMs: 150, everyMs: 500 } as const

export function createReadRoom(most: number): () => number {
  const turns = monitorEventLoopDelay({ resolution: loop.measuredMs })
  turns.enable()
  let room = most
  const look = () => {
    const isLate = turns.mean / 1e6 - loop.measuredMs > loop.lateMs
    turns.reset()
    room = isLate ? Math.max(Math.ceil(most / 4), Math.floor(room / 2)) : Math.min(most, room + 1)
  }
  setInterval(look, loop.everyMs).unref()
  return () => room
}
