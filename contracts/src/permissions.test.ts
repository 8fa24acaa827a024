// Pins the default matrix of permissions literally (rules 11).
import { describe, expect, it } from 'vitest'
import { allRows } from './api.ts'
import { guardedPersonFields } from './domains/personnel.ts'
import { defaultRoles, permissions, roleNames, type RoleName } from './permissions.ts'

/** Rules 11, line by line: who holds what. */
const matrix: readonly (readonly [roles: string, permissions: string])[] = [
  [
    'ASOV',
    'dashboard.read emergency.read weather.read battery.view receivers.read assets.read buildings.read floors.read',
  ],
  ['ASOV', 'zones.read departments.read personnel.read'],
  ['ASO', 'positions.read transmitters.read activity.read ambient.read emergency.account'],
  ['ASO', 'visits.read visits.manage'],
  ['AS', 'emergency.trigger emergency.resolve emergency.contacts positions.history'],
  ['AS', 'personnel.create personnel.update personnel.export'],
  ['AS', 'transmitters.create transmitters.update transmitters.assign assets.create assets.update'],
  ['AS', 'phonebeacon.enroll weather.manage diagnostics.read'],
  ['AS', 'personnel.health'],
  ['A', 'personnel.delete assets.delete transmitters.delete'],
  ['A', 'buildings.create buildings.update buildings.delete floors.create floors.update floors.delete'],
  ['A', 'zones.create zones.update zones.delete receivers.create receivers.update receivers.delete'],
  ['A', 'departments.create departments.update departments.delete'],
  ['A', 'calibration.run battery.manage audit.read audit.write audit.export phonebeacon.irk'],
  ['A', 'admin.users admin.roles admin.settings'],
]
const letters: Record<RoleName, string> = { admin: 'A', safety: 'S', operator: 'O', viewer: 'V' }

function heldBy(role: RoleName): string[] {
  return matrix.filter(([roles]) => roles.includes(letters[role])).flatMap(([, names]) => names.split(' '))
}

describe('the default matrix', () => {
  // holds rules 11-1
  it.each(roleNames)('gives %s exactly what is written', (role) => {
    expect([...defaultRoles[role]].toSorted()).toEqual(heldBy(role).toSorted())
  })

  // holds spec 2.7-1
  it('names each permission once, as resource.action', () => {
    expect(new Set(permissions).size).toBe(permissions.length)
    for (const permission of permissions) expect(permission).toMatch(/^[a-z]+\.[a-z]+$/)
  })

  it('has no permission without a use', () => {
    const used = new Set<string>([...allRows.map((row) => row.access), ...Object.values(guardedPersonFields)])
    // Decides what is inside the snapshot of a floor, not who may read it.
    used.add('ambient.read')
    expect(permissions.filter((permission) => !used.has(permission))).toEqual([])
  })
})
