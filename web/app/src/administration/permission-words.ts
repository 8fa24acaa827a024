// What every permission is about, for the matrix of roles (rules 11). Permissions and groups are the keys of their own texts.
import type { Permission } from '@rollcall/contracts/permissions'
import type { t } from './texts.ts'

type GroupKey = Extract<Parameters<typeof t>[0], `group${string}`>

const groupOf = {
  'dashboard.read': 'groupOverview',
  'emergency.read': 'groupEmergencies',
  'weather.read': 'groupWeather',
  'battery.view': 'groupBadges',
  'receivers.read': 'groupSite',
  'assets.read': 'groupAssets',
  'buildings.read': 'groupSite',
  'floors.read': 'groupSite',
  'zones.read': 'groupSite',
  'departments.read': 'groupPeople',
  'personnel.read': 'groupPeople',
  'positions.read': 'groupPeople',
  'transmitters.read': 'groupBadges',
  'activity.read': 'groupOverview',
  'ambient.read': 'groupOverview',
  'emergency.account': 'groupEmergencies',
  'visits.read': 'groupPeople',
  'visits.manage': 'groupPeople',
  'emergency.trigger': 'groupEmergencies',
  'emergency.resolve': 'groupEmergencies',
  'emergency.contacts': 'groupEmergencies',
  'positions.history': 'groupPeople',
  'personnel.create': 'groupPeople',
  'personnel.update': 'groupPeople',
  'personnel.export': 'groupPeople',
  'transmitters.create': 'groupBadges',
  'transmitters.update': 'groupBadges',
  'transmitters.assign': 'groupBadges',
  'assets.create': 'groupAssets',
  'assets.update': 'groupAssets',
  'phonebeacon.enroll': 'groupBadges',
  'weather.manage': 'groupWeather',
  'diagnostics.read': 'groupOverview',
  'personnel.health': 'groupPeople',
  'personnel.delete': 'groupPeople',
  'assets.delete': 'groupAssets',
  'transmitters.delete': 'groupBadges',
  'buildings.create': 'groupSite',
  'buildings.update': 'groupSite',
  'buildings.delete': 'groupSite',
  'floors.create': 'groupSite',
  'floors.update': 'groupSite',
  'floors.delete': 'groupSite',
  'zones.create': 'groupSite',
  'zones.update': 'groupSite',
  'zones.delete': 'groupSite',
  'receivers.create': 'groupSite',
  'receivers.update': 'groupSite',
  'receivers.delete': 'groupSite',
  'departments.create': 'groupPeople',
  'departments.update': 'groupPeople',
  'departments.delete': 'groupPeople',
  'calibration.run': 'groupSite',
  'battery.manage': 'groupBadges',
  'audit.read': 'groupAdministration',
  'audit.write': 'groupAdministration',
  'audit.export': 'groupAdministration',
  'phonebeacon.irk': 'groupBadges',
  'admin.users': 'groupAdministration',
  'admin.roles': 'groupAdministration',
  'admin.settings': 'groupAdministration',
} as const satisfies Readonly<Record<Permission, GroupKey>>

export type PermissionGroup = { readonly key: GroupKey; readonly permissions: readonly Permission[] }

export function permissionGroups(all: readonly Permission[]): PermissionGroup[] {
  const groups = new Map<GroupKey, Permission[]>()
  for (const permission of all) {
    const key = groupOf[permission]
    groups.set(key, [...(groups.get(key) ?? []), permission])
  }
  return [...groups].map(([key, list]) => ({ key, permissions: list }))
}
