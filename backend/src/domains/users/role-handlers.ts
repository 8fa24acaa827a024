// Roles: the four that are always there and those that administrators make (rules 5, 8, 11; docs/decisions/0064). A change acts at once.
import { noted } from '@rollcall/contracts/notes'
import { mostRoles, type Role, type roles } from '@rollcall/contracts/domains/roles'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Database } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { found, refuse, Refusal, refuseField } from '../../http/refusal.ts'
import type { DisconnectUser } from '../../realtime/disconnect-user.ts'
import type { TellAccount } from '../../realtime/tell-account.ts'
import { deleteRole, insertRole, listRoles, lockRole, setPermissions, setRole, usersOfRole } from './user-queries.ts'

type Needs = { readonly disconnect: DisconnectUser; readonly tellAccount: TellAccount }

export function roleHandlers({ disconnect, tellAccount }: Needs): Handlers<typeof roles, Context> {
  return {
    list: ({ context }) => listRoles(context.db),
    async create({ body: { role, permissions, requiresSecondFactor }, context }) {
      if (!permissions.every(context.may)) refuse('forbidden')
      return context.change(async (tx) => {
        if ((await listRoles(tx)).length >= mostRoles) refuseField('role', 'roles_full', { number: mostRoles })
        await insertRole(tx, role)
        await setPermissions(tx, role, permissions)
        await setRole(tx, role, { requiresSecondFactor })
        const after = await findRole(tx, role)
        return { reply: after, record: { entityId: role, after } }
      })
    },
    async change({ params: { role }, body, context }) {
      if (role === 'admin' && body.permissions !== undefined) refuse('conflict')
      const changed = await context.change(async (tx) => {
        await lockRole(tx, role)
        const before = await findRole(tx, role)
        context.refuseIfChanged(before)
        const { permissions = before.permissions, requiresSecondFactor = before.requiresSecondFactor } = body
        const added = permissions.filter((name) => !before.permissions.includes(name))
        if (!added.every(context.may)) refuse('forbidden')
        await setPermissions(tx, role, permissions)
        await setRole(tx, role, { requiresSecondFactor })
        const after = await findRole(tx, role)
        return { reply: after, record: { entityId: role, before, after } }
      })
      for (const id of await usersOfRole(context.db, role)) {
        tellAccount(id)
        // Negotiate asks for it; connections that are open already must not outlive it.
        if (!changed.permissions.includes('positions.read')) disconnect(id, 'for_good')
      }
      return changed
    },
    async remove({ params: { role }, context }) {
      return context.change(async (tx) => {
        await lockRole(tx, role)
        const before = await findRole(tx, role)
        if (!before.own) refuse('conflict')
        context.refuseIfChanged(before)
        if (before.userCount > 0)
          throw new Refusal('conflict', [noted('role', 'role_in_use', { number: before.userCount })])
        await deleteRole(tx, role)
        return { reply: null, record: { entityId: role, before } }
      })
    },
  }
}

async function findRole(db: Database, role: string): Promise<Role> {
  return found((await listRoles(db)).find((one) => one.role === role))
}
