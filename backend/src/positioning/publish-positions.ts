// What pages hear of: one batch per floor to the relay (spec 6.1); fire and forget. Called by the engine once for all turns of a round.
import { floorChannel, type PositionBatch } from '@rollcall/contracts/channels'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import type { Publisher } from '../realtime/publisher.ts'

export function publishPositions(publisher: Pick<Publisher, 'publish'>, entries: readonly PositionEntry[]): void {
  const byFloor = new Map<string, PositionEntry[]>()
  for (const entry of entries) {
    const data = byFloor.get(entry.floorId)
    if (data) data.push(entry)
    else byFloor.set(entry.floorId, [entry])
  }
  for (const [floorId, data] of byFloor) {
    const message: PositionBatch = { type: 'position-batch', data }
    publisher.publish(floorChannel(floorId), message, (older: PositionEntry[], newer: PositionEntry[]) =>
      newestOfEach([...older, ...newer]),
    )
  }
}

/** Also when the relay is slow everybody's newest place goes out, and nobody's two. */
export function newestOfEach(entries: readonly PositionEntry[]): PositionEntry[] {
  return [...new Map(entries.map((entry) => [entry.transmitterId, entry])).values()]
}
