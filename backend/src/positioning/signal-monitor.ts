// What the receivers hear, link by link, from the state of the pipeline (positioning 2.10), put together of all backends that make positions.
// Called by the handler of GET /api/diagnostics/signal-monitor.
import type { z } from 'zod'
import type { SignalLink } from '@rollcall/contracts/domains/diagnostics'
import type { Device } from './device.ts'
import { expectedStrength } from './expected-strength.ts'
import type { NeighbourCheck } from './neighbour-check.ts'
import type { ReceiverAssessment } from './receiver-check/assess-floor.ts'
import type { ReceiverCheck } from './receiver-check/receiver-check.ts'
import type { ReceiverHealth, Rejects } from './receiver-health.ts'
import type { ReceiverResiduals } from './receiver-residuals.ts'
import type { SiteModel } from './site-model.ts'

type Link = z.infer<typeof SignalLink>

/** Every link of these receivers that was heard in the last quarter of an hour. */
export interface MonitorQuestion {
  receiverIds: readonly string[]
  /** Only its links are listed. */
  transmitterId?: string | undefined
  /** Links that are listed. */
  limit: number
}

/** What one backend knows of a receiver by the badges whose positions it makes; or several together. */
interface MonitoredReceiver extends Rejects {
  readingsPerSecond: number
  /** dB, of so many links. */
  residualSum: number
  residuals: number
  driftDb: number | null
  /** Change of what it hears of its neighbours' beacons; null while it heard too few of them. */
  neighbourDb: number | null
  check: ReceiverAssessment | null
}

export interface MonitorPart {
  receivers: Readonly<Record<string, MonitoredReceiver>>
  /** The strongest first. */
  links: readonly Link[]
  /** How many there are. */
  linkCount: number
}

/** Of all backends together. */
export type SignalMonitor = (question: MonitorQuestion) => Promise<MonitorPart>

interface MonitorOptions {
  site(): SiteModel | null
  devices: { all(): Iterable<Device> }
  residuals: ReceiverResiduals
  neighbours: NeighbourCheck
  check: ReceiverCheck
  health: Pick<ReceiverHealth, 'rejects'>
}

/** What this backend knows. */
export function createSignalMonitor(options: MonitorOptions): (question: MonitorQuestion) => MonitorPart {
  const { site, devices, residuals, neighbours, check, health } = options
  return ({ receiverIds, transmitterId, limit }) => {
    const current = site()
    const asked = new Set(receiverIds)
    const all = current ? [...devices.all()].flatMap((device) => linksOf(device, current)) : []
    const heard = all.filter(({ receiverId }) => asked.has(receiverId))
    const of = (receiverId: string): MonitoredReceiver => {
      const own = heard.filter((link) => link.receiverId === receiverId)
      const known = own.flatMap(({ residualDb }) => residualDb ?? [])
      return {
        readingsPerSecond: sum(own.map(({ readingsPerSecond }) => readingsPerSecond)),
        residualSum: sum(known),
        residuals: known.length,
        driftDb: residuals.drift(receiverId),
        neighbourDb: neighbours().get(receiverId) ?? null,
        check: check(receiverId),
        ...health.rejects(receiverId),
      }
    }
    const matching = heard.filter((link) => !transmitterId || link.transmitterId === transmitterId)
    return {
      receivers: Object.fromEntries(receiverIds.map((receiverId) => [receiverId, of(receiverId)])),
      links: strongest(matching, limit),
      linkCount: matching.length,
    }
  }
}

/** Parts of several backends as if one had made all positions: who hears what is added up, and of judgements by samples the one with the
 * most counts. */
export function mergeMonitors(parts: readonly MonitorPart[], { receiverIds, limit }: MonitorQuestion): MonitorPart {
  const of = (receiverId: string): MonitoredReceiver => {
    const known = parts.flatMap(({ receivers }) => receivers[receiverId] ?? [])
    const total = (field: 'readingsPerSecond' | 'residualSum' | 'residuals' | keyof Rejects) =>
      sum(known.map((one) => one[field]))
    const mean = (field: 'driftDb' | 'neighbourDb') => {
      const values = known.flatMap((one) => one[field] ?? [])
      return values.length > 0 ? sum(values) / values.length : null
    }
    const checks = known.flatMap(({ check }) => check ?? [])
    return {
      readingsPerSecond: total('readingsPerSecond'),
      residualSum: total('residualSum'),
      residuals: total('residuals'),
      driftDb: mean('driftDb'),
      neighbourDb: mean('neighbourDb'),
      check: checks.toSorted((a, b) => b.squares - a.squares)[0] ?? null,
      clockSkewed: total('clockSkewed'),
      duplicates: total('duplicates'),
    }
  }
  return {
    receivers: Object.fromEntries(receiverIds.map((receiverId) => [receiverId, of(receiverId)])),
    links: strongest(
      parts.flatMap(({ links }) => links),
      limit,
    ),
    linkCount: sum(parts.map(({ linkCount }) => linkCount)),
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const strongest = (links: readonly Link[], limit: number) =>
  links.toSorted((a, b) => b.meanRssi - a.meanRssi).slice(0, limit)

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
