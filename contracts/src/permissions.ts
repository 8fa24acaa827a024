// Every permission and who holds it by default (spec 2.7, rules 11). The backend seeds roles from it; administrators may edit all
// roles but admin, which always holds everything.

/** From the most powerful down. */
export const roleNames = ['admin', 'safety', 'operator', 'viewer'] as const
export type RoleName = (typeof roleNames)[number]

const holders = {
  'dashboard.read': ['admin', 'safety', 'operator', 'viewer'],
  'emergency.read': ['admin', 'safety', 'operator', 'viewer'],
  'weather.read': ['admin', 'safety', 'operator', 'viewer'],
  'battery.view': ['admin', 'safety', 'operator', 'viewer'],
  'receivers.read': ['admin', 'safety', 'operator', 'viewer'],
  'assets.read': ['admin', 'safety', 'operator', 'viewer'],
  'buildings.read': ['admin', 'safety', 'operator', 'viewer'],
  'floors.read': ['admin', 'safety', 'operator', 'viewer'],
  'zones.read': ['admin', 'safety', 'operator', 'viewer'],
  'departments.read': ['admin', 'safety', 'operator', 'viewer'],
  'personnel.read': ['admin', 'safety', 'operator', 'viewer'],
  'positions.read': ['admin', 'safety', 'operator'],
  'transmitters.read': ['admin', 'safety', 'operator'],
  'activity.read': ['admin', 'safety', 'operator'],
  'ambient.read': ['admin', 'safety', 'operator'],
  'emergency.account': ['admin', 'safety', 'operator'],
  'visits.read': ['admin', 'safety', 'operator'],
  'visits.manage': ['admin', 'safety', 'operator'],
  'emergency.trigger': ['admin', 'safety'],
  'emergency.resolve': ['admin', 'safety'],
  'emergency.contacts': ['admin', 'safety'],
  'positions.history': ['admin', 'safety'],
  'personnel.create': ['admin', 'safety'],
  'personnel.update': ['admin', 'safety'],
  'personnel.export': ['admin', 'safety'],
  'transmitters.create': ['admin', 'safety'],
  'transmitters.update': ['admin', 'safety'],
  'transmitters.assign': ['admin', 'safety'],
  'assets.create': ['admin', 'safety'],
  'assets.update': ['admin', 'safety'],
  'phonebeacon.enroll': ['admin', 'safety'],
  'weather.manage': ['admin', 'safety'],
  'diagnostics.read': ['admin', 'safety'],
  'personnel.health': ['admin', 'safety'],
  'personnel.delete': ['admin'],
  'assets.delete': ['admin'],
  'transmitters.delete': ['admin'],
  'buildings.create': ['admin'],
  'buildings.update': ['admin'],
  'buildings.delete': ['admin'],
  'floors.create': ['admin'],
  'floors.update': ['admin'],
  'floors.delete': ['admin'],
  'zones.create': ['admin'],
  'zones.update': ['admin'],
  'zones.delete': ['admin'],
  'receivers.create': ['admin'],
  'receivers.update': ['admin'],
  'receivers.delete': ['admin'],
  'departments.create': ['admin'],
  'departments.update': ['admin'],
  'departments.delete': ['admin'],
  'calibration.run': ['admin'],
  'battery.manage': ['admin'],
  'audit.read': ['admin'],
  'audit.write': ['admin'],
  'audit.export': ['admin'],
  'phonebeacon.irk': ['admin'],
  'admin.users': ['admin'],
  'admin.roles': ['admin'],
  'admin.settings': ['admin'],
} as const satisfies Readonly<Record<string, readonly RoleName[]>>
export type Permission = keyof typeof holders

export const permissions = Object.keys(holders) as [Permission, ...Permission[]]

export const defaultRoles: Readonly<Record<RoleName, readonly Permission[]>> = {
  admin: heldBy('admin'),
  safety: heldBy('safety'),
  operator: heldBy('operator'),
  viewer: heldBy('viewer'),
}

function heldBy(role: RoleName): Permission[] {
  return permissions.filter((permission) => (holders[permission] as readonly RoleName[]).includes(role))
}
