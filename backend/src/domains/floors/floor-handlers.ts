// Floors and their plans (spec 4.2 Floors, rules 8), and their radio for the placement planner.
import { floors } from '@rollcall/contracts/domains/floors'
import type { Handlers } from '@rollcall/contracts/endpoint'
import { lockRow, updateRow } from '../../database/row-queries.ts'
import type { Database } from '../../database/schema.ts'
import type { FileStore } from '../../files/file-store.ts'
import { checkedImage } from '../../files/checked-image.ts'
import type { HeavyWork } from '../../heavy/heavy-work.ts'
import type { Context } from '../../http/context.ts'
import { found } from '../../http/refusal.ts'
import type { Calibrator } from '../../positioning/calibration/calibrator.ts'
import type { FloorRadios } from '../../positioning/floor-radio.ts'
import { resource } from '../resource.ts'
import { calibrationHandlers } from './calibration-handlers.ts'
import { findFloor, findPlan } from './floor-queries.ts'
import { restHandlers } from './rest-handlers.ts'

const floor = resource({ table: 'floors', find: findFloor })

interface Needs {
  readonly files: FileStore
  readonly heavy: HeavyWork
  readonly calibrate: Calibrator
  readonly radioOf: FloorRadios
  readonly db: Database
}

export function floorHandlers({ files, heavy, calibrate, radioOf, db }: Needs): Handlers<typeof floors, Context> {
  return {
    create: floor.create,
    change: floor.change,
    async remove({ params, context }) {
      const plan = await findPlan(context.db, params.id)
      await floor.remove({ params, context })
      await files.remove(plan?.planFile ?? null)
      return null
    },
    async uploadPlan({ params: { floorId }, query: size, body, context }) {
      found(await findFloor(context.db, floorId))
      const bytes = await checkedImage(body, floors.uploadPlan.body, heavy)
      const planFile = await files.save('plans', bytes)
      const { after, old } = await context
        .change(async (tx) => {
          // Two uploads at the same moment take turns, so that the file of each but the last is removed.
          await lockRow(tx, 'floors', floorId)
          const before = found(await findFloor(tx, floorId))
          context.refuseIfChanged(before)
          const old = await findPlan(tx, floorId)
          const plan = { planFile, planMediaType: body.mediaType, planBytes: bytes.length }
          await updateRow(tx, 'floors', floorId, { ...plan, ...size })
          const after = found(await findFloor(tx, floorId))
          return { reply: { after, old }, record: { entityId: floorId, before, after } }
        })
        .catch(async (error: unknown) => {
          await files.remove(planFile)
          throw error
        })
      await files.remove(old?.planFile ?? null)
      return after
    },
    async plan({ params, context }) {
      const plan = found(await findPlan(context.db, params.floorId))
      const content = found(await files.read(plan.planFile))
      return { mediaType: plan.planMediaType, fileName: `plan.${extensions[plan.planMediaType] ?? 'bin'}`, content }
    },
    async radio({ params: { floorId }, context }) {
      found(await findFloor(context.db, floorId))
      return radioOf(floorId)
    },
    ...calibrationHandlers(calibrate),
    ...restHandlers({ db, calibrate }),
  }
}

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
}
