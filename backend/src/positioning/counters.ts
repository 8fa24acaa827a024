// What the pipeline counts; read by metrics and tests.

export interface Counters {
  /** Readings whose clock was replaced by the time of arrival. */
  clockSkewed: number
  duplicates: number
  /** Positions worked out. */
  positions: number
  /** Step or device failures. */
  failures: number
  /** Positions that were not written because another backend makes them by now. */
  refused: number
}

export function createCounters(): Counters {
  return { clockSkewed: 0, duplicates: 0, positions: 0, failures: 0, refused: 0 }
}
