// Reads the site for positioning: SQL only. Called by site-watch.ts.
import { sql } from 'kysely'
import { BleSettings, defaultSettings } from '@rollcall/contracts/domains/settings'
import type { Wall } from '@rollcall/contracts/domains/walls'
import type { ResidualMap } from '../database/column-types.ts'
import type { Database } from '../database/schema.ts'
import { sigmaOf } from './calibration/survey.ts'
import type { Strength } from './learnt-strength.ts'

export type SiteRows = Awaited<ReturnType<typeof readSite>>

/** In an order of their own: a row that is written anew moves to the end otherwise, and a floor would count as another one. */
export async function readSite(db: Database) {
  const [floors, receivers, zones, carriers, ble] = await Promise.all([
    db
      .selectFrom('floors')
      .leftJoin('floorCalibrations as active', (join) =>
        join
          .onRef('active.floorId', '=', 'floors.id')
          .on(sql`active.version`, '=', sql`(floors.calibration ->> 'version')::int`),
      )
      .leftJoin('floorWalls', 'floorWalls.floorId', 'floors.id')
      .select(sql<Wall[]>`coalesce(floor_walls.walls, '[]')`.as('walls'))
      .select([
        'floors.id',
        'floors.name',
        'buildingId',
        'level',
        'widthM',
        'heightM',
        'calibration',
        'active.residualMaps',
        'active.proposal',
      ])
      .orderBy('floors.id')
      .execute(),
    db
      .selectFrom('receivers')
      .select(['receiverId', 'floorId', 'x', 'y', 'zM', 'rssiOffsetDb'])
      .where('floorId', 'is not', null)
      .where('x', 'is not', null)
      .where('y', 'is not', null)
      .$narrowType<{ floorId: string; x: number; y: number }>()
      .orderBy('receiverId')
      .execute(),
    db
      .selectFrom('zones')
      .innerJoin('zoneTypes', 'zoneTypes.id', 'zones.zoneTypeId')
      .select(['zones.id', 'floorId', 'polygon', 'zones.name', 'isMusterPoint', 'isRestricted'])
      .select('zoneTypes.name as zoneType')
      .orderBy('zones.id')
      .execute(),
    db
      .selectFrom('carriers')
      .select(['transmitterId', 'entityType', 'entityId', 'name', 'txPower1m as referenceDbm'])
      .select(['strengthDb', 'strengthSureDb'])
      .where('status', 'in', ['assigned', 'in_stock', 'lost'])
      .execute(),
    db.selectFrom('settings').select('value').where('name', '=', 'ble').executeTakeFirst(),
  ])
  return {
    floors: floors.map(({ residualMaps, proposal, ...floor }) => ({
      ...floor,
      calibration: calibrationOf(floor.calibration, residualMaps ?? {}, proposal?.residualSdDb),
    })),
    receivers,
    zones,
    carriers: carriers.map(
      ({ strengthDb, strengthSureDb, ...carrier }): typeof carrier & { strength?: Strength | null } => ({
        ...carrier,
        strength: strengthDb === null || strengthSureDb === null ? null : { db: strengthDb, sureDb: strengthSureDb },
      }),
    ),
    ble: BleSettings.catch(defaultSettings.ble).parse({ ...defaultSettings.ble, ...ble?.value }),
  }
}

interface ActiveCalibration {
  version: number
  referencePowerDbm: number
  pathLoss: number
  receiverOffsets: { receiverId: string; offsetDb: number }[]
  /** By receiver id. */
  residualMaps: Record<string, ResidualMap>
  /** Scatter around the fitted model, dB. */
  sigmaDb: number
}

/** A calibration that cannot be read counts as none: positions go on with the textbook values. */
function calibrationOf(
  value: Record<string, unknown> | null,
  residualMaps: Record<string, ResidualMap>,
  residualSdDb = 5,
): ActiveCalibration | null {
  if (typeof value?.referencePowerDbm !== 'number' || typeof value.pathLoss !== 'number') return null
  const { referencePowerDbm, pathLoss } = value
  const receiverOffsets = Array.isArray(value.receiverOffsets) ? value.receiverOffsets : []
  return {
    version: Number(value.version),
    referencePowerDbm,
    pathLoss,
    receiverOffsets,
    residualMaps,
    sigmaDb: sigmaOf(residualSdDb),
  }
}
