// SQL of the calibrations of a floor: every proposal with its version, and which one is in use.
import { sql } from 'kysely'
import type { Calibration, CalibrationProposal } from '@rollcall/contracts/domains/floors'
import { changedNow } from '../../database/row-queries.ts'
import type { Database } from '../../database/schema.ts'
import type { ResidualMap } from '../../database/column-types.ts'

type NewProposal = {
  readonly numbers: Omit<CalibrationProposal, 'version' | 'createdAt'>
  readonly maps: Record<string, ResidualMap>
  readonly calibratedBy: string | null
}

/** At any time but now only where a past is imported. Proposals of one floor are numbered one after the other: the floor is locked meanwhile. */
export async function insertProposal(
  tx: Database,
  floorId: string,
  proposal: NewProposal,
  at = new Date(),
): Promise<CalibrationProposal> {
  await sql`SELECT 1 FROM floors WHERE id = ${floorId} FOR NO KEY UPDATE`.execute(tx)
  const { last } = await tx
    .selectFrom('floorCalibrations')
    .select((eb) => eb.fn.coalesce(eb.fn.max('version'), eb.lit(0)).as('last'))
    .where('floorId', '=', floorId)
    .executeTakeFirstOrThrow()
  const complete = { version: last + 1, ...proposal.numbers, createdAt: at.toISOString() }
  await tx
    .insertInto('floorCalibrations')
    .values({
      floorId,
      version: complete.version,
      proposal: JSON.stringify(complete),
      residualMaps: JSON.stringify(proposal.maps),
      createdAt: at,
      calibratedBy: proposal.calibratedBy,
    })
    .execute()
  return complete
}

export function findCalibration(db: Database, floorId: string, version: number) {
  return db
    .selectFrom('floorCalibrations')
    .select(['version', 'proposal', 'calibratedBy', 'activatedAt'])
    .where('floorId', '=', floorId)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** The one that was in use before `version`. */
export function findEarlier(db: Database, floorId: string, version: number) {
  return db
    .selectFrom('floorCalibrations')
    .select(['version', 'proposal', 'calibratedBy', 'activatedAt'])
    .where('floorId', '=', floorId)
    .where('version', '<', version)
    .where('activatedAt', 'is not', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function activate(
  tx: Database,
  floorId: string,
  calibration: Calibration,
  at = new Date(),
): Promise<void> {
  await tx
    .updateTable('floorCalibrations')
    .set({ activatedAt: at })
    .where('floorId', '=', floorId)
    .where('version', '=', calibration.version)
    .execute()
  await tx
    .updateTable('floors')
    .set({ calibration: JSON.stringify(calibration), pathLoss: calibration.pathLoss, updatedAt: changedNow() })
    .where('id', '=', floorId)
    .execute()
}
