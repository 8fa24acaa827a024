// The places of the application in the order of the rail and the bottom bar. Only pages that exist are listed.
import type { PermissionMeta } from '../guards/permissions.ts'
import { permitted } from '../guards/permissions.ts'

export type Place = PermissionMeta & { readonly route: string; readonly label: string; readonly icon: string }

const places: readonly Place[] = [
  { route: 'dashboard', label: 'Dashboard', icon: 'i-lucide-layout-dashboard', permissions: ['dashboard.read'] },
  { route: 'floor-plan', label: 'Floor plan', icon: 'i-lucide-map', permissions: ['buildings.read', 'floors.read'] },
]

export function placesFor(held: ReadonlySet<string>): Place[] {
  return places.filter((place) => permitted(place, held))
}
