// Roles as people call them: the four that are always there in their language, the organisation's own by their name.
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

export const roleWord = (role: string): string => (role in roleWords ? roleWords[role as RoleName] : role)
