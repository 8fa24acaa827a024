// Buildings (spec 4.2 Buildings). One that has floors cannot be deleted: the foreign key answers 409.
import type { buildings } from '@rollcall/contracts/domains/buildings'
import type { Handlers } from '@rollcall/contracts/endpoint'
import { lockRow } from '../../database/lock-row-queries.ts'
import type { Context } from '../../http/context.ts'
import { found, refuseField } from '../../http/refusal.ts'
import { floorsOf } from '../floors/floor-queries.ts'
import { readSettings } from '../settings/settings-queries.ts'
import { forgetAnswers } from '../weather/weather-answer-queries.ts'
import {
  buildingsInOrder,
  deleteBuilding,
  findBuilding,
  gatewayHealth,
  insertBuilding,
  listBuildings,
  setOrder,
  updateBuilding,
} from './building-queries.ts'

export const buildingHandlers: Handlers<typeof buildings, Context> = {
  list: ({ query, context }) => listBuildings(context.db, query),
  async read({ params, context }) {
    const building = found(await findBuilding(context.db, params.id))
    return { ...building, floors: await floorsOf(context.db, params.id) }
  },
  create: ({ body, context }) =>
    context.change(async (tx) => {
      const { general } = await readSettings(tx)
      const after = found(await findBuilding(tx, await insertBuilding(tx, body, general.timezone)))
      return { reply: after, record: { entityId: after.id, after } }
    }),
  change: ({ params, body, context }) =>
    context.change(async (tx) => {
      await lockRow(tx, 'buildings', params.id)
      const before = found(await findBuilding(tx, params.id))
      await updateBuilding(tx, params.id, body)
      const after = found(await findBuilding(tx, params.id))
      const isMoved = before.latitude !== after.latitude || before.longitude !== after.longitude
      if (isMoved) await forgetAnswers(tx, params.id)
      return { reply: after, record: { entityId: params.id, before, after } }
    }),
  remove: ({ params, context }) =>
    context.change(async (tx) => {
      const before = found(await findBuilding(tx, params.id))
      await deleteBuilding(tx, params.id)
      return { reply: null, record: { entityId: params.id, before } }
    }),
  reorder: ({ body, context }) =>
    context.change(async (tx) => {
      const before = (await buildingsInOrder(tx)).map(({ id }) => id)
      if (body.order.some((id) => !before.includes(id))) refuseField('order', 'Names a building that does not exist')
      await setOrder(tx, body.order)
      const after = await buildingsInOrder(tx)
      const record = {
        before: { order: before },
        after: { order: after.map(({ id }) => id) },
      }
      return { reply: after, record }
    }),
  gatewayHealth: ({ context }) => gatewayHealth(context.db),
}
