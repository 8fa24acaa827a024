// Sets and clears the cookies of spec 2.1 with the attributes of rules 2. Called by the login and logout routes, the CSRF
// route, the login limiter (a refused logout still clears) and the identity-provider exchange.
import { cookies, maxCookieBytes, permissionsTooLong, type CookieName } from '@rollcall/contracts/cookies'
import { z } from 'zod'
import type { RequestContext } from './request-context.ts'

const longestSeconds = 400 * 86_400

/** Of the backend's answer only what the cookies need (spec 2.1, 2.4): which roles there are is the backend's business. */
export const Session = z.object({
  token: z.string(),
  user: z.object({
    userId: z.string().default(''),
    email: z.string().default(''),
    displayName: z.string().default(''),
    role: z.string().default(''),
    permissions: z.array(z.string()).default([]),
  }),
  /** Seconds; more than 400 days no browser keeps a cookie. */
  expiresIn: z.number().min(1).max(longestSeconds).transform(Math.floor),
})
export type Session = z.infer<typeof Session>

export type CookieJar = {
  /** Names are `__Host-…` in the strict profile. */
  readonly nameOf: (name: CookieName) => string
  readonly read: (context: RequestContext, name: CookieName) => string | undefined
  readonly set: (context: RequestContext, name: CookieName, value: string, maxAgeSeconds?: number) => void
  readonly clear: (context: RequestContext, name: CookieName) => void
  readonly clearAll: (context: RequestContext) => void
  /** False when the token itself cannot stand in a cookie; nothing is set then. */
  /** What tells the page who is signed in, as long as the session already had. */
  readonly renewUser: (context: RequestContext, user: Session['user']) => void
  readonly startSession: (context: RequestContext, session: Session, origin: 'password' | 'oidc') => boolean
}

export function createCookieJar(options: { secure: boolean; hostPrefix: boolean; now: () => number }): CookieJar {
  const nameOf = (name: CookieName) => (options.hostPrefix ? `__Host-${name}` : name)

  const line = (name: CookieName, value: string, maxAge: number | undefined) => {
    const attributes = ['Path=/', 'SameSite=Lax']
    if (maxAge !== undefined) attributes.push(`Max-Age=${maxAge}`)
    if (cookies[name].httpOnly) attributes.push('HttpOnly')
    if (options.secure) attributes.push('Secure')
    return `${nameOf(name)}=${encodeURIComponent(value)}; ${attributes.join('; ')}`
  }
  const set = (context: RequestContext, name: CookieName, value: string, maxAge?: number) => {
    context.replyHeaders.push('Set-Cookie', line(name, value, maxAge))
  }
  const setUser = (context: RequestContext, user: Session['user'], expiresIn: number) => {
    const permissions = JSON.stringify(user.permissions)
    const fits = line('auth_permissions', permissions, expiresIn).length <= maxCookieBytes
    set(context, 'auth_user', userJson(user), expiresIn)
    set(context, 'auth_permissions', fits ? permissions : permissionsTooLong, expiresIn)
  }
  const clear = (context: RequestContext, name: CookieName) => set(context, name, '', 0)

  return {
    nameOf,
    read: (context, name) => context.cookies.get(nameOf(name)),
    set,
    clear,
    clearAll: (context) => {
      for (const name of Object.keys(cookies) as CookieName[]) clear(context, name)
    },
    renewUser: (context, user) => {
      const until = Number(context.cookies.get(nameOf('auth_token_expiry')))
      const seconds = Math.floor((until - options.now()) / 1000)
      if (seconds >= 1 && seconds <= longestSeconds) setUser(context, user, seconds)
    },
    startSession: (context, { token, user, expiresIn }, origin) => {
      if (!/^[\x21-\x7e]+$/.test(token) || line('auth_token', token, expiresIn).length > maxCookieBytes) return false
      set(context, 'auth_token', token, expiresIn)
      setUser(context, user, expiresIn)
      set(context, 'auth_token_expiry', String(options.now() + expiresIn * 1000), expiresIn)
      if (origin === 'oidc') set(context, 'auth_via_oidc', '1', expiresIn)
      else clear(context, 'auth_via_oidc')
      clear(context, 'oidc_exchange_failed')
      return true
    },
  }
}

/** Exactly the four fields of spec 2.1; a name is cut so that the cookie fits even when every character takes 12 bytes. */
function userJson({ userId, email, displayName, role }: Session['user']): string {
  return JSON.stringify({
    userId: userId.slice(0, 64),
    email: email.slice(0, 254),
    displayName: displayName.slice(0, 100),
    role: role.slice(0, 64),
  })
}
