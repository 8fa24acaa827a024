// The cookies of spec 2.1 with the attributes of rules 2. Names and attributes only: values are set by the server layer.

/** `lifetime`: seconds, 'session-token' = the login's expiresIn, or 'browser' = until the browser closes. */
type CookieRule = { readonly httpOnly: boolean; readonly lifetime: number | 'session-token' | 'browser' }

export const cookies = {
  auth_token: { httpOnly: true, lifetime: 'session-token' },
  auth_user: { httpOnly: false, lifetime: 'session-token' },
  auth_permissions: { httpOnly: false, lifetime: 'session-token' },
  auth_token_expiry: { httpOnly: false, lifetime: 'session-token' },
  auth_via_oidc: { httpOnly: true, lifetime: 'session-token' },
  csrf_token: { httpOnly: false, lifetime: 'browser' },
  oidc_exchange_failed: { httpOnly: true, lifetime: 300 },
} as const satisfies Record<string, CookieRule>
export type CookieName = keyof typeof cookies

export const csrfHeader = 'x-csrf-token'

/** No cookie is longer than this, name and attributes included. */
export const maxCookieBytes = 4096

/** Stands in `auth_permissions` when the list would not fit; the client then asks /api/auth/backend-me. */
export const permissionsTooLong = '*see-backend-me*'
