// Departments (spec 4.2 Management). Deleting one leaves its people without a department; one with sub-departments answers 409.
import type { Department, DepartmentChange, departments } from '@rollcall/contracts/domains/departments'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { Context } from '../../http/context.ts'
import { refuseField } from '../../http/refusal.ts'
import { resource, type Work } from '../resource.ts'
import { findDepartment, listDepartments, wouldCircle } from './department-queries.ts'

export const department = resource({
  table: 'departments',
  find: findDepartment,
  async update(body: z.output<typeof DepartmentChange>, { tx }: Work, { id }: Department) {
    if (body.parentId && (await wouldCircle(tx, id, body.parentId))) refuseField('parentId', 'department_below')
    return body
  },
})

export const departmentHandlers: Handlers<typeof departments, Context> = {
  list: ({ query, context }) => listDepartments(context.db, query),
  read: department.read,
  create: department.create,
  change: department.change,
  remove: department.remove,
}
