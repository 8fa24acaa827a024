import { defaultRoles } from '@rollcall/contracts/permissions'
import { describe, expect, it } from 'vitest'
import { authGuard, safeReturn } from './auth-guard.ts'
import { layoutFor } from '../layouts/device.ts'
import { permitted } from './permission-guard.ts'

const page = (changes: Record<string, unknown> = {}) => ({
  name: 'floor-plan',
  fullPath: '/floor-plan/f1?q=x',
  meta: { title: 'Floor plan' as const },
  ...changes,
})
const signedIn = { signedIn: true, mustFirst: null }

describe('guard auth', () => {
  it('lets a signed-in user through', () => {
    expect(authGuard(page(), signedIn)).toBe(true)
  })
  // holds spec 5.4-1
  it('sends others to the sign-in page and remembers where they wanted to go', () => {
    expect(authGuard(page(), { signedIn: false, mustFirst: null })).toEqual({
      name: 'sign-in',
      query: { return: '/floor-plan/f1?q=x' },
    })
  })
  it('lets everybody see open pages, but not sign in twice', () => {
    const open = page({ name: 'not-found', meta: { title: '', open: true } })
    const signIn = page({ name: 'sign-in', meta: { title: '', open: true } })
    expect(authGuard(open, { signedIn: false, mustFirst: null })).toBe(true)
    expect(authGuard(signIn, signedIn)).toEqual({ name: 'dashboard' })
  })
  it.each(['change-password', 'second-factor'] as const)('keeps a user on %s who must do that first', (mustFirst) => {
    const forced = { signedIn: true, mustFirst }
    expect(authGuard(page(), forced)).toEqual({ name: mustFirst })
    expect(authGuard(page({ name: mustFirst }), forced)).toBe(true)
  })
})

describe('safeReturn', () => {
  it('returns into the application', () => {
    expect(safeReturn('/floor-plan/f1?q=x#a')).toBe('/floor-plan/f1?q=x#a')
  })
  it('never leaves it', () => {
    for (const target of [
      '//evil.test',
      '/\\evil.test',
      'https://evil.test',
      'javascript:alert(1)',
      '/\t/evil.test',
      '',
      null,
      ['/a'],
    ]) {
      expect(safeReturn(target)).toBe('/')
    }
  })
})

describe('guard permissions', () => {
  const operator = new Set<string>(defaultRoles.operator)
  // holds spec 5.4-3
  it('requires all of `permissions`', () => {
    expect(permitted({ permissions: ['floors.read', 'positions.read'] }, operator)).toBe(true)
    expect(permitted({ permissions: ['floors.read', 'audit.read'] }, operator)).toBe(false)
  })
  // holds spec 5.4-3
  it('requires one of `permissionsAny`', () => {
    expect(permitted({ permissionsAny: ['audit.read', 'floors.read'] }, operator)).toBe(true)
    expect(permitted({ permissionsAny: ['audit.read', 'admin.users'] }, operator)).toBe(false)
  })
  it('requires both when both are given', () => {
    expect(permitted({ permissions: ['audit.read'], permissionsAny: ['floors.read'] }, operator)).toBe(false)
  })
  it('lets a page without requirements be seen by everybody', () => {
    expect(permitted({}, new Set())).toBe(true)
  })
})

describe('guard device', () => {
  // holds spec 5.4-2
  it('picks the mobile layout for a narrow viewport and for a phone held sideways', () => {
    expect(layoutFor({ width: 390, height: 844, touch: true })).toBe('mobile')
    expect(layoutFor({ width: 844, height: 390, touch: true })).toBe('mobile')
    expect(layoutFor({ width: 600, height: 900, touch: false })).toBe('mobile')
  })
  it('picks the default layout for a desktop, however low its window, and for a tablet', () => {
    expect(layoutFor({ width: 1440, height: 400, touch: false })).toBe('default')
    expect(layoutFor({ width: 1024, height: 768, touch: true })).toBe('default')
  })
})
