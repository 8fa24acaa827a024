// Every permission in words, in groups of what it is about, for the matrix of roles (rules 11).
import type { Permission } from '@rollcall/contracts/permissions'

export const permissionWords: Readonly<Record<Permission, string>> = {
  'dashboard.read': 'See the dashboard',
  'emergency.read': 'See emergencies and boards',
  'weather.read': 'See the weather',
  'battery.view': 'See batteries',
  'receivers.read': 'See receivers',
  'assets.read': 'See assets',
  'buildings.read': 'See buildings',
  'floors.read': 'See floors and plans',
  'zones.read': 'See zones',
  'departments.read': 'See departments',
  'personnel.read': 'See people',
  'positions.read': 'See where people and assets are',
  'transmitters.read': 'See badges',
  'activity.read': 'See what happened lately',
  'ambient.read': 'See ambient devices',
  'emergency.account': 'Account for people, see phone numbers',
  'emergency.trigger': 'Trigger emergencies and drills',
  'emergency.resolve': 'End emergencies',
  'emergency.contacts': 'Manage contacts, see who was told',
  'positions.history': 'See where people and assets were',
  'personnel.create': 'Add people',
  'personnel.update': 'Change people',
  'personnel.export': 'Export people',
  'transmitters.create': 'Register badges',
  'transmitters.update': 'Change badges',
  'transmitters.assign': 'Give badges and take them back',
  'assets.create': 'Add assets',
  'assets.update': 'Change assets',
  'phonebeacon.enroll': 'Enrol phones',
  'weather.manage': 'Decide what warnings set off',
  'diagnostics.read': 'See signals and diagnostics',
  'personnel.health': 'See and write needs in an evacuation',
  'personnel.delete': 'Delete people',
  'assets.delete': 'Delete assets',
  'transmitters.delete': 'Delete badges',
  'buildings.create': 'Add buildings',
  'buildings.update': 'Change buildings',
  'buildings.delete': 'Delete buildings',
  'floors.create': 'Add floors',
  'floors.update': 'Change floors and plans',
  'floors.delete': 'Delete floors',
  'zones.create': 'Draw zones',
  'zones.update': 'Change zones',
  'zones.delete': 'Delete zones',
  'receivers.create': 'Register receivers',
  'receivers.update': 'Change and place receivers',
  'receivers.delete': 'Delete receivers',
  'departments.create': 'Add departments',
  'departments.update': 'Change departments',
  'departments.delete': 'Delete departments',
  'calibration.run': 'Calibrate floors',
  'battery.manage': 'Set battery limits',
  'audit.read': 'Read the audit log',
  'audit.write': 'Write into the audit log',
  'audit.export': 'Export the audit log',
  'phonebeacon.irk': 'See enrolled phones',
  'admin.users': 'Manage accounts',
  'admin.roles': 'Manage roles',
  'admin.settings': 'Change settings',
}

const groupNames: Readonly<Record<string, string>> = {
  dashboard: 'Overview',
  activity: 'Overview',
  ambient: 'Overview',
  diagnostics: 'Overview',
  weather: 'Weather',
  emergency: 'Emergencies',
  personnel: 'People',
  positions: 'People',
  departments: 'People',
  assets: 'Assets',
  transmitters: 'Badges',
  phonebeacon: 'Badges',
  battery: 'Badges',
  buildings: 'Site',
  floors: 'Site',
  zones: 'Site',
  receivers: 'Site',
  calibration: 'Site',
  audit: 'Administration',
  admin: 'Administration',
}

export type PermissionGroup = { readonly name: string; readonly permissions: readonly Permission[] }

export function permissionGroups(all: readonly Permission[]): PermissionGroup[] {
  const groups = new Map<string, Permission[]>()
  for (const permission of all) {
    const name = groupNames[permission.split('.')[0] ?? ''] ?? 'Other'
    groups.set(name, [...(groups.get(name) ?? []), permission])
  }
  return [...groups].map(([name, list]) => ({ name, permissions: list }))
}
