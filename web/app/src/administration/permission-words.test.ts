import { permissions } from '@rollcall/contracts/permissions'
import { describe, expect, it } from 'vitest'
import { permissionGroups, permissionWords } from './permission-words.ts'

describe('the matrix of roles', () => {
  it('holds every permission exactly once, each in words of its own', () => {
    const listed = permissionGroups(permissions).flatMap((group) => group.permissions)
    expect(listed.toSorted()).toEqual([...permissions].toSorted())
    expect(new Set(Object.values(permissionWords)).size).toBe(permissions.length)
  })
  it('leaves none without a group', () => {
    expect(permissionGroups(permissions).map(({ name }) => name)).not.toContain('Other')
  })
})
