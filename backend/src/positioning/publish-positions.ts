// Step 10: one batch per floor to the relay (spec 6.1); fire and forget.
import { floorChannel, type PositionBatch } from '@rollcall/contracts/channels'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import type { Publisher } from '../../realtime/publisher.ts'
import type { Step } from '../pipeline.ts'

export function publishStep(publisher: Pick<Publisher, 'publish'>): Step {
  return {
    name: 'publish',
    run(batch) {
      const byFloor = new Map<string, PositionEntry[]>()
      for (const entry of batch.entries) {
        const data = byFloor.get(entry.floorId)
        if (data) data.push(entry)
        else byFloor.set(entry.floorId, [entry])
      }
      for (const [floorId, data] of byFloor) {
        const message: PositionBatch = { type: 'position-batch', data }
        publisher.publish(floorChannel(floorId), message, newestOfEach)
      }
      return batch
    },
  }
}

/** Also when the relay is slow everybody's newest place goes out, and nobody's two. */
function newestOfEach(older: PositionEntry[], newer: PositionEntry[]): PositionEntry[] {
  return [...new Map([...older, ...newer].map((entry) => [entry.transmitterId, entry])).values()]
}
