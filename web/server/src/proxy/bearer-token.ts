// Which token goes to the backend (spec 4.1.2): the percent-decoded auth_token cookie first, the client's Authorization header
// only when there is no cookie. `null` and `undefined`, and whatever could not stand in a header, are rejected.
import type { RequestContext } from '../request-context.ts'
import type { CookieJar } from '../session-cookies.ts'

export type BearerToken =
  | { readonly kind: 'none' }
  | { readonly kind: 'rejected' }
  | { readonly kind: 'token'; readonly token: string }

/** Longest token passed on, bytes. */
const maxTokenLength = 8192
const none: BearerToken = { kind: 'none' }
const rejected: BearerToken = { kind: 'rejected' }

export function bearerToken(context: RequestContext, cookies: CookieJar): BearerToken {
  if (context.exchangedToken !== null) return { kind: 'token', token: context.exchangedToken }
  const cookie = cookies.read(context, 'auth_token')
  // An empty cookie is one that a browser failed to drop: no token, and the header does not step in for it.
  if (cookie !== undefined) return cookie === '' ? none : readToken(cookie)
  const header = context.request.headers.authorization
  if (header === undefined) return none
  const [scheme = '', ...rest] = header.trim().split(/ +/)
  // Credentials of another scheme are meant for somebody else (a proxy in front of us) and are not passed on.
  if (scheme.toLowerCase() !== 'bearer') return none
  return readToken(rest.join(' '))
}

/** Visible ASCII without comma and quotes: one value, in one spelling, that no reader can take for two. */
function readToken(token: string): BearerToken {
  if (token.length > maxTokenLength || !/^[!#-+\--~]+$/.test(token)) return rejected
  return /^(?:null|undefined)$/i.test(token) ? rejected : { kind: 'token', token }
}
