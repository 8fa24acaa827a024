// What the search over everything offers: people, assets, zones and pages, each with where choosing it leads (interface: anatomy).
import { assets } from '@rollcall/contracts/domains/assets'
import { dashboard } from '@rollcall/contracts/domains/dashboard'
import { zones } from '@rollcall/contracts/domains/zones'
import type { RouteLocationRaw } from 'vue-router'
import type { Call } from '../api/client.ts'
import type { Permission } from '@rollcall/contracts/permissions'

export type FoundItem = {
  readonly label: string
  readonly suffix: string
  readonly icon: string
  readonly to: RouteLocationRaw
}

/** Few of each kind: whoever sees more than this types another letter. */
const most = 6

export type Search = { readonly call: Call; readonly can: (permission: Permission) => boolean }

/** Kinds the caller may not read are left out rather than asked for and refused. */
export async function findPeople({ call, can }: Search, q: string, signal: AbortSignal): Promise<FoundItem[]> {
  if (!can('personnel.read')) return []
  const { items } = await call(dashboard.personnel, { query: { q, pageSize: most } }, signal)
  return items.map(({ personId, fullName, departmentName, lastSeen }) => ({
    label: fullName,
    suffix: lastSeen ? (lastSeen.zoneName ?? lastSeen.floorName) : (departmentName ?? ''),
    icon: 'i-lucide-user-round',
    to: lastSeen
      ? { name: 'floor-plan', params: { floorId: lastSeen.floorId }, query: { find: fullName } }
      : { name: 'person', params: { personId } },
  }))
}

export async function findAssets({ call, can }: Search, q: string, signal: AbortSignal): Promise<FoundItem[]> {
  if (!can('assets.read')) return []
  const { items } = await call(assets.list, { query: { q, pageSize: most } }, signal)
  return items.map(({ id, name, category, lastSeen }) => ({
    label: name,
    suffix: lastSeen ? (lastSeen.zoneName ?? lastSeen.floorName) : category,
    icon: 'i-lucide-package',
    to: { name: 'asset', params: { assetId: id } },
  }))
}

export async function findZones({ call, can }: Search, q: string, signal: AbortSignal): Promise<FoundItem[]> {
  if (!can('zones.read')) return []
  const { items } = await call(zones.list, { query: { q, pageSize: most } }, signal)
  return items.map(({ name, zoneTypeName, floorId }) => ({
    label: name,
    suffix: zoneTypeName,
    icon: 'i-lucide-shapes',
    to: { name: 'floor-plan', params: { floorId } },
  }))
}
