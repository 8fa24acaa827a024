// How strongly receivers heard somebody in a time span, for a calibration: of this backend's memory, and of all backends together. Made by
// engine.ts.
import { mapInTurns } from '../../map-in-turns.ts'
import type { LinkMemory } from './link-memory.ts'

export interface HeardQuestion {
  of: 'badges' | 'receivers'
  id: string
  /** Epoch milliseconds. */
  from: number
  to: number
}

/** An answer per question: mean strength by receiver. */
export type Heard = (questions: readonly HeardQuestion[]) => Promise<readonly (readonly Mean[])[]>
type Mean = { receiverId: string; rssi: number }

export function createHeard(memories: Readonly<Record<HeardQuestion['of'], LinkMemory>>): Heard {
  // A full memory takes tens of milliseconds to look through; positions go on meanwhile.
  return (questions) => mapInTurns(questions, ({ of, id, from, to }) => memories[of].meanOf(id, from, to))
}

/** Where a badge went from one backend to another meanwhile both know of it. */
export function mergeHeard(parts: readonly Awaited<ReturnType<Heard>>[], count: number): Mean[][] {
  return Array.from({ length: count }, (_, i) => {
    const known = new Map<string, number[]>()
    for (const { receiverId, rssi } of parts.flatMap((answers) => answers[i] ?? []))
      known.set(receiverId, [...(known.get(receiverId) ?? []), rssi])
    return [...known].map(([receiverId, means]) => {
      return { receiverId, rssi: means.reduce((sum, rssi) => sum + rssi, 0) / means.length }
    })
  })
}
