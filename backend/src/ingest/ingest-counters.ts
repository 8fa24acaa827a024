// What happened to items at the door; read by metrics and tests.

export interface IngestCounters {
  accepted: number
  /** Not of the format, or without a usable strength. */
  rejected: number
  /** Turned away because the queue was full. */
  refused: number
}

export function createIngestCounters(): IngestCounters {
  return { accepted: 0, rejected: 0, refused: 0 }
}
