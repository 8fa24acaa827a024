// Reads the cookies that tell the page who is signed in (spec 2.1). `auth_token` itself is httpOnly and never seen here.
import { permissionsTooLong } from '@rollcall/contracts/cookies'
import type { CookieName } from '@rollcall/contracts/cookies'

export type SignedInUser = {
  readonly userId: string
  readonly email: string
  readonly displayName: string
  readonly role: string
}

export type SessionCookies = {
  readonly user: SignedInUser
  /** 'ask' when the list did not fit into its cookie: it has to be read from /api/auth/backend-me. */
  readonly permissions: readonly string[] | 'ask'
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** Null unless the three readable cookies together describe a session that has not expired. */
export function readSession(cookieText: string, now: number): SessionCookies | null {
  const user = parseUser(readCookie(cookieText, 'auth_user'))
  const expiresAt = Number(readCookie(cookieText, 'auth_token_expiry'))
  if (user === null || !Number.isFinite(expiresAt) || expiresAt <= now) return null
  return { user, permissions: parsePermissions(readCookie(cookieText, 'auth_permissions')), expiresAt }
}

/** The strict security profile names its cookies with the `__Host-` prefix (rules 4). */
export function readCookie(cookieText: string, name: CookieName): string | null {
  for (const pair of cookieText.split(';')) {
    const at = pair.indexOf('=')
    const key = pair.slice(0, at).trim()
    if (at > 0 && (key === name || key === `__Host-${name}`)) return decoded(pair.slice(at + 1).trim())
  }
  return null
}

/** Those that a page can reach. The token itself runs out, or is replaced by the next sign-in. */
export function dropSession(page: { cookie: string }): void {
  for (const name of ['auth_user', 'auth_permissions', 'auth_token_expiry'] as const satisfies CookieName[]) {
    page.cookie = `${name}=; Path=/; Max-Age=0`
    page.cookie = `__Host-${name}=; Path=/; Max-Age=0; Secure`
  }
}

function parseUser(text: string | null): SignedInUser | null {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null) return null
  const { userId, email, displayName, role } = value as Record<string, unknown>
  if (typeof userId !== 'string' || typeof email !== 'string') return null
  if (typeof role !== 'string') return null
  return { userId, email, displayName: typeof displayName === 'string' ? displayName : email, role }
}

function parsePermissions(text: string | null): readonly string[] | 'ask' {
  if (text === null || text === permissionsTooLong) return 'ask'
  const value = parsed(text)
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : 'ask'
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
