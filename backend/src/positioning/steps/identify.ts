// Step 2: whose reading is it? Registered transmitters and enrolled phones get their device; everything else is ambient
// (positioning 2.2).
import type { PhoneResolver } from '../../ingest/identity/phone-resolver.ts'
import type { Reading } from '../../ingest/reading.ts'
import type { Sighting } from '../batch.ts'
import type { DeviceStore } from '../device-store.ts'
import type { Step } from '../pipeline.ts'

export function identifyStep(devices: DeviceStore, phones: PhoneResolver): Step {
  return {
    name: 'identify',
    run(batch) {
      const { carriers } = batch.site
      const sightings: Sighting[] = []
      const ambient: Reading[] = []
      phones.begin()
      for (const reading of batch.readings) {
        let carrier = carriers.get(reading.transmitterId)
        if (!carrier) {
          const found = phones.resolve(reading)
          if (found === 'later') continue
          if (found !== 'not_enrolled') {
            carrier = carriers.get(found.phone)
            // Enrolled just now: nobody's yet, and no ambient device.
            if (!carrier) continue
          }
        }
        if (!carrier) ambient.push(reading)
        else if (carrier.transmitterId === reading.transmitterId)
          sightings.push({ device: devices.of(carrier), reading })
        // A phone goes by its own id, whatever address it used.
        else
          sightings.push({ device: devices.of(carrier), reading: { ...reading, transmitterId: carrier.transmitterId } })
      }
      return { ...batch, sightings, ambient }
    },
  }
}
