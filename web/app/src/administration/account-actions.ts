// What can be done with accounts: create one, give it another role, reset its password, unlock it, shut it out and let it in again.
// Used by Accounts.vue.
import { UserChange, UserCreate, users } from '@rollcall/contracts/domains/users'
import type { User, UserCreated } from '@rollcall/contracts/domains/users'
import type { z } from 'zod'
import { call } from '../api/call.ts'
import { deviceWords } from '../session/account/device-words.ts'
import { roleWords } from '../session/role-words.ts'
import { useSite } from '../session/site-store.ts'
import type { Action } from '../ui/action/action.ts'
import { confirmFirst, openDialog } from '../ui/dialog/open-dialog.ts'
import { checked } from '../ui/form/checked.ts'
import EditDialog from '../ui/form/EditDialog.vue'
import { fieldsOf } from '../ui/form/form-field.ts'
import { addAction } from '../ui/resource/resource.ts'
import type { Resource } from '../ui/resource/resource.ts'
import ShownOnce from '../ui/ShownOnce.vue'

export const accountWords = {
  displayName: { label: 'Name', wide: true },
  email: { label: 'Email address', wide: true },
  role: { label: 'Role', words: roleWords, wide: true },
} as const

const accountResource: Resource<User> = {
  rows: { create: users.create },
  one: 'account',
  many: 'accounts',
  nameOf: ({ displayName }) => displayName,
  fields: () => fieldsOf(UserCreate, accountWords),
  initial: () => ({ role: 'operator' }),
  words: { add: 'New account', adding: 'They sign in with a temporary password and choose their own at once.' },
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
      label: 'Change role',
      icon: 'i-lucide-user-cog',
      row: users.change,
      when: !own,
      run: () => changeRole(user, refresh),
    },
    {
      label: 'Limit to buildings',
      icon: 'i-lucide-building-2',
      row: users.change,
      // One building is the whole site; an administrator sees all of it.
      when: !own && user.role !== 'admin' && (user.buildingIds !== null || useSite().all.length > 1),
      run: () => limitToBuildings(user, refresh),
    },
    {
      label: 'Reset password',
      icon: 'i-lucide-key-round',
      row: users.resetPassword,
      when: user.authSource === 'local',
      run: () => resetPassword(user, refresh),
    },
    {
      label: 'Remove second factor',
      icon: 'i-lucide-smartphone',
      row: users.removeSecondFactor,
      when: !own && user.hasSecondFactor,
      run: () => removeSecondFactor(user, refresh),
    },
    {
      label: 'Sign out everywhere',
      icon: 'i-lucide-log-out',
      row: users.endSessions,
      when: !own && user.active,
      run: () => endSessions(user),
    },
    {
      label: user.active ? 'Deactivate' : 'Activate',
      icon: user.active ? 'i-lucide-user-x' : 'i-lucide-user-check',
      row: users.change,
      when: !own,
      run: () => setActive(user, refresh),
    },
  ]
}

function changeRole({ id, displayName, role }: User, refresh: () => Promise<unknown>): void {
  openDialog(EditDialog, {
    title: `Role of ${displayName}`,
    description: 'The change acts at once; with a lower role they have to sign in again.',
    verb: 'Change role',
    fields: fieldsOf(UserCreate, { role: accountWords.role }),
    source: { role },
    save: async (body) => {
      await call(users.change, { params: { id }, body: checked(UserChange, body) })
      await refresh()
    },
  })
}

function limitToBuildings({ id, displayName, buildingIds }: User, refresh: () => Promise<unknown>): void {
  const choices = useSite().all.map(({ id: value, name: label }) => ({ value, label }))
  const help = 'None chosen: every building. People and badges are known everywhere, places only in these.'
  openDialog(EditDialog, {
    title: `Buildings of ${displayName}`,
    description: 'They see only what happens in these, without live updates: every 10 seconds.',
    verb: 'Save',
    fields: fieldsOf(UserCreate, { buildingIds: { label: 'Buildings', choices, help, wide: true } }),
    source: { buildingIds },
    save: async (body) => {
      const { buildingIds: chosen } = checked(UserChange, body)
      await call(users.change, { params: { id }, body: { buildingIds: chosen?.length ? chosen : null } })
      await refresh()
    },
  })
}

function resetPassword({ id, displayName }: User, refresh: () => Promise<unknown>): void {
  confirmFirst({
    title: `Reset the password of ${displayName}`,
    description:
      'Their present password stops working and they are signed out everywhere. You get a temporary one to hand over.',
    verb: 'Reset password',
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
    title: `Remove the second factor of ${displayName}`,
    description:
      'For a lost phone. They are signed out everywhere and sign in with the password alone, until they set up another.',
    verb: 'Remove second factor',
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
    title: `Sign ${displayName} out everywhere`,
    description:
      places.length === 0
        ? 'They are signed in nowhere at the moment.'
        : `They are signed in with ${places.join(', ')}. They can sign in again with their password.`,
    verb: 'Sign out everywhere',
    danger: true,
    submit: () => call(users.endSessions, { params: { id }, body: undefined }),
  })
}

function setActive({ id, displayName, active }: User, refresh: () => Promise<unknown>): void {
  const verb = active ? 'Deactivate' : 'Activate'
  confirmFirst({
    title: `${verb} ${displayName}`,
    description: active
      ? 'They are signed out everywhere and cannot sign in. Nothing is deleted.'
      : 'They can sign in again with their password.',
    verb,
    danger: active,
    submit: async () => {
      await call(users.change, { params: { id }, body: { active: !active } })
      await refresh()
    },
  })
}

function handOver(name: string, secret: string): void {
  openDialog(ShownOnce, {
    title: `Temporary password of ${name}`,
    description:
      'It is shown only now. Hand it over in a safe way; it works once, within an hour, and must be changed then.',
    secret,
  })
}
