// Step 9: turns fixes into position entries, numbered for the pages, and hands them to the writer, which never blocks; the
// writer also gets what only an emergency asks for.
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import type { BleSettings } from '@rollcall/contracts/domains/settings'
import type { Fix } from '../batch.ts'
import { mapEach, type Step } from '../pipeline.ts'
import type { StoredPosition } from '../position-queries.ts'
import type { PositionWriter } from '../position-writer.ts'
import type { SiteModel } from '../site-model.ts'
import type { Bounds, PlanarPoint } from '../solvers/observation.ts'
import type { Stays } from '../stays.ts'

interface Options {
  writer: Pick<PositionWriter, 'add'>
  stays: Pick<Stays, 'stored'>
  nextSeq: () => number
}

export function recordStep({ writer, stays, nextSeq }: Options): Step {
  const name = 'record'
  return {
    name,
    run(batch, report) {
      const { ble } = batch.site
      const recorded = mapEach(batch.fixes, name, report, (fix) => {
        const found = entryOf(fix, nextSeq())
        return { fix, found, entry: shownOf(found, fix, ble) }
      })
      writer.add(
        recorded.map(({ fix, found, entry }) => storedOf(entry, found, fix, stays, batch.site)),
        batch.activity,
      )
      // What is published says nothing of it.
      return { ...batch, entries: recorded.map(({ entry }) => entry) }
    },
  }
}

function entryOf(fix: Fix, seq: number): PositionEntry {
  const { device, floor, estimate, floorProbability, zoneId, zoneProbability = null, nearZoneId = null } = fix
  const { transmitterId, entityType, entityId, name } = device.carrier
  const { method, accuracyM, receiverCount } = estimate
  return {
    transmitterId,
    position: placeOf(estimate, floor),
    positionMethod: method,
    floorId: floor.id,
    buildingId: floor.buildingId,
    zoneId,
    zoneProbability: zoneProbability === null ? null : round(zoneProbability, 2),
    nearZoneId,
    accuracyM: round(accuracyM, 1),
    confidence: round(confidence(floorProbability, accuracyM, receiverCount), 2),
    receiverCount,
    entityType,
    entityId,
    name,
    timestamp: Math.round(device.lastReadingAt),
    seq,
  }
}

/** What pages get to see: where the site waits for what comes after, the place and the circle of then; everything else is of now. */
function shownOf(found: PositionEntry, { device, floor }: Fix, ble: BleSettings): PositionEntry {
  const { liveLagSeconds, maximumSpeedMps } = ble
  if (liveLagSeconds === 0) {
    device.hindsight.forget()
    return found
  }
  const { transmitterId, floorId, timestamp, accuracyM, position } = found
  const now = { transmitterId, floorId, timestamp, accuracyM, ...position }
  const then = device.hindsight.update(now, liveLagSeconds * 1000, maximumSpeedMps)
  return { ...found, position: placeOf(then, floor), accuracyM: then.accuracyM }
}

/** By name, as everything that is made for every position: a spread object that is added to takes thirty times as long. */
function storedOf(
  entry: PositionEntry,
  found: PositionEntry,
  { presence, device }: Fix,
  stays: Pick<Stays, 'stored'>,
  site: SiteModel,
): StoredPosition {
  return {
    transmitterId: entry.transmitterId,
    position: entry.position,
    positionMethod: entry.positionMethod,
    floorId: entry.floorId,
    buildingId: entry.buildingId,
    zoneId: entry.zoneId,
    zoneProbability: entry.zoneProbability,
    nearZoneId: entry.nearZoneId,
    accuracyM: entry.accuracyM,
    confidence: entry.confidence,
    receiverCount: entry.receiverCount,
    entityType: entry.entityType,
    entityId: entry.entityId,
    name: entry.name,
    timestamp: entry.timestamp,
    seq: entry.seq,
    insideProbability: presence?.insideProbability ?? null,
    musterZoneId: presence?.musterZoneId ?? null,
    musterProbability: presence?.musterProbability ?? null,
    musterSince: presence?.musterSince ?? null,
    receivers: device.hearers(site),
    stay: stays.stored(entry.transmitterId),
    movedAt: device.track.movedAt,
    strength: device.track.takeStrength(),
    past: entry === found ? null : found,
  }
}

/** The floor must be right, the radius small against a room, and at least three receivers must agree. */
function confidence(floorProbability: number, accuracyM: number, receiverCount: number): number {
  return (floorProbability * Math.min(1, receiverCount / 3)) / (1 + (accuracyM / 12) ** 2)
}

const placeOf = ({ xM, yM }: PlanarPoint, { widthM, heightM }: Bounds) => {
  return { x: percent(xM, widthM), y: percent(yM, heightM), xM: round(xM, 2), yM: round(yM, 2) }
}
const percent = (metres: number, size: number) => round(Math.min(100, Math.max(0, (metres / size) * 100)), 3)
const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits
