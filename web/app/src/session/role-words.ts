// The four roles as people call them.
import type { RoleName } from '@rollcall/contracts/permissions'
import { t } from './texts.ts'

export const roleWords: Readonly<Record<RoleName, string>> = {
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
