// What can be done with accounts: create one, give it another role, reset its password, unlock it, shut it out and let it in again.
// Used by Accounts.vue.
import { UserChange, UserCreate, users } from '@rollcall/contracts/domains/users'
import type { User, UserCreated } from '@rollcall/contracts/domains/users'
import type { z } from 'zod'
import { call } from '../api/call.ts'
import { deviceWords } from '../session/account/device-words.ts'
import { roleChoices } from '../session/role-words.ts'
import { useSite } from '../session/site-store.ts'
import type { Action } from '../ui/action/action.ts'
import { confirmFirst, openDialog } from '../ui/dialog/open-dialog.ts'
import { checked } from '../ui/form/checked.ts'
import EditDialog from '../ui/form/EditDialog.vue'
import { fieldsOf } from '../ui/form/form-field.ts'
import { addAction } from '../ui/resource/resource.ts'
import type { Resource } from '../ui/resource/resource.ts'
import ShownOnce from '../ui/ShownOnce.vue'
import { t } from './texts.ts'

export const accountWords = {
  displayName: {
    get label() {
      return t('name')
    },
    wide: true,
  },
  email: {
    get label() {
      return t('email')
    },
    wide: true,
  },
  role: {
    get label() {
      return t('role')
    },
    wide: true,
  },
} as const

const roleField = async () => ({ ...accountWords.role, choices: roleChoices(await call(users.roles)) })

const accountResource: Resource<User> = {
  rows: { create: users.create },
  id: 'account',
  get one() {
    return t('account')
  },
  get many() {
    return t('accounts')
  },
  nameOf: ({ displayName }) => displayName,
  fields: async () => fieldsOf(UserCreate, { ...accountWords, role: await roleField() }),
  initial: () => ({ role: 'operator' }),
  words: {
    get add() {
      return t('newAccount')
    },
    get adding() {
      return t('accountAdding')
    },
  },
}

export function newAccount(refresh: () => Promise<unknown>): Action {
  return addAction<User, z.infer<typeof UserCreated>>(accountResource, async ({ displayName, temporaryPassword }) => {
    if (temporaryPassword !== null) handOver(displayName, temporaryPassword)
    await refresh()
  })
}

/** `own`: nobody takes the administration away from themselves by a slip. */
export function accountActions(user: User, own: boolean, refresh: () => Promise<unknown>): Action[] {
  return [
    {
      label: t('changeRole'),
      icon: 'i-lucide-user-cog',
      row: users.change,
      when: !own,
      run: () => changeRole(user, refresh),
    },
    {
      label: t('limitBuildings'),
      icon: 'i-lucide-building-2',
      row: users.change,
      // One building is the whole site; an administrator sees all of it.
      when: !own && user.role !== 'admin' && (user.buildingIds !== null || useSite().all.length > 1),
      run: () => limitToBuildings(user, refresh),
    },
    {
      label: t('resetPassword'),
      icon: 'i-lucide-key-round',
      row: users.resetPassword,
      when: user.authSource === 'local',
      run: () => resetPassword(user, refresh),
    },
    {
      label: t('removeFactor'),
      icon: 'i-lucide-smartphone',
      row: users.removeSecondFactor,
      when: !own && user.hasSecondFactor,
      run: () => removeSecondFactor(user, refresh),
    },
    {
      label: t('signOutEverywhere'),
      icon: 'i-lucide-log-out',
      row: users.endSessions,
      when: !own && user.active,
      run: () => endSessions(user),
    },
    {
      label: user.active ? t('deactivate') : t('activate'),
      icon: user.active ? 'i-lucide-user-x' : 'i-lucide-user-check',
      row: users.change,
      when: !own,
      run: () => setActive(user, refresh),
    },
  ]
}

async function changeRole(
  { id, displayName, role, updatedAt: unchangedSince }: User,
  refresh: () => Promise<unknown>,
): Promise<void> {
  openDialog(EditDialog, {
    title: t('roleOf', { name: displayName }),
    description: t('changeRoleDetail'),
    verb: t('changeRole'),
    fields: fieldsOf(UserCreate, { role: await roleField() }),
    source: { role },
    save: async (body) => {
      await call(users.change, { params: { id }, body: checked(UserChange, body), unchangedSince })
      await refresh()
    },
  })
}

function limitToBuildings(user: User, refresh: () => Promise<unknown>): void {
  const { id, displayName, buildingIds, updatedAt: unchangedSince } = user
  const choices = useSite().all.map(({ id: value, name: label }) => ({ value, label }))
  const help = t('buildingsHelp')
  openDialog(EditDialog, {
    title: t('buildingsOf', { name: displayName }),
    description: t('buildingsDetail'),
    verb: t('save'),
    fields: fieldsOf(UserCreate, { buildingIds: { label: t('buildings'), choices, help, wide: true } }),
    source: { buildingIds },
    save: async (body) => {
      const { buildingIds: chosen } = checked(UserChange, body)
      const sent = { buildingIds: chosen?.length ? chosen : null }
      await call(users.change, { params: { id }, body: sent, unchangedSince })
      await refresh()
    },
  })
}

function resetPassword({ id, displayName }: User, refresh: () => Promise<unknown>): void {
  confirmFirst({
    title: t('resetPasswordOf', { name: displayName }),
    description: t('resetPasswordDetail'),
    verb: t('resetPassword'),
    danger: true,
    submit: async () => {
      const { temporaryPassword } = await call(users.resetPassword, { params: { id }, body: undefined })
      handOver(displayName, temporaryPassword)
      await refresh()
    },
  })
}

function removeSecondFactor({ id, displayName }: User, refresh: () => Promise<unknown>): void {
  confirmFirst({
    title: t('removeFactorOf', { name: displayName }),
    description: t('removeFactorDetail'),
    verb: t('removeFactor'),
    danger: true,
    submit: async () => {
      await call(users.removeSecondFactor, { params: { id }, body: undefined })
      await refresh()
    },
  })
}

async function endSessions({ id, displayName }: User): Promise<void> {
  const open = await call(users.sessions, { params: { id } })
  const places = open.map(({ userAgent, address }) => `${deviceWords(userAgent)} (${address})`)
  confirmFirst({
    title: t('signOutName', { name: displayName }),
    description: places.length === 0 ? t('signedInNowhere') : t('signedInWith', { places: places.join(', ') }),
    verb: t('signOutEverywhere'),
    danger: true,
    submit: () => call(users.endSessions, { params: { id }, body: undefined }),
  })
}

function setActive(user: User, refresh: () => Promise<unknown>): void {
  const { id, displayName: name, active, updatedAt: unchangedSince } = user
  confirmFirst({
    title: active ? t('deactivateName', { name }) : t('activateName', { name }),
    description: active ? t('deactivateDetail') : t('activateDetail'),
    verb: active ? t('deactivate') : t('activate'),
    danger: active,
    submit: async () => {
      await call(users.change, { params: { id }, body: { active: !active }, unchangedSince })
      await refresh()
    },
  })
}

function handOver(name: string, secret: string): void {
  openDialog(ShownOnce, {
    title: t('handOverTitle', { name }),
    description: t('handOverDetail'),
    secret,
  })
}
