// Accounts (spec 4.2 Users; rules 5, 8, 11). A change that takes rights away ends the account's sessions at once.
import type { User, UserChange, UserCreate, users } from '@rollcall/contracts/domains/users'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import { refuseCommon } from '../../auth/common-passwords.ts'
import { removeFactor } from '../../auth/second-factor-queries.ts'
import { listSessions } from '../../auth/session-queries.ts'
import { temporaryPassword, type Passwords } from '../../auth/passwords.ts'
import type { Database } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { found, refuse, refuseField } from '../../http/refusal.ts'
import type { DisconnectUser } from '../../realtime/disconnect-user.ts'
import type { TellAccount } from '../../realtime/tell-account.ts'
import { resource, type Work } from '../resource.ts'
import { inAnHour, setPassword } from '../auth/auth-queries.ts'
import {
  activeAdmins,
  findUser,
  listRoles,
  listUsers,
  lockUser,
  nextTokenVersion,
  raiseTokenVersion,
  setBuildings,
  unlockUser,
} from './user-queries.ts'

const account = resource({
  table: 'users',
  find: findUser,
  lock: lockUser,
  insert: ({ buildingIds, ...columns }: NewUser) => ({
    ...columns,
    isLimited: buildingIds !== null,
    temporaryUntil: columns.mustChangePassword ? inAnHour : null,
  }),
  async update({ buildingIds, ...body }: z.output<typeof UserChange>, { tx }: Work, before: User) {
    const columns = { ...body, ...(buildingIds !== undefined && { isLimited: buildingIds !== null }) }
    if (!(await losesRights(tx, before, { ...body, buildingIds }))) return columns
    if (before.role === 'admin') await keepOneAdmin(tx, before.id)
    return { ...columns, tokenVersion: nextTokenVersion }
  },
  async writeRelated(id, { buildingIds, role }, before, { tx }) {
    const limit = buildingIds === undefined ? (before?.buildingIds ?? null) : buildingIds
    // Administrators hold everything, and could lift it themselves.
    if (limit !== null && (role ?? before?.role) === 'admin') refuseField('buildingIds', 'administrator_sees_all')
    if (buildingIds !== undefined && !(await setBuildings(tx, id, buildingIds)))
      refuseField('buildingIds', 'no_such_building')
  },
  async removing({ id, role }, { tx }) {
    if (role === 'admin') await keepOneAdmin(tx, id)
  },
})

type NewUser = Omit<z.output<typeof UserCreate>, 'password'> & {
  readonly passwordHash: string | null
  readonly mustChangePassword: boolean
}

type Needs = { passwords: Passwords; disconnect: DisconnectUser; tellAccount: TellAccount }

export function userHandlers({ passwords, disconnect, tellAccount }: Needs): Handlers<typeof users, Context> {
  /** Their tokens are no longer good: the relay lets them go. */
  const endSessions = (id: string) => disconnect(id, 'for_good')
  /** `work` before it, in the same transaction; 404 when it answers false. */
  const signOutEverywhere = async (context: Context, id: string, work: (tx: Database) => Promise<boolean>) => {
    await refuseBeyondOwn(context, found(await findUser(context.db, id)).role)
    await context.change(async (tx) => {
      if (!(await lockUser(tx, id)) || !(await work(tx))) refuse('not_found')
      await raiseTokenVersion(tx, id)
      return { reply: null, record: { entityId: id } }
    })
    endSessions(id)
    return null
  }
  return {
    list: ({ query, context }) => listUsers(context.db, query),
    roles: ({ context }) => listRoles(context.db),
    async create({ body, context }) {
      await refuseBeyondOwn(context, body.role)
      const { password: chosen, ...columns } = body
      if (chosen !== undefined && body.authSource === 'oidc') refuseField('password', 'password_elsewhere')
      if (chosen !== undefined) refuseCommon('password', chosen, body)
      const isLocal = body.authSource === 'local'
      const password = chosen ?? (isLocal ? temporaryPassword() : null)
      const passwordHash = password === null ? null : await passwords.hash(password)
      return context.change(async (tx) => {
        const row = { ...columns, passwordHash, mustChangePassword: isLocal }
        const { after, record } = await account.createOne({ tx, context }, row)
        return { reply: { ...after, temporaryPassword: chosen === undefined ? password : null }, record }
      })
    },
    async change({ params: { id }, body, context }) {
      await refuseBeyondOwn(context, found(await findUser(context.db, id)).role, body.role)
      const { loses, after } = await context.change(async (tx) => {
        const { record, before, after: reply } = await account.changeOne({ tx, context }, id, body)
        return { reply: { after: reply, loses: await losesRights(tx, before, body) }, record }
      })
      if (loses) endSessions(id)
      else tellAccount(id)
      return after
    },
    async remove({ params, context }) {
      if (params.id === context.user.id) refuse('conflict')
      await refuseBeyondOwn(context, found(await findUser(context.db, params.id)).role)
      await account.remove({ params, context })
      endSessions(params.id)
      return null
    },
    async resetPassword({ params: { id }, context }) {
      await refuseBeyondOwn(context, found(await findUser(context.db, id)).role)
      const password = temporaryPassword()
      const hash = await passwords.hash(password)
      await context.change(async (tx) => {
        const user = found(await findUser(tx, id))
        if (user.authSource === 'oidc') refuse('conflict')
        await setPassword(tx, id, hash, { mustChange: true })
        return { reply: null, record: { entityId: id } }
      })
      endSessions(id)
      return { temporaryPassword: password }
    },
    async sessions({ params: { id }, context }) {
      found(await findUser(context.db, id))
      return listSessions(context.db, id, null)
    },
    endSessions: ({ params: { id }, context }) => signOutEverywhere(context, id, async () => true),
    removeSecondFactor: ({ params: { id }, context }) => signOutEverywhere(context, id, (tx) => removeFactor(tx, id)),
    unlock: ({ params: { id }, context }) =>
      context.change(async (tx) => {
        const before = found(await findUser(tx, id))
        await unlockUser(tx, id)
        const after = found(await findUser(tx, id))
        return { reply: after, record: { entityId: id, before, after } }
      }),
  }
}

/** Fewer buildings, shut out, or a role that may not do everything that the one before may. */
async function losesRights(tx: Database, before: User, body: z.output<typeof UserChange>): Promise<boolean> {
  const { buildingIds: limit = before.buildingIds, role = before.role } = body
  const losesBuildings = limit !== null && (before.buildingIds ?? ['all']).some((id) => !limit.includes(id))
  if (losesBuildings || body.active === false) return true
  if (role === before.role) return false
  const known = await listRoles(tx)
  const permissionsOf = (name: string) => known.find((one) => one.role === name)?.permissions ?? []
  return before.role === 'admin' || permissionsOf(before.role).some((name) => !permissionsOf(role).includes(name))
}

/** Nobody hands out more than they have (rules 5), nor takes over or removes an account that has more. */
async function refuseBeyondOwn(context: Context, ...given: (string | undefined)[]): Promise<void> {
  const known = await listRoles(context.db)
  if (given.some((name) => name !== undefined && !known.some(({ role }) => role === name)))
    refuseField('role', 'no_such_role')
  const handed = known.filter(({ role }) => given.includes(role)).flatMap(({ permissions }) => permissions)
  if (!handed.every(context.may)) refuse('forbidden')
}

/** Without an administrator nobody could ever make one again. */
async function keepOneAdmin(tx: Database, leaving: string): Promise<void> {
  if (!(await activeAdmins(tx)).some((id) => id !== leaving)) refuse('conflict')
}
