// The identity-provider session of a browser: who the provider says is there, sealed into a cookie of its own (rules 3).
// Written by the callback, read by the exchange, dropped at logout.
import { maxCookieBytes } from '@rollcall/contracts/cookies'
import { ExchangeRequest } from '@rollcall/contracts/domains/auth'
import { z } from 'zod'
import type { RequestContext } from '../request-context.ts'
import { createSeal } from './sealed-value.ts'

const Identity = ExchangeRequest.pick({ email: true, name: true, groups: true }).extend({
  sub: z.string().min(1).max(255),
})
export type Identity = z.infer<typeof Identity>

const Pending = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), returnTo: z.string() })
/** A login under way at the provider. */
export type Pending = z.infer<typeof Pending>

export type ProviderSessions = {
  /** Costs next to nothing: whether there is a cookie, not what it says. */
  readonly isThere: (context: RequestContext) => boolean
  readonly read: (context: RequestContext) => Identity | null
  readonly write: (context: RequestContext, identity: Identity) => void
  readonly clear: (context: RequestContext) => void
  readonly readPending: (context: RequestContext) => Pending | null
  readonly writePending: (context: RequestContext, pending: Pending) => void
  readonly clearPending: (context: RequestContext) => void
}

const sessionSeconds = 8 * 3600
const pendingSeconds = 600

export function createProviderSessions(options: {
  secrets: readonly string[]
  secure: boolean
  hostPrefix: boolean
  now: () => number
}): ProviderSessions {
  const prefix = options.hostPrefix ? '__Host-' : ''
  const attributes = `Path=/; SameSite=Lax; HttpOnly${options.secure ? '; Secure' : ''}`
  const names = { session: `${prefix}oidc_session`, pending: `${prefix}oidc_login` }
  const seals = {
    session: createSeal(options.secrets, 'oidc session', options.now),
    pending: createSeal(options.secrets, 'oidc login', options.now),
  }
  const line = (kind: 'session' | 'pending', value: string, seconds: number) =>
    `${names[kind]}=${value}; ${attributes}; Max-Age=${seconds}`
  const set = (context: RequestContext, text: string) => context.replyHeaders.push('Set-Cookie', text)
  const read = (context: RequestContext, kind: 'session' | 'pending') => {
    const text = context.cookies.get(names[kind])
    return text === undefined ? null : seals[kind].open(text)
  }
  return {
    isThere: (context) => context.cookies.has(names.session),
    read: (context) => Identity.safeParse(read(context, 'session')).data ?? null,
    write: (context, identity) => {
      // A person in very many groups: as many as the cookie holds. The provider lists them in its own order.
      for (let count = identity.groups.length; ; count = Math.floor(count / 2)) {
        const value = seals.session.close({ ...identity, groups: identity.groups.slice(0, count) }, sessionSeconds)
        const text = line('session', value, sessionSeconds)
        if (text.length <= maxCookieBytes || count === 0) return void set(context, text)
      }
    },
    clear: (context) => {
      if (context.cookies.has(names.session)) set(context, line('session', '', 0))
    },
    readPending: (context) => Pending.safeParse(read(context, 'pending')).data ?? null,
    writePending: (context, pending) => {
      const lineFor = (one: Pending) => line('pending', seals.pending.close(one, pendingSeconds), pendingSeconds)
      const text = lineFor(pending)
      // Rather the start page than a login that fails because the browser dropped the cookie.
      set(context, text.length <= maxCookieBytes ? text : lineFor({ ...pending, returnTo: '/' }))
    },
    clearPending: (context) => void set(context, line('pending', '', 0)),
  }
}
