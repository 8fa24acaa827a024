// Calibration of a floor: propose, put into use, return to an earlier one (spec 4.2 Floors). The numbers come from positioning.
import type { floors } from '@rollcall/contracts/domains/floors'
import type { Handlers } from '@rollcall/contracts/endpoint'
import { lockRow } from '../../database/row-queries.ts'
import type { DatabaseTransaction } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { found, refuse, refuseField } from '../../http/refusal.ts'
import type { Calibrator } from '../../positioning/calibration/calibrator.ts'
import { activeCalibration } from './active-calibration.ts'
import { activate, findCalibration, findEarlier, insertProposal } from './calibration-queries.ts'
import { findFloor } from './floor-queries.ts'

type CalibrationHandlers = Pick<
  Handlers<typeof floors, Context>,
  'calibrate' | 'acceptCalibration' | 'rollbackCalibration'
>

export function calibrationHandlers(calibrate: Calibrator): CalibrationHandlers {
  return {
    async calibrate({ params: { floorId }, body, context }) {
      found(await findFloor(context.db, floorId))
      const outcome = await calibrate(floorId, body)
      if (!outcome.ok && outcome.note === 'too_few_rests') refuseField(outcome.path, outcome.note, outcome.values)
      if (!outcome.ok) refuseField(outcome.path, outcome.note)
      const proposal = { ...outcome.proposal, calibratedBy: context.user.displayName }
      return context.change(async (tx) => {
        const after = await insertProposal(tx, floorId, proposal)
        return { reply: after, record: { entityId: floorId, after } }
      })
    },
    acceptCalibration: ({ params: { floorId }, body, context }) =>
      context.change(async (tx) => {
        const before = await calibrationBefore(tx, floorId, context)
        const chosen = found(await findCalibration(tx, floorId, body.version))
        if (!chosen.proposal.better && !body.force) refuse('conflict')
        const after = activeCalibration(chosen)
        await activate(tx, floorId, after)
        const record = { entityId: floorId, before, after }
        return { reply: after, record }
      }),
    rollbackCalibration: ({ params: { floorId }, body, context }) =>
      context.change(async (tx) => {
        const before = await calibrationBefore(tx, floorId, context)
        const chosen =
          body.version === undefined
            ? await findEarlier(tx, floorId, before?.version ?? 0)
            : await findCalibration(tx, floorId, body.version)
        // Only what was in use once is an earlier calibration.
        if (!chosen || chosen.activatedAt === null) refuse('conflict')
        const after = activeCalibration(chosen)
        await activate(tx, floorId, after)
        const record = { entityId: floorId, before, after }
        return { reply: after, record }
      }),
  }
}

/** Two who put one into use take turns: whoever returns to the one before means the one before what they saw. */
async function calibrationBefore(tx: DatabaseTransaction, floorId: string, context: Context) {
  await lockRow(tx, 'floors', floorId)
  const floor = found(await findFloor(tx, floorId))
  context.refuseIfChanged(floor)
  return floor.calibration
}
