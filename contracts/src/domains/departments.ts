// Departments (spec 4.2 Management, rules 8).
import { z } from 'zod'
import { get, post, put, remove } from '../endpoint.ts'
import { changeOf, text } from '../fields.ts'
import { listQuery, pageOf, Stored } from '../list.ts'

const departmentFields = {
  name: text(120).describe('As the organisation calls it.'),
  code: text(32).nullable().describe('A short form, such as a cost centre.'),
  managerId: z.uuid().nullable().describe('The person who leads it, by id in the register.'),
  parentId: z.uuid().nullable().describe('The department above it; null: none.'),
}

export const Department = Stored.extend({
  ...departmentFields,
  managerName: z.string().nullable().describe('Full name of the manager.'),
  parentName: z.string().nullable().describe('Name of the department above.'),
  memberCount: z.number().int().describe('People in it, whatever their status.'),
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
    forLimited: 'refused',
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
    forLimited: 'refused',
    says: 'Change a department',
  }),
  remove: remove('/api/mgmt/departments/{id}', {
    access: 'departments.delete',
    reply: null,
    changes: 'people',
    forLimited: 'refused',
    says: 'Delete a department',
  }),
}
