// Step 3: what registered transmitters say about their batteries in their own advertisements; the writer keeps it with its history.
// Frames are looked at every few seconds per device, and a report is made when something changed, or once an hour.
import { readAdvertisement } from '../../ingest/advertisement/advertisement.ts'
import { type Battery, batteryOf } from '../../ingest/advertisement/battery-frame.ts'
import type { Reading } from '../../ingest/reading.ts'
import type { Sighting } from '../batch.ts'
import { mapEach, type Step } from '../pipeline.ts'
import type { PositionWriter } from '../position-writer.ts'

const every = { lookMs: 5000, reportMs: 3_600_000 } as const
/** A voltage wavers with every transmission; so much is a change. */
const changedMv = 50

export function batteryStep(writer: Pick<PositionWriter, 'addBatteries'>): Step {
  const name = 'battery'
  return {
    name,
    run(batch, report) {
      const readReport = ({ device, reading }: Sighting) => {
        if (!reading.frames || reading.at - device.battery.readAt < every.lookMs) return null
        device.battery.readAt = reading.at
        const found = batteryIn(reading.frames)
        const { reported, reportedAt } = device.battery
        if (!found || (reported && reading.at - reportedAt < every.reportMs && isSame(reported, found))) return null
        device.battery.reported = found
        device.battery.reportedAt = reading.at
        return { transmitterId: device.carrier.transmitterId, ...found, at: reading.at }
      }
      const found = mapEach(batch.sightings, name, report, readReport)
      if (found.length > 0) writer.addBatteries(found)
      return batch
    },
  }
}

function batteryIn({ hex, form }: NonNullable<Reading['frames']>): Battery | null {
  for (const frame of hex) {
    const read = readAdvertisement(frame, form)
    const found = read && batteryOf(read)
    if (found) return found
  }
  return null
}

function isSame(before: Battery, now: Battery): boolean {
  return before.pct === now.pct && Math.abs((before.mv ?? 0) - (now.mv ?? 0)) < changedMv
}
