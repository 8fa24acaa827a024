// Step 2: whose reading is it? Registered transmitters get their device; everything else is ambient (spec/positioning, identity).
import type { Reading } from '../../ingest/reading.ts'
import type { Sighting } from '../batch.ts'
import type { DeviceStore } from '../device-store.ts'
import type { Step } from '../pipeline.ts'

export function identifyStep(devices: DeviceStore): Step {
  return {
    name: 'identify',
    run(batch) {
      const sightings: Sighting[] = []
      const ambient: Reading[] = []
      for (const reading of batch.readings) {
        const carrier = batch.site.carriers.get(reading.transmitterId)
        if (carrier) sightings.push({ device: devices.of(carrier), reading })
        else ambient.push(reading)
      }
      return { ...batch, sightings, ambient }
    },
  }
}
