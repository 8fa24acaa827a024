// Step 3: puts readings into the window of their link and names the devices whose position is due (at most twice a second each, and
// so many of them as may be worked on in one go; the others stay due).
import type { Counters } from '../counters.ts'
import type { DeviceStore } from '../device-store.ts'
import type { Device } from '../device.ts'
import type { Step } from '../pipeline.ts'
import type { ReceiverHealth } from '../receiver-health.ts'

/** A little under half a second, so that a jittery 2 Hz source is not halved. */
const leastIntervalMs = 450

/** `devices`: those it has forgotten belong to another backend by now, or to a time that is over, and are not located. */
export function smoothStep(
  counters: Counters,
  health: ReceiverHealth,
  devices: Pick<DeviceStore, 'has'>,
  mostDue: number,
): Step {
  /** Heard since they were last located, and may be located again. */
  const ready = new Set<Device>()
  /** Located a moment ago, the earliest first; whether they were heard since. */
  const resting = new Map<Device, boolean>()
  return {
    name: 'smooth',
    run(batch) {
      const { minimumRssiDbm } = batch.site.ble
      for (const { device, reading } of batch.sightings) {
        // The limit is meant for usual badges: of a weaker one only its loudest readings would be left, and it would be taken for a
        // usual one that is further away.
        if (reading.rssi < minimumRssiDbm - device.track.weakerDb || !batch.site.receivers.has(reading.receiverId))
          continue
        if (!device.hear(reading.receiverId, reading.at, reading.rssi)) {
          counters.duplicates++
          health.noteReject(reading.receiverId, 'duplicates')
        } else if (resting.has(device)) resting.set(device, true)
        else ready.add(device)
      }
      for (const [device, isHeard] of resting) {
        const restedMs = batch.now - device.estimatedAt
        if (restedMs >= 0 && restedMs < leastIntervalMs) break
        resting.delete(device)
        // Of before a clock that was set back: what is heard from now on counts.
        if (isHeard && restedMs >= 0) ready.add(device)
      }
      const due: Device[] = []
      for (const device of ready) {
        if (due.length >= mostDue) break
        ready.delete(device)
        if (!devices.has(device)) continue
        resting.set(device, false)
        device.estimatedAt = batch.now
        due.push(device)
      }
      return { ...batch, due }
    },
  }
}
