// The shares into which the log's partitions are divided: what one backend owns of the positions is one or several of them. Six, so that
// one, two or three backends have equally many. Used by ownership, log and engine.

/** All readings of a transmitter lie in one partition. */
export const partitionCount = 64
export const shareCount = 6

export interface Share {
  /** In keys and metrics. */
  readonly name: string
  readonly partitions: readonly number[]
}

const partitionNumbers = Array.from({ length: partitionCount }, (_, partition) => partition)

/** Of a backend that shares with nobody. */
export const everything: Share = { name: 'all', partitions: partitionNumbers }

export const shares: readonly Share[] = Array.from({ length: shareCount }, (_, number) => ({
  name: String(number),
  partitions: partitionNumbers.filter((partition) => partition % shareCount === number),
}))

/** Whose owner is the leader: what one of several backends does is done by it (background-work.ts). */
export const leadersShare = 0

export function partitionOf(transmitterId: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < transmitterId.length; i++) hash = Math.imul(hash ^ transmitterId.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 16)) & (partitionCount - 1)
}
