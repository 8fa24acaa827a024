// Floors and their plans (spec 4.2 Floors, rules 8).
import type { floors } from '@rollcall/contracts/domains/floors'
import type { Handlers } from '@rollcall/contracts/endpoint'
import { lockRow } from '../../database/lock-row-queries.ts'
import type { FileStore } from '../../files/file-store.ts'
import { checkedImage } from '../../files/checked-image.ts'
import type { Context } from '../../http/context.ts'
import { found } from '../../http/refusal.ts'
import type { Calibrator } from '../../positioning/calibration/calibrator.ts'
import { calibrationHandlers } from './calibration-handlers.ts'
import { deleteFloor, findFloor, findPlan, insertFloor, setPlan, updateFloor } from './floor-queries.ts'

export function floorHandlers(files: FileStore, calibrate: Calibrator): Handlers<typeof floors, Context> {
  return {
    create: ({ body, context }) =>
      context.change(async (tx) => {
        const after = found(await findFloor(tx, await insertFloor(tx, body)))
        return { reply: after, record: { entityId: after.id, after } }
      }),
    change: ({ params, body, context }) =>
      context.change(async (tx) => {
        await lockRow(tx, 'floors', params.id)
        const before = found(await findFloor(tx, params.id))
        await updateFloor(tx, params.id, body)
        const after = found(await findFloor(tx, params.id))
        return { reply: after, record: { entityId: params.id, before, after } }
      }),
    async remove({ params, context }) {
      const plan = await findPlan(context.db, params.id)
      await context.change(async (tx) => {
        const before = found(await findFloor(tx, params.id))
        await deleteFloor(tx, params.id)
        return { reply: null, record: { entityId: params.id, before } }
      })
      await files.remove(plan?.planFile ?? null)
      return null
    },
    async uploadPlan({ params, body, context }) {
      const floorId = params.floorId
      found(await findFloor(context.db, floorId))
      const bytes = checkedImage(body, 'plan')
      const old = await findPlan(context.db, floorId)
      const planFile = await files.save('plans', bytes)
      const floor = await context
        .change(async (tx) => {
          const before = found(await findFloor(tx, floorId))
          await setPlan(tx, floorId, { planFile, planMediaType: body.mediaType, planBytes: bytes.length })
          const after = found(await findFloor(tx, floorId))
          return { reply: after, record: { entityId: floorId, before, after } }
        })
        .catch(async (error: unknown) => {
          await files.remove(planFile)
          throw error
        })
      await files.remove(old?.planFile ?? null)
      return floor
    },
    async plan({ params, context }) {
      const plan = found(await findPlan(context.db, params.floorId))
      const content = await files.read(plan.planFile)
      return { mediaType: plan.planMediaType, fileName: `plan.${extensions[plan.planMediaType] ?? 'bin'}`, content }
    },
    ...calibrationHandlers(calibrate),
  }
}

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
}
