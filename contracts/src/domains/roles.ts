// Roles and the matrix of permissions that administrators edit (spec 2.6, rules 8 and 11).
import { z } from 'zod'
import { get, put } from '../endpoint.ts'
import { Time } from '../fields.ts'
import { permissions, roleNames } from '../permissions.ts'

export const RoleName = z.enum(roleNames)

export const Role = z.object({
  role: RoleName,
  permissions: z.array(z.enum(permissions)),
  /** False for admin, which always holds everything. */
  editable: z.boolean(),
  userCount: z.number().int(),
  updatedAt: Time,
})
export type Role = z.infer<typeof Role>

/** The whole list: what is not named is taken away. */
export const RoleChange = z.strictObject({ permissions: z.array(z.enum(permissions)).max(permissions.length) })

export const roles = {
  list: get('/api/admin/roles', {
    access: 'admin.roles',
    reply: z.array(Role),
    forLimited: 'refused',
    says: 'List roles with their permissions',
  }),
  change: put('/api/admin/roles/{role}', RoleChange, {
    access: 'admin.roles',
    reply: Role,
    params: { role: RoleName },
    changes: 'accounts',
    forLimited: 'refused',
    says: 'Set the permissions of a role; admin cannot be reduced',
  }),
}
