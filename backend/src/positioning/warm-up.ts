// Fills the radio windows of whoever takes over with what the one before had read, so that circles are no wider than before and nothing
// is said of it again. What is newer than a badge's stored position was read by nobody who could store it: it is answered, to be worked out.
import type { Reading } from '../ingest/reading.ts'
import { emptyBatch } from './batch.ts'
import type { Device } from './device.ts'
import { type Report, runPipeline } from './pipeline.ts'
import type { PositioningMemory } from './positioning-steps.ts'
import type { SiteModel } from './site-model.ts'
import { guardStep } from './steps/guard.ts'
import { identifyStep } from './steps/identify.ts'

interface Options {
  memory: Pick<PositioningMemory, 'health' | 'counters' | 'devices'>
  site: SiteModel | null
  report: Report
}

/** After the devices were resumed. */
export function warmUp(readings: readonly Reading[], { memory, site, report }: Options): Reading[] {
  if (!site) return []
  const { health, counters, devices } = memory
  const steps = [guardStep(health, counters, false), identifyStep(devices)]
  const { sightings } = runPipeline(steps, emptyBatch(0, site, readings), report)
  const storedAt = new Map<Device, number>()
  const unread: Reading[] = []
  for (const { device, reading } of sightings) {
    if (!storedAt.has(device)) storedAt.set(device, device.lastReadingAt)
    if (reading.at > storedAt.get(device)!) unread.push(reading)
    else if (site.receivers.has(reading.receiverId)) device.hear(reading.receiverId, reading.at, reading.rssi)
  }
  // The stored place was made with them: they are no news to it.
  for (const device of storedAt.keys()) for (const link of device.links.values()) link.takeFresh()
  return unread
}
