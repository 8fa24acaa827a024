// What happened to items at the door; read by metrics and tests.

export interface IngestCounters {
  accepted: number
  /** Not of the format, without a usable strength, or of a receiver that the sender may not speak for. */
  rejected: number
  /** Turned away because there was no room. */
  refused: number
  /** Turned away because the log in Redis was away. */
  unreachable: number
  /** Batches that had been taken before. */
  repeated: number
}

export function createIngestCounters(): IngestCounters {
  return { accepted: 0, rejected: 0, refused: 0, unreachable: 0, repeated: 0 }
}
