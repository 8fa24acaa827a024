// SQL of floors and their plans.
import type { Floor } from '@rollcall/contracts/domains/floors'
import type { Database } from '../../database/schema.ts'

const columns = ['id', 'createdAt', 'updatedAt', 'buildingId', 'name', 'level', 'widthM', 'heightM'] as const
const planColumns = ['planFile', 'planMediaType', 'planBytes', 'calibration'] as const

type FloorRow = Omit<Floor, 'plan' | 'calibration'> & {
  planFile: string | null
  planMediaType: string | null
  planBytes: number | null
  calibration: Record<string, unknown> | null
}

export async function findFloor(db: Database, id: string): Promise<Floor | undefined> {
  const row = await selectFloors(db).where('id', '=', id).executeTakeFirst()
  return row && toFloor(row)
}

/** From the top down. */
export async function floorsOf(db: Database, buildingId: string): Promise<Floor[]> {
  const rows = await selectFloors(db).where('buildingId', '=', buildingId).orderBy('level', 'desc').execute()
  return rows.map(toFloor)
}

export type Plan = { readonly planFile: string; readonly planMediaType: string }

export async function findPlan(db: Database, floorId: string): Promise<Plan | undefined> {
  const row = await db
    .selectFrom('floors')
    .select(['planFile', 'planMediaType'])
    .where('id', '=', floorId)
    .executeTakeFirst()
  return row?.planFile && row.planMediaType ? { planFile: row.planFile, planMediaType: row.planMediaType } : undefined
}

function selectFloors(db: Database) {
  return db.selectFrom('floors').select(columns).select(planColumns)
}

function toFloor({ planFile, planMediaType, planBytes, calibration, ...floor }: FloorRow): Floor {
  // The file's own name is new with every upload, so it serves as the version.
  const plan =
    planFile === null
      ? null
      : { mediaType: planMediaType, bytes: planBytes ?? 0, version: planFile.slice(planFile.indexOf('/') + 1) }
  return { ...floor, plan, calibration } as Floor
}
