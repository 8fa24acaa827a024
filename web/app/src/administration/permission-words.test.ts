import { permissions } from '@rollcall/contracts/permissions'
import { describe, expect, it } from 'vitest'
import { permissionGroups } from './permission-words.ts'
import { t } from './texts.ts'

describe('the matrix of roles', () => {
  it('holds every permission exactly once, each in words of its own', () => {
    const listed = permissionGroups(permissions).flatMap((group) => group.permissions)
    expect(listed.toSorted()).toEqual([...permissions].toSorted())
    expect(new Set(permissions.map((permission) => t(permission))).size).toBe(permissions.length)
  })
  it('has each group once, with words', () => {
    const names = permissionGroups(permissions).map(({ key }) => t(key))
    expect(names).toContain('Emergencies')
    expect(new Set(names).size).toBe(names.length)
  })
})
