// The product's own pipeline on a site that needs no database: readings in, positions out, as fast as the caller likes.
import { createAmbientDevices } from '@rollcall/backend/ingest/ambient/ambient-devices'
import type { Reading } from '@rollcall/backend/ingest/reading'
import { emptyBatch } from '@rollcall/backend/positioning/batch'
import { runPipeline } from '@rollcall/backend/positioning/pipeline'
import {
  createPositioningMemory,
  positioningSteps,
  type StepOptions,
} from '@rollcall/backend/positioning/positioning-steps'
import type { FloorRest } from '@rollcall/backend/positioning/rest-memory'
import type { FloorRows } from '@rollcall/backend/positioning/receiver-check/strength-log'
import { compileSite, type SiteFloor, type SiteModel } from '@rollcall/backend/positioning/site-model'
import type { SiteRows } from '@rollcall/backend/positioning/site-queries'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'

export interface PositioningRun {
  take(readings: readonly Reading[], now: number): readonly PositionEntry[]
  /** What was gathered of badges at rest since it was last asked. */
  takeRests(): FloorRest[]
  /** What was kept for the check of the receivers. */
  noted(floorId: string): { floor: SiteFloor; rows: FloorRows }
}

/** A failing step fails the measurement. */
export function createPositioningRun(
  rows: SiteRows,
  writer: StepOptions['writer'] = { add() {}, addBatteries() {} },
): PositioningRun {
  const site = siteOf(rows)
  const memory = createPositioningMemory()
  let seq = 0
  const steps = positioningSteps(
    {
      memory,
      ambient: createAmbientDevices({ makerOf: () => null }),
      writer,
      publisher: { publish() {} },
      nextSeq: () => ++seq,
      mostDue: Infinity,
    },
    // What positions do not depend on.
    { without: ['battery', 'remember', 'ambient'] },
  )
  const fail = (step: string, error: unknown) => {
    throw new Error(`The step "${step}" failed.`, { cause: error })
  }
  return {
    take: (readings, now) => runPipeline(steps, emptyBatch(now, site, readings), fail).entries,
    takeRests: () => memory.rests.takeFinished(),
    noted(floorId) {
      const floor = site.floors.get(floorId)!
      return { floor, rows: memory.strengthLog.rows(floor) }
    },
  }
}

/** A surveyed floor learns nothing from traffic, so that runs on the same rows share its grid, which takes longer to build than a track. */
const surveyed = new WeakMap<SiteRows, SiteModel>()

function siteOf(rows: SiteRows): SiteModel {
  const known = surveyed.get(rows)
  if (known) return known
  const site = compileSite(rows, null)
  if (rows.floors.every(({ calibration }) => calibration)) surveyed.set(rows, site)
  return site
}
