// What can be done with roles beside ticking what they may: make one, copy one, remove one of the organisation's own. Used by Roles.vue.
import { RoleCreate, roles } from '@rollcall/contracts/domains/roles'
import type { Role } from '@rollcall/contracts/domains/roles'
import { call } from '../api/call.ts'
import { roleWord } from '../session/role-words.ts'
import type { Action } from '../ui/action/action.ts'
import { confirmFirst, openDialog } from '../ui/dialog/open-dialog.ts'
import { checked } from '../ui/form/checked.ts'
import EditDialog from '../ui/form/EditDialog.vue'
import { fieldsOf } from '../ui/form/form-field.ts'
import { t } from './texts.ts'

type Refresh = () => Promise<unknown>
type Rights = Pick<Role, 'permissions' | 'requiresSecondFactor'>

export const newRole = (refresh: Refresh): Action => ({
  label: t('newRole'),
  icon: 'i-lucide-plus',
  main: true,
  row: roles.create,
  run: () => makeRole(t('newRoleDetail'), { permissions: [], requiresSecondFactor: false }, refresh),
})

export const roleActions = (role: Role, refresh: Refresh): Action[] => [
  {
    label: t('copyRole'),
    icon: 'i-lucide-copy',
    row: roles.create,
    run: () => makeRole(t('copyRoleDetail', { role: roleWord(role.role) }), role, refresh),
  },
  {
    label: t('removeRole'),
    icon: 'i-lucide-trash-2',
    row: roles.remove,
    when: role.own && role.userCount === 0,
    danger: true,
    run: () => removeRole(role, refresh),
  },
]

function makeRole(description: string, { permissions, requiresSecondFactor }: Rights, refresh: Refresh): void {
  openDialog(EditDialog, {
    title: t('newRole'),
    description,
    verb: t('newRole'),
    fields: fieldsOf(RoleCreate, { role: { label: t('name'), wide: true } }),
    save: async (values) => {
      const body = checked(RoleCreate, { ...values, permissions: [...permissions], requiresSecondFactor })
      await call(roles.create, { body })
      await refresh()
    },
  })
}

function removeRole({ role, updatedAt: unchangedSince }: Role, refresh: Refresh): void {
  confirmFirst({
    title: t('removeRoleName', { role }),
    description: t('removeRoleDetail'),
    verb: t('removeRole'),
    danger: true,
    submit: async () => {
      await call(roles.remove, { params: { role }, unchangedSince })
      await refresh()
    },
  })
}
