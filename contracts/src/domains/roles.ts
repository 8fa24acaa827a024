// Roles and the matrix of permissions that administrators edit (spec 2.6, rules 8 and 11).
import { z } from 'zod'
import { get, post, put, remove } from '../endpoint.ts'
import { changeOf, text, Time } from '../fields.ts'
import { permissions } from '../permissions.ts'

/** One of the four of rules 11, or the name of one that an administrator made; it stands in paths. */
export const RoleName = text(40)
  .regex(/^\p{L}[\p{L}\p{M}\p{N} .-]*$/u, 'role_name')
  .describe('One of the four roles that are always there, or one that an administrator made.')
export const mostRoles = 50

export const Role = z.object({
  role: RoleName,
  permissions: z.array(z.enum(permissions)),
  /** False for admin, which always holds everything. */
  editable: z.boolean(),
  /** False for the four that are always there. */
  own: z.boolean(),
  requiresSecondFactor: z.boolean().describe('Whoever has it must set up a second factor after signing in.'),
  userCount: z.number().int(),
  updatedAt: Time,
})
export type Role = z.infer<typeof Role>

const rights = {
  permissions: z.array(z.enum(permissions)).max(permissions.length),
  requiresSecondFactor: z.boolean(),
}
export const RoleCreate = z.strictObject({
  role: RoleName,
  ...rights,
  requiresSecondFactor: rights.requiresSecondFactor.default(false),
})
/** Permissions are the whole list: what is not named is taken away. */
export const RoleChange = changeOf(rights)

export const roles = {
  list: get('/api/admin/roles', {
    access: 'admin.roles',
    reply: z.array(Role),
    forLimited: 'refused',
    says: 'List roles with their permissions',
  }),
  create: post('/api/admin/roles', RoleCreate, {
    access: 'admin.roles',
    reply: Role,
    status: 201,
    changes: 'accounts',
    forLimited: 'refused',
    says: 'Make a role of the organisation’s own, with no more than the caller may',
  }),
  change: put('/api/admin/roles/{role}', RoleChange, {
    access: 'admin.roles',
    reply: Role,
    params: { role: RoleName },
    changes: 'accounts',
    forLimited: 'refused',
    says: 'Change the permissions of a role, or whether it needs a second factor',
  }),
  remove: remove('/api/admin/roles/{role}', {
    access: 'admin.roles',
    reply: null,
    params: { role: RoleName },
    changes: 'accounts',
    forLimited: 'refused',
    says: 'Remove a role of the organisation’s own that no account has',
  }),
}
