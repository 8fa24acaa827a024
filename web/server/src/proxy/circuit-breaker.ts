// Spares everybody the wait while the backend hangs: after so many requests in a row without any answer the next ones are refused
// at once, but for one every two seconds that finds out whether it is back. The first answer lets everything through again.
// Used by forward.ts.

export type CircuitBreaker = {
  /** False: refuse at once. */
  readonly mayPass: () => boolean
  readonly answered: () => void
  readonly timedOut: () => void
}

const silentInARow = 20
/** Milliseconds. */
export const trialEveryMs = 2000

export function createCircuitBreaker(now: () => number): CircuitBreaker {
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
