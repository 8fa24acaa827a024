// Step 3: keeps mean strengths for calibration: of registered transmitters, and of receivers that hear each other.
import type { LinkMemory } from '../calibration/link-memory.ts'
import type { Step } from '../pipeline.ts'

export function rememberStep(badges: LinkMemory, receivers: LinkMemory): Step {
  return {
    name: 'remember',
    run(batch) {
      for (const { reading } of batch.sightings) {
        badges.note(reading.transmitterId, reading.receiverId, reading.at, reading.rssi)
      }
      for (const reading of batch.ambient) {
        if (!batch.site.receivers.has(reading.transmitterId)) continue
        receivers.note(reading.transmitterId, reading.receiverId, reading.at, reading.rssi)
      }
      return batch
    },
  }
}
