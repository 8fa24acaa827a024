// What the receivers hear, link by link, from the state of the pipeline (positioning 2.10). Called by the handler of
// GET /api/diagnostics/signal-monitor.
import type { z } from 'zod'
import type { SignalLink } from '@rollcall/contracts/domains/diagnostics'
import type { DeviceStore } from './device-store.ts'
import type { Device } from './device.ts'
import { expectedStrength } from './expected-strength.ts'
import type { NeighbourCheck } from './neighbour-check.ts'
import type { ReceiverCheck } from './receiver-check/receiver-check.ts'
import type { ReceiverHealth, Rejects } from './receiver-health.ts'
import type { ReceiverResiduals } from './receiver-residuals.ts'
import type { SiteModel } from './site-model.ts'

type Link = z.infer<typeof SignalLink>

export interface SignalMonitor {
  /** Every link that was heard in the last quarter of an hour. */
  links(): Link[]
  driftDb(receiverId: string): number | null
  /** Change of what it hears of its neighbours' beacons; null while it heard too few of them. */
  neighbourDb(receiverId: string): number | null
  check: ReceiverCheck
  rejects(receiverId: string): Readonly<Rejects>
}

interface MonitorOptions {
  site(): SiteModel | null
  devices: DeviceStore
  residuals: ReceiverResiduals
  neighbours: NeighbourCheck
  check: ReceiverCheck
  health: Pick<ReceiverHealth, 'rejects'>
}

export function createSignalMonitor(options: MonitorOptions): SignalMonitor {
  const { site, devices, residuals, neighbours, check, health } = options
  return {
    links: () => {
      const current = site()
      return current ? [...devices.all()].flatMap((device) => linksOf(device, current)) : []
    },
    driftDb: residuals.drift,
    check,
    neighbourDb: (receiverId) => neighbours().get(receiverId) ?? null,
    rejects: health.rejects,
  }
}

function linksOf(device: Device, site: SiteModel): Link[] {
  const { place } = device.track
  return [...device.links].map(([receiverId, link]) => {
    const { lastRssi, meanRssi, sdRssi, readingsPerSecond, gapP95Ms } = link.statistics()
    const receiver = site.receivers.get(receiverId)
    const isHere = place !== null && receiver?.floor === place.floor
    const referenceDbm = device.carrier.referenceDbm ?? place?.floor.referenceDbm ?? 0
    const residualDb = isHere ? meanRssi - expectedStrength(place.floor, place, receiver, referenceDbm) : null
    return {
      transmitterId: device.carrier.transmitterId,
      name: device.carrier.name,
      receiverId,
      lastRssi,
      meanRssi: round(meanRssi),
      sdRssi: round(sdRssi),
      readingsPerSecond: round(readingsPerSecond),
      gapP95Ms,
      residualDb: residualDb === null ? null : round(residualDb),
      lastAt: new Date(link.latest).toISOString(),
    }
  })
}

const round = (value: number) => Math.round(value * 100) / 100
