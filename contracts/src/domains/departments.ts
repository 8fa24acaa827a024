// Departments (spec 4.2 Management, rules 8).
import { z } from 'zod'
import { get, post, put, remove } from '../endpoint.ts'
import { changeOf, text } from '../fields.ts'
import { listQuery, pageOf, Stored } from '../list.ts'

const departmentFields = {
  name: text(120),
  code: text(32).nullable(),
  /** A person of the register. */
  managerId: z.uuid().nullable(),
  parentId: z.uuid().nullable(),
}

export const Department = Stored.extend({
  ...departmentFields,
  managerName: z.string().nullable(),
  parentName: z.string().nullable(),
  memberCount: z.number().int(),
})
export type Department = z.infer<typeof Department>
export const DepartmentCreate = z.strictObject({
  ...departmentFields,
  code: departmentFields.code.default(null),
  managerId: departmentFields.managerId.default(null),
  parentId: departmentFields.parentId.default(null),
})
export const DepartmentChange = changeOf(departmentFields)

export const departments = {
  list: get('/api/mgmt/departments', {
    access: 'departments.read',
    query: listQuery({ parentId: z.uuid().optional() }),
    reply: pageOf(Department),
    says: 'List departments',
  }),
  create: post('/api/mgmt/departments', DepartmentCreate, {
    access: 'departments.create',
    reply: Department,
    status: 201,
    changes: 'people',
    says: 'Create a department',
  }),
  read: get('/api/mgmt/departments/{id}', {
    access: 'departments.read',
    reply: Department,
    says: 'Read a department',
  }),
  change: put('/api/mgmt/departments/{id}', DepartmentChange, {
    access: 'departments.update',
    reply: Department,
    changes: 'people',
    says: 'Change a department',
  }),
  remove: remove('/api/mgmt/departments/{id}', {
    access: 'departments.delete',
    reply: null,
    changes: 'people',
    says: 'Delete a department',
  }),
}
