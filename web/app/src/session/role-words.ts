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

export const roleSays: Readonly<Record<RoleName, string>> = {
  admin: 'everything, including accounts, roles and settings',
  safety: 'emergencies, the register, history and diagnostics',
  operator: 'live positions, and accounting for people in an emergency',
  viewer: 'numbers, plans and lists, but nobody’s place',
}
