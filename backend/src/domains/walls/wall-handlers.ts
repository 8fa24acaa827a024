// Walls and doors of a floor: read and written as one document (rules 8).
import type { walls } from '@rollcall/contracts/domains/walls'
import type { Handlers } from '@rollcall/contracts/endpoint'
import { lockRow } from '../../database/row-queries.ts'
import type { Context } from '../../http/context.ts'
import { found, refuse } from '../../http/refusal.ts'
import { findWalls, writeWalls } from './wall-queries.ts'

export const wallHandlers: Handlers<typeof walls, Context> = {
  read: async ({ params: { floorId }, context }) => found(await findWalls(context.db, floorId)),
  change: ({ params: { floorId }, body, context }) =>
    context.change(async (tx) => {
      // The floor is there before it has walls: two who draw the first ones take turns as well.
      if (!(await lockRow(tx, 'floors', floorId))) refuse('not_found')
      const before = found(await findWalls(tx, floorId))
      context.refuseIfChanged(before)
      await writeWalls(tx, floorId, body.walls)
      const after = found(await findWalls(tx, floorId))
      return { reply: after, record: { entityId: floorId, before, after } }
    }),
}
