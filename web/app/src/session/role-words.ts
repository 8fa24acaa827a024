// The four roles as people call them.
import { roleNames } from '@rollcall/contracts/permissions'
import type { RoleName } from '@rollcall/contracts/permissions'

export const roleWords: Readonly<Record<RoleName, string>> = {
  admin: 'Administrator',
  safety: 'Safety officer',
  operator: 'Operator',
  viewer: 'Viewer',
}

export const roleChoices = roleNames.map((value) => ({ label: roleWords[value], value }))
