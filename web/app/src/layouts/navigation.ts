// The places of the application in the order of the rail and the bottom bar. Only pages that exist are listed.
import type { PermissionMeta } from '../guards/permissions.ts'
import { permitted } from '../guards/permissions.ts'

export type Place = PermissionMeta & { readonly route: string; readonly label: string; readonly icon: string }

const places: readonly Place[] = [
  { route: 'dashboard', label: 'Dashboard', icon: 'i-lucide-layout-dashboard', permissions: ['dashboard.read'] },
  { route: 'floor-plan', label: 'Floor plan', icon: 'i-lucide-map', permissions: ['buildings.read', 'floors.read'] },
  { route: 'emergency', label: 'Emergency', icon: 'i-lucide-siren', permissions: ['emergency.read'] },
  { route: 'people', label: 'People', icon: 'i-lucide-users', permissions: ['personnel.read'] },
  { route: 'receivers', label: 'Receivers', icon: 'i-lucide-radio-tower', permissions: ['receivers.read'] },
  { route: 'areas', label: 'Areas', icon: 'i-lucide-shapes', permissions: ['zones.read'] },
  { route: 'accounts', label: 'Accounts', icon: 'i-lucide-user-cog', permissions: ['admin.users'] },
  { route: 'audit', label: 'Audit log', icon: 'i-lucide-scroll-text', permissions: ['audit.read'] },
]

/** The bottom bar holds five: with more places the fifth is "More", which opens the rest. */
export function bottomBar(held: ReadonlySet<string>): { readonly bar: Place[]; readonly more: Place[] } {
  const all = placesFor(held)
  return all.length <= 5 ? { bar: all, more: [] } : { bar: all.slice(0, 4), more: all.slice(4) }
}

export function placesFor(held: ReadonlySet<string>): Place[] {
  return places.filter((place) => permitted(place, held))
}
