// Whether somebody may call a contract row: the row itself says who may.
import type { Endpoint } from '@rollcall/contracts/endpoint'
import type { Permission } from '@rollcall/contracts/permissions'

export function mayCall({ access }: Pick<Endpoint, 'access'>, can: (permission: Permission) => boolean): boolean {
  return access === 'public' || access === 'signed-in' || can(access)
}
