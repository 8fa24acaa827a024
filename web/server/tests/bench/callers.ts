// Tokens, cookies and headers of the callers that tests use.
import { createAppToken, createLegacyToken, type AppClaims } from '@rollcall/tokens/app-token'
import type { RequestParts } from './raw-http.ts'
import { apiSecret } from './test-environment.ts'

export const csrf = 'csrf-token-of-the-tests-0123456789'

export function claims(role: string, more: Partial<AppClaims> = {}): AppClaims {
  const exp = Math.floor(Date.now() / 1000) + 3600
  return { sub: 'u1', userId: 'u1', email: 'u1@example.org', displayName: 'User One', role, ver: 0, exp, ...more }
}

export const tokenOf = (role: string, more: Partial<AppClaims> = {}, secret = apiSecret) =>
  createAppToken(claims(role, more), secret)
/** `exp` in milliseconds. */
export const legacyTokenOf = (role: string, exp = Date.now() + 3_600_000) =>
  createLegacyToken({ ...claims(role), exp }, apiSecret)
export const expiredToken = (role: string) => tokenOf(role, { iat: 1_600_000_000, exp: 1_600_003_600 })

export const csrfPair = { Cookie: `csrf_token=${csrf}`, 'X-CSRF-Token': csrf } as const
export const json = { 'Content-Type': 'application/json' } as const
/** Cookie and CSRF pair of a signed-in caller. */
export const signedIn = (token = tokenOf('operator')) => ({
  Cookie: `auth_token=${token}; csrf_token=${csrf}`,
  'X-CSRF-Token': csrf,
})

type More = {
  readonly method?: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A signed-in mutation with a valid CSRF pair; a body is JSON unless `headers` say otherwise. */
export function mutation(
  path: string,
  body: unknown,
  more: More = {},
): RequestParts & { headers: Record<string, string> } {
  return {
    method: more.method ?? 'POST',
    path,
    headers: { ...signedIn(more.token), ...(body !== undefined && json), ...more.headers },
    ...(body !== undefined && {
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    }),
  }
}
