import { permissionsTooLong } from '@rollcall/contracts/cookies'
import { describe, expect, it } from 'vitest'
import { dropSession, readCookie, readSession } from './session-cookies.ts'

const now = 1_790_000_000_000
const jo = { userId: 'u1', email: 'jo@example.org', displayName: 'Jo Reyes', role: 'operator' }

function cookieText(changes: Record<string, string | null> = {}, prefix = ''): string {
  const cookies: Record<string, string | null> = {
    auth_user: JSON.stringify(jo),
    auth_permissions: JSON.stringify(['floors.read']),
    auth_token_expiry: String(now + 60_000),
    ...changes,
  }
  return Object.entries(cookies)
    .filter((pair): pair is [string, string] => pair[1] !== null)
    .map(([name, value]) => `${prefix}${name}=${encodeURIComponent(value)}`)
    .join('; ')
}

describe('readSession', () => {
  it('reads user, permissions and expiry from percent-encoded cookies', () => {
    expect(readSession(cookieText(), now)).toEqual({ user: jo, permissions: ['floors.read'], expiresAt: now + 60_000 })
  })
  it('understands the __Host- names of the strict profile', () => {
    expect(readSession(cookieText({}, '__Host-'), now)?.user.email).toBe('jo@example.org')
  })
  // holds rules 2-3
  it('asks the backend when the list was replaced by its marker, is absent or is not a list', () => {
    for (const value of [permissionsTooLong, JSON.stringify(permissionsTooLong), null, '{', '{}']) {
      expect(readSession(cookieText({ auth_permissions: value }), now)?.permissions).toBe('ask')
    }
  })
  it('is no session on and after its expiry, or when the expiry is missing or not a number', () => {
    for (const value of [String(now), String(now - 1), null, '', 'soon', 'Infinity']) {
      expect(readSession(cookieText({ auth_token_expiry: value }), now)).toBeNull()
    }
  })
  it('is no session when the user is missing, broken or without a role', () => {
    for (const value of [
      null,
      'x',
      '[]',
      '"jo"',
      JSON.stringify({ ...jo, role: 7 }),
      JSON.stringify({ ...jo, userId: 1 }),
    ]) {
      expect(readSession(cookieText({ auth_user: value }), now)).toBeNull()
    }
  })
})

describe('readCookie', () => {
  it('takes the whole name, not a suffix of another', () => {
    expect(readCookie('x_csrf_token=a; csrf_token=b', 'csrf_token')).toBe('b')
  })
  it('keeps a value that is not valid percent-encoding as it is', () => {
    expect(readCookie('csrf_token=100%', 'csrf_token')).toBe('100%')
  })
  it('keeps equals signs inside the value', () => {
    expect(readCookie('csrf_token=ab==', 'csrf_token')).toBe('ab==')
  })
})

describe('dropSession', () => {
  it('takes away what tells who is signed in, in both profiles', () => {
    const written: string[] = []
    dropSession({
      set cookie(text: string) {
        written.push(text)
      },
    })
    const names = written.map((text) => text.slice(0, text.indexOf('=')).replace('__Host-', ''))
    expect(new Set(names)).toEqual(new Set(['auth_user', 'auth_permissions', 'auth_token_expiry']))
    expect(written.every((text) => /Path=\/; Max-Age=0/.test(text))).toBe(true)
    expect(written.filter((text) => text.startsWith('__Host-')).every((text) => text.endsWith('Secure'))).toBe(true)
  })
})
