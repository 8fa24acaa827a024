// A trail as people tell it: where somebody stayed, from when to when. Made from the single positions of the history.
import type { positions } from '@rollcall/contracts/domains/positions'
import type { CallResult } from '@rollcall/contracts/endpoint'

export type TrailPoint = CallResult<typeof positions.history>['points'][number]
export type Stay = {
  readonly floorId: string
  readonly zoneId: string | null
  readonly from: number
  readonly to: number
}

/** A shorter visit between two parts of one stay is passing a border, not going somewhere. */
const shortestMs = 20_000
/** Without a position for this long nobody knows where they were. */
const longestGapMs = 10 * 60_000

/** Newest first. `points` may come in any order. */
export function staysOf(points: readonly TrailPoint[]): Stay[] {
  const inOrder = points.toSorted((a, b) => a.timestamp - b.timestamp)
  const stays: Stay[] = []
  for (const { floorId, zoneId, timestamp } of inOrder) {
    const last = stays.at(-1)
    if (last && sameZone(last, { floorId, zoneId }) && timestamp - last.to <= longestGapMs) {
      stays[stays.length - 1] = { ...last, to: timestamp }
    } else stays.push({ floorId, zoneId, from: timestamp, to: timestamp })
  }
  return merged(stays).toReversed()
}

function merged(stays: readonly Stay[]): Stay[] {
  const result: Stay[] = []
  for (const [index, stay] of stays.entries()) {
    const before = result.at(-1)
    const passing = stay.to - stay.from < shortestMs && index > 0 && index < stays.length - 1
    if (passing) continue
    if (before && sameZone(before, stay) && stay.from - before.to <= longestGapMs) {
      result[result.length - 1] = { ...before, to: stay.to }
    } else result.push(stay)
  }
  return result
}

function sameZone(a: Pick<Stay, 'floorId' | 'zoneId'>, b: Pick<Stay, 'floorId' | 'zoneId'>): boolean {
  return a.floorId === b.floorId && a.zoneId === b.zoneId
}
