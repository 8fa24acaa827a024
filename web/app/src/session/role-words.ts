// Roles as people call them: the four that are always there in their language, the organisation's own by their name.
import type { Role } from '@rollcall/contracts/domains/roles'
import type { RoleName } from '@rollcall/contracts/permissions'
import { t } from './texts.ts'

const roleWords: Readonly<Record<RoleName, string>> = {
  get admin() {
    return t('roleAdmin')
  },
  get safety() {
    return t('roleSafety')
  },
  get operator() {
    return t('roleOperator')
  },
  get viewer() {
    return t('roleViewer')
  },
}

export const roleWord = (role: string): string => (Object.hasOwn(roleWords, role) ? roleWords[role as RoleName] : role)

export const roleChoices = (roles: readonly Role[]) => roles.map(({ role }) => ({ value: role, label: roleWord(role) }))
