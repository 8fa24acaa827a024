// Step 2: whose reading is it? Registered transmitters get their device; everything else is ambient (positioning 2.2). Enrolled phones
// come by their own ids (ingest/identity/name-phones.ts).
import type { Reading } from '../../ingest/reading.ts'
import type { Sighting } from '../batch.ts'
import type { DeviceStore } from '../device-store.ts'
import type { Step } from '../pipeline.ts'

export function identifyStep(devices: DeviceStore): Step {
  return {
    name: 'identify',
    run(batch) {
      const { carriers } = batch.site
      const sightings: Sighting[] = []
      const ambient: Reading[] = []
      for (const reading of batch.readings) {
        const carrier = carriers.get(reading.transmitterId)
        if (carrier) sightings.push({ device: devices.of(carrier), reading })
        else ambient.push(reading)
      }
      return { ...batch, sightings, ambient }
    },
  }
}
