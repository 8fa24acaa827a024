// Guard `permissions` (spec 5.4): page meta `permissions` requires all of them, `permissionsAny` at least one.
import type { Permission } from '@rollcall/contracts/permissions'

export type PermissionMeta = {
  readonly permissions?: readonly Permission[] | undefined
  readonly permissionsAny?: readonly Permission[] | undefined
}

export function permitted(meta: PermissionMeta, held: ReadonlySet<string>): boolean {
  const all = meta.permissions ?? []
  const any = meta.permissionsAny ?? []
  return all.every((permission) => held.has(permission)) && (any.length === 0 || any.some((one) => held.has(one)))
}
