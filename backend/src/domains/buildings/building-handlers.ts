// Buildings (spec 4.2 Buildings). One that has floors cannot be deleted: the foreign key answers 409.
import type { BuildingCreate, buildings } from '@rollcall/contracts/domains/buildings'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { Context } from '../../http/context.ts'
import { found, refuse, refuseField } from '../../http/refusal.ts'
import { floorsOf } from '../floors/floor-queries.ts'
import { resource, type Work } from '../resource.ts'
import { readSettings } from '../settings/settings-queries.ts'
import { forgetAnswers } from '../weather/weather-answer-queries.ts'
import {
  buildingsInOrder,
  findBuilding,
  gatewayHealth,
  lastPlace,
  listBuildings,
  lockBuildings,
  setOrder,
} from './building-queries.ts'

const { create, change, remove } = resource({
  table: 'buildings',
  find: findBuilding,
  /** Without a place in the order the building comes last; without a time zone it takes the organisation's. */
  async insert(body: z.output<typeof BuildingCreate>, { tx }: Work) {
    const { general } = await readSettings(tx)
    return { ...body, timezone: body.timezone ?? general.timezone, displayOrder: body.displayOrder ?? lastPlace }
  },
  async written(before, after, { tx }) {
    const isMoved = before && after && (before.latitude !== after.latitude || before.longitude !== after.longitude)
    if (isMoved) await forgetAnswers(tx, before.id)
  },
})

export const buildingHandlers: Handlers<typeof buildings, Context> = {
  list: ({ query, context }) => listBuildings(context.db, query),
  async read({ params, context }) {
    const building = found(await findBuilding(context.db, params.id))
    return { ...building, floors: await floorsOf(context.db, params.id) }
  },
  create,
  change,
  remove,
  reorder: ({ body, context }) =>
    context.change(async (tx) => {
      await lockBuildings(tx)
      const before = (await buildingsInOrder(tx)).map(({ id }) => id)
      if (body.was && body.was.join() !== before.join()) refuse('changed_since')
      if (body.order.some((id) => !before.includes(id))) refuseField('order', 'no_such_building')
      await setOrder(tx, body.order)
      const after = await buildingsInOrder(tx)
      return { reply: after, record: { before: { order: before }, after: { order: after.map(({ id }) => id) } } }
    }),
  gatewayHealth: ({ context }) => gatewayHealth(context.db),
}
