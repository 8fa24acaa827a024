// Departments (spec 4.2 Management). Deleting one leaves its people without a department; one with sub-departments answers 409.
import type { departments } from '@rollcall/contracts/domains/departments'
import type { Handlers } from '@rollcall/contracts/endpoint'
import { lockRow } from '../../database/lock-row-queries.ts'
import type { Context } from '../../http/context.ts'
import { found, refuseField } from '../../http/refusal.ts'
import {
  deleteDepartment,
  findDepartment,
  insertDepartment,
  listDepartments,
  updateDepartment,
  wouldCircle,
} from './department-queries.ts'

export const departmentHandlers: Handlers<typeof departments, Context> = {
  list: ({ query, context }) => listDepartments(context.db, query),
  read: async ({ params, context }) => found(await findDepartment(context.db, params.id)),
  create: ({ body, context }) =>
    context.change(async (tx) => {
      const after = found(await findDepartment(tx, await insertDepartment(tx, body)))
      return { reply: after, record: { entityId: after.id, after } }
    }),
  change: ({ params: { id }, body, context }) =>
    context.change(async (tx) => {
      await lockRow(tx, 'departments', id)
      const before = found(await findDepartment(tx, id))
      if (body.parentId && (await wouldCircle(tx, id, body.parentId)))
        refuseField('parentId', 'It is below this department')
      await updateDepartment(tx, id, body)
      const after = found(await findDepartment(tx, id))
      return { reply: after, record: { entityId: id, before, after } }
    }),
  remove: ({ params: { id }, context }) =>
    context.change(async (tx) => {
      const before = found(await findDepartment(tx, id))
      await deleteDepartment(tx, id)
      return { reply: null, record: { entityId: id, before } }
    }),
}
