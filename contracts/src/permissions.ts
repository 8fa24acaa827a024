// Every permission and the default matrix (spec 2.7, rules 11). The backend seeds roles from it;
// administrators may edit all roles but admin.

export const permissions = [
  'dashboard.read',
  'emergency.read',
  'weather.read',
  'battery.view',
  'receivers.read',
  'assets.read',
  'buildings.read',
  'floors.read',
  'zones.read',
  'departments.read',
  'personnel.read',
  'positions.read',
  'transmitters.read',
  'activity.read',
  'ambient.read',
  'emergency.account',
  'emergency.trigger',
  'emergency.resolve',
  'emergency.contacts',
  'positions.history',
  'personnel.create',
  'personnel.update',
  'personnel.export',
  'transmitters.create',
  'transmitters.update',
  'transmitters.assign',
  'assets.create',
  'assets.update',
  'phonebeacon.enroll',
  'weather.manage',
  'diagnostics.read',
  'personnel.health',
  'personnel.delete',
  'assets.delete',
  'transmitters.delete',
  'buildings.create',
  'buildings.update',
  'buildings.delete',
  'floors.create',
  'floors.update',
  'floors.delete',
  'zones.create',
  'zones.update',
  'zones.delete',
  'receivers.create',
  'receivers.update',
  'receivers.delete',
  'departments.create',
  'departments.update',
  'departments.delete',
  'calibration.run',
  'battery.manage',
  'audit.read',
  'audit.write',
  'audit.export',
  'phonebeacon.irk',
  'admin.users',
  'admin.roles',
  'admin.settings',
] as const
export type Permission = (typeof permissions)[number]

export const roleNames = ['admin', 'safety', 'operator', 'viewer'] as const
export type RoleName = (typeof roleNames)[number]

const viewer: readonly Permission[] = permissions.slice(0, permissions.indexOf('positions.read'))
const operator: readonly Permission[] = permissions.slice(0, permissions.indexOf('emergency.trigger'))
const safety: readonly Permission[] = permissions.slice(0, permissions.indexOf('personnel.delete'))

/** The list above is ordered by reach, so each role is a prefix of it; the test beside this file pins the matrix. */
export const defaultRoles: Readonly<Record<RoleName, readonly Permission[]>> = {
  admin: permissions,
  safety,
  operator,
  viewer,
}
