// The clock of ingest and positioning: the wall clock, but it never runs backward unnoticed. A small step back is waited out; after a
// large one the new time counts, and whoever remembers times is told to translate them. Made by engine.ts.

export interface SteadyClock {
  /** Epoch milliseconds. */
  now(): number
  /** Whether the clock was set back since this was last asked. */
  takeSetBack(): boolean
}

/** Time stands still for so long at most, milliseconds. */
const mostStandstillMs = 1000

export function createSteadyClock(wall: () => number = Date.now): SteadyClock {
  let last = wall()
  let wasSetBack = false
  return {
    now() {
      const time = wall()
      if (time < last - mostStandstillMs) {
        wasSetBack = true
        last = time
      }
      return (last = Math.max(last, time))
    },
    takeSetBack() {
      const taken = wasSetBack
      wasSetBack = false
      return taken
    },
  }
}
