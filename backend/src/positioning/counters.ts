// What the pipeline counts; read by metrics and tests.

export interface Counters {
  /** Readings whose clock was replaced by the time of arrival. */
  clockSkewed: number
  duplicates: number
  /** Positions worked out. */
  positions: number
  /** Step or device failures. */
  failures: number
}

export function createCounters(): Counters {
  return { clockSkewed: 0, duplicates: 0, positions: 0, failures: 0 }
}
