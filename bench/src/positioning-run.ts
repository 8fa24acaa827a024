// The product's own pipeline on a site that needs no database: readings in, positions out, as fast as the caller likes.
import type { Reading } from '@rollcall/backend/ingest/reading'
import { emptyBatch } from '@rollcall/backend/positioning/batch'
import { createCounters } from '@rollcall/backend/positioning/counters'
import { createDeviceStore } from '@rollcall/backend/positioning/device-store'
import { runPipeline } from '@rollcall/backend/positioning/pipeline'
import { createStrengthLog, type FloorRows } from '@rollcall/backend/positioning/receiver-check/strength-log'
import { createReceiverHealth } from '@rollcall/backend/positioning/receiver-health'
import { createReceiverResiduals } from '@rollcall/backend/positioning/receiver-residuals'
import { compileSite, type SiteFloor } from '@rollcall/backend/positioning/site-model'
import type { SiteRows } from '@rollcall/backend/positioning/site-queries'
import { chooseFloorStep } from '@rollcall/backend/positioning/steps/choose-floor'
import { compareStep } from '@rollcall/backend/positioning/steps/compare'
import { estimateStep } from '@rollcall/backend/positioning/steps/estimate'
import { guardStep } from '@rollcall/backend/positioning/steps/guard'
import { identifyStep } from '@rollcall/backend/positioning/steps/identify'
import { noticeStep } from '@rollcall/backend/positioning/steps/notice'
import { recordStep } from '@rollcall/backend/positioning/steps/record'
import { smoothStep } from '@rollcall/backend/positioning/steps/smooth'
import { tuneStep } from '@rollcall/backend/positioning/steps/tune'
import { zoneStep } from '@rollcall/backend/positioning/steps/zone'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'

export interface PositioningRun {
  take(readings: readonly Reading[], now: number): readonly PositionEntry[]
  /** What was kept for the check of the receivers. */
  noted(floorId: string): { floor: SiteFloor; rows: FloorRows }
}

/** A failing step fails the measurement. */
export function createPositioningRun(rows: SiteRows): PositioningRun {
  const site = compileSite(rows, null)
  const [health, counters, devices] = [createReceiverHealth(), createCounters(), createDeviceStore()]
  const log = createStrengthLog()
  const nowhere = { add() {}, addBatteries() {}, async flush() {}, async stop() {}, dropped: 0 }
  let seq = 0
  const steps = [
    guardStep(health, counters),
    identifyStep(devices),
    smoothStep(counters, health),
    chooseFloorStep(health),
    tuneStep(health),
    estimateStep(devices),
    compareStep(createReceiverResiduals(), health, log),
    zoneStep(),
    noticeStep(),
    recordStep(nowhere, () => ++seq),
  ]
  const fail = (step: string, error: unknown) => {
    throw new Error(`The step "${step}" failed.`, { cause: error })
  }
  return {
    take: (readings, now) => runPipeline(steps, emptyBatch(now, site, readings), fail).entries,
    noted(floorId) {
      const floor = site.floors.get(floorId)!
      return { floor, rows: log.rows(floor) }
    },
  }
}
