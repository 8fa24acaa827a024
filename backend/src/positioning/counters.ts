// What the pipeline counts, and how far it is; read by metrics and tests.

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

/** By the engine's clock, epoch milliseconds. */
export interface Progress {
  /** When the last round ended, also one that found nothing. */
  roundAt: number
  /** How long the oldest reading of that round had waited by its end. */
  lagMs: number
  /** When a reading came last that was no canary; null: none since the start. */
  readingAt: number | null
}
