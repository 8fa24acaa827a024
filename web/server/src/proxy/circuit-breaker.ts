// Spares everybody the wait while the backend hangs: after so many requests in a row that it kept without an answer, the next
// ones are refused at once, but for one every two seconds that finds out whether it is back. The first answer lets everything
// through again. Used by forward.ts.

export type CircuitBreaker = {
  /** False: refuse at once. */
  readonly mayPass: () => boolean
  readonly answered: () => void
  /** Only for a request that the backend kept: what waited for its turn or for its client says nothing about the backend. */
  readonly timedOut: () => void
}

/** For urgent rows: an alarm is worth every try (rules 9). */
export const neverOpen: CircuitBreaker = {
  mayPass: () => true,
  answered: () => undefined,
  timedOut: () => undefined,
}

const mostSilentInARow = 20
/** Milliseconds. */
export const trialEveryMs = 2000

/** `atOnce`: how many requests the backend has at a time; when it is silent on all of them, nothing else gets through anyway. */
export function createCircuitBreaker(atOnce: number, now: () => number): CircuitBreaker {
  const silentInARow = Math.min(mostSilentInARow, atOnce)
  let silent = 0
  let nextTrialAt = 0
  return {
    mayPass: () => {
      if (silent < silentInARow) return true
      if (now() < nextTrialAt) return false
      nextTrialAt = now() + trialEveryMs
      return true
    },
    answered: () => {
      silent = 0
    },
    timedOut: () => {
      silent += 1
      if (silent === silentInARow) nextTrialAt = now() + trialEveryMs
    },
  }
}
