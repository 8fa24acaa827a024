// Guard `auth` (spec 5.4): pages other than the open ones need a session; a temporary password must be changed first, and
// a second factor set up where the role needs one.
import type { RouteLocationNormalized, RouteLocationRaw } from 'vue-router'

/** `mustFirst`: the page that comes before every other. */
export type MustFirst = 'change-password' | 'second-factor' | null
type SessionState = { readonly signedIn: boolean; readonly mustFirst: MustFirst }

export function authGuard(
  to: Pick<RouteLocationNormalized, 'name' | 'fullPath' | 'meta'>,
  session: SessionState,
): RouteLocationRaw | true {
  if (to.meta.open) return to.name === 'sign-in' && session.signedIn ? { name: 'dashboard' } : true
  if (!session.signedIn) {
    return { name: 'sign-in', query: to.fullPath === '/' ? {} : { return: to.fullPath } }
  }
  if (session.mustFirst !== null && to.name !== session.mustFirst) return { name: session.mustFirst }
  return true
}

/** Where to go after signing in: only back into this application, never to an address somebody put into a link. */
export function safeReturn(target: unknown): string {
  if (typeof target !== 'string' || !target.startsWith('/')) return '/'
  // Parsed as a browser would: `//host`, `/\\host` and control characters in between all lead to a foreign host.
  return URL.canParse(target, nowhere) && new URL(target, nowhere).origin === nowhere ? target : '/'
}

const nowhere = 'https://rollcall.invalid'
