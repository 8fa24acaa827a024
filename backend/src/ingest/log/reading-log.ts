// The log between intake and positioning: what was taken lies here until the backend that makes the positions has read it. In memory for
// one backend (memory-log.ts), in Redis for several (redis-log.ts); one suite holds both to the same cases. Filled by intake.ts.
import type { Share } from '../../ownership/shares.ts'
import type { BatteryReport } from '../dynamb-adapter.ts'
import type { Reading } from '../reading.ts'

export interface Taken {
  accepted: number
  rejected: number
}

export interface NewBatch {
  /** Batches with the same one are the same; null: always another. */
  key: string | null
  readings: readonly Reading[]
  batteries: readonly BatteryReport[]
  /** What its sender is answered, also when it sends it again. */
  answer: Taken
  /** Which receivers handed it in: told to everybody who makes positions, for each reads only the badges of its shares. */
  arrivals?: readonly ArrivedReceiver[]
}

export interface ArrivedReceiver {
  receiverId: string
  readings: number
  /** Registered badges that it heard; only of receivers that wait to be registered. */
  badges: readonly string[]
}

/** Epoch milliseconds by the reader's clock. */
export type Arrivals = { arrivedAt: number; receivers: readonly ArrivedReceiver[] }

export type Appended = { answer: Taken; isRepeated: boolean } | 'full' | 'unreachable'

/** Up to where somebody has read, entry by entry of each partition; of a share only its own are meant. */
export interface LogPosition {
  /** Which log: one that lost everything is another. */
  readonly log: string
  /** Id of the last entry that was read, by partition; order is the log's, never a machine's clock. */
  readonly upTo: readonly string[]
}

export interface LogEntry {
  readonly partition: number
  readonly id: string
  /** Epoch milliseconds by the reader's clock. */
  readonly arrivedAt: number
  readonly readings: readonly Reading[]
  readonly batteries: readonly BatteryReport[]
}

export interface LogPart {
  /** Oldest first; of one partition in the order of the log. */
  readonly entries: readonly LogEntry[]
  /** Before these entries; not the one asked for when the log had been lost meanwhile. */
  readonly from: LogPosition
  /** Nothing came after them. */
  readonly isHead: boolean
}

export interface ReadingLog {
  /** Whether other backends read and fill the same one. */
  readonly isShared: boolean
  /** All of it or nothing: after an answer the log has it. Never throws. */
  append(batch: NewBatch): Appended | Promise<Appended>
  /** For whoever makes the positions of the share in this epoch. Null: from the oldest entry. Throws when it cannot be read. */
  read(after: LogPosition | null, epoch: number, share: Share): Promise<LogPart>
  /** The position so much earlier, by the log's clock. */
  earlier(position: LogPosition, ms: number): LogPosition
  /** Entries of the share up to there are not needed any more. */
  trim(position: LogPosition, share: Share): Promise<void>
  /** What receivers handed in since the last call, of all shares; the first time of the last seconds. Nothing where nobody else reads. */
  arrivals(): Promise<readonly Arrivals[]>
  /** For how long it has been without a break, milliseconds; null: it is not. */
  reachableMs(): number | null
  /** Readings of unregistered devices given up for registered ones. */
  readonly dropped: number
  /** Readings that nobody has read; null: only the others who fill it know. */
  readonly waiting: number | null
  stop(): Promise<void>
}

/** Somebody with a later epoch reads the log: whoever is told so makes no positions any more. */
export class Superseded extends Error {}

/** After these entries. */
export function passed({ log, upTo }: LogPosition, entries: readonly LogEntry[]): LogPosition {
  const ids = [...upTo]
  for (const { partition, id } of entries) ids[partition] = id
  return { log, upTo: ids }
}

/** Ids are `milliseconds-number`, the milliseconds by the log's clock. */
export const timeOf = (id: string) => Number(id.slice(0, id.indexOf('-')))
const numberOf = (id: string) => Number(id.slice(id.indexOf('-') + 1))

export function isLater(id: string, than: string): boolean {
  const [a, b] = [timeOf(id), timeOf(than)]
  return a > b || (a === b && numberOf(id) > numberOf(than))
}
