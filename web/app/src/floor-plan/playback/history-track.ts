// Where everyone was at a moment of the past, from stored points. Between two points close in time a marker glides, as it did
// live; across a gap it stays where it was last known and then disappears: nobody knows more (interface: live things move honestly).
import type { positions, PositionEntry } from '@rollcall/contracts/domains/positions'
import type { z } from 'zod'
import { createCarriers } from './carrier-at.ts'
import { restMs } from './history-span.ts'
import { pointAt } from '../../realtime/marker-motion.ts'

export type HistoryReply = z.infer<typeof positions.history.reply>
export type HistoryPoint = HistoryReply['points'][number]

export type History = {
  readonly add: (reply: HistoryReply) => void
  /** Everyone known to be on the floor at `at`, epoch milliseconds. */
  readonly positionsAt: (at: number) => Map<string, PositionEntry>
}

export function createHistory(buildingId: string, everySeconds: () => number): History {
  const tracks = new Map<string, HistoryPoint[]>()
  const carriers = createCarriers()

  function add(reply: HistoryReply): void {
    carriers.add(reply.carriers)
    const touched = new Set<HistoryPoint[]>()
    for (const point of reply.points) {
      const track = tracks.get(point.transmitterId) ?? []
      track.push(point)
      tracks.set(point.transmitterId, track)
      touched.add(track)
    }
    for (const track of touched) track.sort((a, b) => a.timestamp - b.timestamp)
  }

  function positionsAt(at: number): Map<string, PositionEntry> {
    const gapMs = restMs + 2_000 * everySeconds()
    const found = new Map<string, PositionEntry>()
    for (const [id, track] of tracks) {
      const after = firstAfter(track, at)
      const last = track[after - 1]
      const carrier = last && carriers.carrierAt(id, last.timestamp)
      if (!carrier || !last || at - last.timestamp > 2 * gapMs) continue
      found.set(id, entryAt(last, track[after], at, gapMs, { ...carrier, buildingId }))
    }
    return found
  }
  return { add, positionsAt }
}

function entryAt(
  last: HistoryPoint,
  next: HistoryPoint | undefined,
  at: number,
  gapMs: number,
  who: HistoryReply['carriers'][number] & { readonly buildingId: string },
): PositionEntry {
  const heardBetween = next !== undefined && next.timestamp - last.timestamp <= gapMs
  const { entityType, entityId, name, buildingId } = who
  const seen = { ...last, entityType, entityId, name, buildingId, confidence: 0, receiverCount: 0, seq: 0 }
  if (!heardBetween) return seen
  const duration = next.timestamp - last.timestamp
  const glide = (from: HistoryPoint['position'], to: HistoryPoint['position']) => {
    const metres = pointAt(
      { from: { x: from.xM, y: from.yM }, to: { x: to.xM, y: to.yM }, startedAt: last.timestamp, duration },
      at,
    )
    const percent = pointAt({ from, to, startedAt: last.timestamp, duration }, at)
    return { ...percent, xM: metres.x, yM: metres.y }
  }
  return { ...seen, position: glide(last.position, next.position), timestamp: at }
}

/** Index of the first point later than `at`. */
function firstAfter(track: readonly HistoryPoint[], at: number): number {
  let [low, high] = [0, track.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((track[middle]?.timestamp ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}
