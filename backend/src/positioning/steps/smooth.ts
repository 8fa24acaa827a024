// Step 3: puts readings into the window of their link and names the devices whose position is due (at most twice a second each, and
// so many of them as may be worked on in one go; the others stay due).
import type { Counters } from '../counters.ts'
import type { Device } from '../device.ts'
import type { Step } from '../pipeline.ts'
import type { ReceiverHealth } from '../receiver-health.ts'

/** A little under half a second, so that a jittery 2 Hz source is not halved. */
const leastIntervalMs = 450

export function smoothStep(counters: Counters, health: ReceiverHealth, mostDue: number): Step {
  const touched = new Set<Device>()
  return {
    name: 'smooth',
    run(batch) {
      const { minimumRssiDbm } = batch.site.ble
      for (const { device, reading } of batch.sightings) {
        // The limit is meant for usual badges: of a weaker one only its loudest readings would be left, and it would be taken for a
        // usual one that is further away.
        if (reading.rssi < minimumRssiDbm - device.track.weakerDb || !batch.site.receivers.has(reading.receiverId))
          continue
        if (device.hear(reading.receiverId, reading.at, reading.rssi)) touched.add(device)
        else {
          counters.duplicates++
          health.noteReject(reading.receiverId, 'duplicates')
        }
      }
      const due: Device[] = []
      for (const device of touched) {
        if (due.length >= mostDue) break
        if (batch.now - device.estimatedAt < leastIntervalMs) continue
        touched.delete(device)
        device.estimatedAt = batch.now
        due.push(device)
      }
      return { ...batch, due }
    },
  }
}
