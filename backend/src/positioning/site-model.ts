// What positioning knows of the site: floors with receivers and zones, and who carries which transmitter.
// Built by site-watch.ts from the database; read-only for the steps.
import { setImmediate as othersTurn } from 'node:timers/promises'
import { ceilingM } from '@rollcall/contracts/radio-model'
import type { BleSettings } from '@rollcall/contracts/domains/settings'
import type { EntityType } from '@rollcall/contracts/domains/positions'
import type { ResidualMap } from '../database/column-types.ts'
import type { Strength } from './learnt-strength.ts'
import { layoutOf } from './floor-layout.ts'
import { createFloorGrid, type FloorGrid } from './solvers/floor-grid.ts'
import { createPathLossLearner, type PathLossLearner } from './path-loss-learner.ts'
import type { SiteRows } from './site-queries.ts'
import type { PlanarPoint } from './solvers/observation.ts'
import { mappingZones, type ZoneMap } from './zone-map.ts'

export interface SiteReceiver {
  receiverId: string
  floor: SiteFloor
  xM: number
  yM: number
  zM: number
  /** By hand and by calibration together. */
  offsetDb: number
  /** The part that somebody entered by hand. */
  enteredOffsetDb: number
  residuals: ResidualMap | null
  /** Under the sky, as far as the drawing tells; at or beside a muster point. */
  isOutdoors: boolean
  isAtMuster: boolean
}

/** How strongly a receiver hears a badge, dBm. */
export interface ReceivedStrength {
  receiver: SiteReceiver
  rssi: number
}

export interface SiteFloor {
  id: string
  buildingId: string
  level: number
  widthM: number
  heightM: number
  /** Null on a calibrated floor: its exponent is known. */
  learner: PathLossLearner | null
  /** dBm at one metre, unless the transmitter has its own. */
  referenceDbm: number
  receivers: SiteReceiver[]
  grid: FloorGrid
  zones: ZoneMap
  /** By which receivers hear (floor-layout.ts). */
  layout: string
  /** Everything it was built from; an equal one is kept, so that filters live on. */
  signature: string
}

export interface SiteZone {
  id: string
  floorId: string
  name: string
  isRestricted: boolean
}

export interface Carrier {
  transmitterId: string
  entityType: EntityType
  entityId: string | null
  name: string
  /** dBm at one metre; null: the floor's. */
  referenceDbm: number | null
  /** As it was learnt when the site was read. */
  strength?: Strength | null
}

export interface SiteModel {
  ble: BleSettings
  floors: ReadonlyMap<string, SiteFloor>
  receivers: ReadonlyMap<string, SiteReceiver>
  zones: ReadonlyMap<string, SiteZone>
  carriers: ReadonlyMap<string, Carrier>
  /** Floors of a building, by its id. */
  buildings: ReadonlyMap<string, readonly SiteFloor[]>
}

export function compileSite(rows: SiteRows, previous: SiteModel | null): SiteModel {
  const pieces = compiling(rows, previous)
  for (;;) {
    const piece = pieces.next()
    if (piece.done) return piece.value
  }
}

/** The same while others have their turn: a floor of the largest size takes a third of a second. */
export async function compileSiteInTurns(rows: SiteRows, previous: SiteModel | null): Promise<SiteModel> {
  const pieces = compiling(rows, previous)
  for (;;) {
    const piece = pieces.next()
    if (piece.done) return piece.value
    await othersTurn()
  }
}

/** In pieces of some milliseconds. Everything that positions need of a floor is worked out here, nothing when its first badge is heard. */
function* compiling(rows: SiteRows, previous: SiteModel | null): Generator<void, SiteModel> {
  const floors: SiteFloor[] = []
  for (const row of rows.floors) {
    const floor = yield* compilingFloor(row, rows, previous)
    floors.push(floor)
    if (floor === previous?.floors.get(row.id)) continue
    for (const receiver of floor.receivers) {
      yield
      floor.grid.expected(receiver)
    }
    yield
  }
  const receivers = floors.flatMap((floor) => floor.receivers)
  return {
    ble: rows.ble,
    floors: new Map(floors.map((floor) => [floor.id, floor])),
    receivers: new Map(receivers.map((receiver) => [receiver.receiverId, receiver])),
    zones: new Map(
      rows.zones.map(({ id, floorId, name, isRestricted }) => {
        return [id, { id, floorId, name, isRestricted }]
      }),
    ),
    carriers: new Map(rows.carriers.map((carrier) => [carrier.transmitterId, carrier])),
    buildings: floorsByBuilding(floors),
  }
}

function floorsByBuilding(floors: readonly SiteFloor[]): Map<string, SiteFloor[]> {
  const found = new Map<string, SiteFloor[]>()
  for (const floor of floors) found.set(floor.buildingId, [...(found.get(floor.buildingId) ?? []), floor])
  return found
}

function* compilingFloor(
  row: SiteRows['floors'][number],
  rows: SiteRows,
  previous: SiteModel | null,
): Generator<void, SiteFloor> {
  const receivers = rows.receivers.filter((receiver) => receiver.floorId === row.id)
  const zones = rows.zones.filter((zone) => zone.floorId === row.id)
  const shapes = zones.map(({ id, name, zoneType, isMusterPoint, polygon }) => {
    return { id, name, zoneType, isMusterPoint, polygon }
  })
  // The maps belong to the version of the calibration and are too long to compare.
  const slim = { ...row, calibration: row.calibration && { ...row.calibration, residualMaps: null } }
  const signature = JSON.stringify([slim, receivers, shapes, rows.ble.referencePowerDbm, rows.ble.pathLossExponent])
  const before = previous?.floors.get(row.id)
  if (before?.signature === signature) return before

  const { calibration } = row
  const exponent = calibration?.pathLoss ?? rows.ble.pathLossExponent
  const offsets = new Map(calibration?.receiverOffsets.map(({ receiverId, offsetDb }) => [receiverId, offsetDb]))
  const grid = createFloorGrid(row, exponent, calibration?.sigmaDb, row.walls)
  const places = receivers.map(({ x, y }) => ({ xM: (x / 100) * row.widthM, yM: (y / 100) * row.heightM }))
  const floor: SiteFloor = {
    id: row.id,
    buildingId: row.buildingId,
    level: row.level,
    widthM: row.widthM,
    heightM: row.heightM,
    learner: calibration ? null : createPathLossLearner(row, exponent, receivers.length),
    referenceDbm: calibration?.referencePowerDbm ?? rows.ble.referencePowerDbm,
    receivers: [],
    grid,
    zones: yield* mappingZones({ ...row, receivers: places }, grid, shapes),
    layout: layoutOf(row, receivers),
    signature,
  }
  floor.receivers = receivers.map(({ receiverId, zM, rssiOffsetDb }, i) => ({
    receiverId,
    floor,
    ...places[i]!,
    zM: zM ?? ceilingM,
    offsetDb: rssiOffsetDb + (offsets.get(receiverId) ?? 0),
    enteredOffsetDb: rssiOffsetDb,
    residuals: calibration?.residualMaps[receiverId] ?? null,
    ...standing(floor.zones, grid, places[i]!),
  }))
  return floor
}

function standing({ cells, parts }: ZoneMap, { cellM, columns, rows }: FloorGrid, { xM, yM }: PlanarPoint) {
  const within = (value: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(value / cellM)))
  const { kind, muster } = parts[cells[within(yM, rows) * columns + within(xM, columns)]!]!
  return { isOutdoors: kind === 'outdoors', isAtMuster: muster >= 0 }
}
