// Roles and the matrix of permissions that administrators edit (spec 2.6, rules 8 and 11).
import { z } from 'zod'
import { get, put } from '../endpoint.ts'
import { changeOf, Time } from '../fields.ts'
import { permissions, roleNames } from '../permissions.ts'

export const RoleName = z.enum(roleNames)

export const Role = z.object({
  role: RoleName,
  permissions: z.array(z.enum(permissions)),
  /** False for admin, which always holds everything. */
  editable: z.boolean(),
  requiresSecondFactor: z.boolean().describe('Whoever has it must set up a second factor after signing in.'),
  userCount: z.number().int(),
  updatedAt: Time,
})
export type Role = z.infer<typeof Role>

/** Permissions are the whole list: what is not named is taken away. */
export const RoleChange = changeOf({
  permissions: z.array(z.enum(permissions)).max(permissions.length),
  requiresSecondFactor: z.boolean(),
})

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
    says: 'Change the permissions of a role, or whether it needs a second factor',
  }),
}
