// The places of the application in the order of the rail and the bottom bar, in groups. Only pages that exist are listed.
import { alertReaders } from '../alerts/alert-words.ts'
import type { PermissionMeta } from '../session/permission-guard.ts'
import { permitted } from '../session/permission-guard.ts'

export type Place = PermissionMeta & { readonly route: string; readonly label: string; readonly icon: string }
export type PlaceGroup = { readonly name: string; readonly places: readonly Place[] }

const groups: readonly PlaceGroup[] = [
  {
    name: 'Now',
    places: [
      { route: 'dashboard', label: 'Dashboard', icon: 'i-lucide-layout-dashboard', permissions: ['dashboard.read'] },
      {
        route: 'floor-plan',
        label: 'Floor plan',
        icon: 'i-lucide-map',
        permissions: ['buildings.read', 'floors.read'],
      },
      { route: 'emergency', label: 'Emergency', icon: 'i-lucide-siren', permissions: ['emergency.read'] },
      { route: 'people', label: 'People', icon: 'i-lucide-users', permissions: ['personnel.read'] },
      { route: 'assets', label: 'Things', icon: 'i-lucide-package', permissions: ['assets.read'] },
      { route: 'alerts', label: 'Alerts', icon: 'i-lucide-bell', permissionsAny: alertReaders },
      { route: 'activity', label: 'Activity', icon: 'i-lucide-history', permissions: ['activity.read'] },
      { route: 'weather', label: 'Weather', icon: 'i-lucide-cloud-sun', permissions: ['weather.read'] },
    ],
  },
  {
    name: 'Equipment',
    places: [
      { route: 'badges', label: 'Badges', icon: 'i-lucide-id-card-lanyard', permissions: ['transmitters.read'] },
      { route: 'battery', label: 'Batteries', icon: 'i-lucide-battery-medium', permissions: ['battery.view'] },
      { route: 'receivers', label: 'Receivers', icon: 'i-lucide-radio-tower', permissions: ['receivers.read'] },
      { route: 'ambient', label: 'Other devices', icon: 'i-lucide-bluetooth-searching', permissions: ['ambient.read'] },
    ],
  },
  {
    name: 'Site',
    places: [
      { route: 'buildings', label: 'Buildings', icon: 'i-lucide-building-2', permissions: ['buildings.read'] },
      { route: 'areas', label: 'Areas', icon: 'i-lucide-shapes', permissions: ['zones.read'] },
      { route: 'area-kinds', label: 'Kinds of area', icon: 'i-lucide-palette', permissions: ['zones.update'] },
      { route: 'departments', label: 'Departments', icon: 'i-lucide-network', permissions: ['departments.read'] },
    ],
  },
  {
    name: 'Administration',
    places: [
      { route: 'accounts', label: 'Accounts', icon: 'i-lucide-user-cog', permissions: ['admin.users'] },
      { route: 'roles', label: 'Roles', icon: 'i-lucide-shield', permissions: ['admin.roles'] },
      { route: 'settings', label: 'Settings', icon: 'i-lucide-settings', permissions: ['admin.settings'] },
      { route: 'audit', label: 'Audit log', icon: 'i-lucide-scroll-text', permissions: ['audit.read'] },
    ],
  },
]

/** The bottom bar holds five: with more places the fifth is "More", which opens the rest. */
export function bottomBar(held: ReadonlySet<string>): { readonly bar: Place[]; readonly more: PlaceGroup[] } {
  const all = placesFor(held)
  const bar = all.length <= 5 ? all : all.slice(0, 4)
  const rest = groupsFor(held).map(({ name, places }) => ({ name, places: places.filter((one) => !bar.includes(one)) }))
  return { bar, more: rest.filter(({ places }) => places.length > 0) }
}

export function placesFor(held: ReadonlySet<string>): Place[] {
  return groupsFor(held).flatMap(({ places }) => places)
}

/** Only what may be opened; a group without a place is not named. */
export function groupsFor(held: ReadonlySet<string>): PlaceGroup[] {
  return groups
    .map(({ name, places }) => ({ name, places: places.filter((place) => permitted(place, held)) }))
    .filter(({ places }) => places.length > 0)
}
