// Tokens, cookies and headers of the callers that tests use.
import { createAppToken, createLegacyToken, type AppClaims } from '@rollcall/tokens/app-token'
import { apiSecret } from './server-layer.ts'
import type { RequestParts } from './raw-http.ts'

export const csrf = 'csrf-token-of-the-tests-0123456789'

export function claims(role: string, more: Partial<AppClaims> = {}): AppClaims {
  const exp = Math.floor(Date.now() / 1000) + 3600
  return { sub: 'u1', userId: 'u1', email: 'u1@example.org', displayName: 'User One', role, ver: 0, exp, ...more }
}

export const tokenOf = (role: string, more: Partial<AppClaims> = {}, secret = apiSecret) =>
  createAppToken(claims(role, more), secret)
export const legacyTokenOf = (role: string, secret = apiSecret) =>
  createLegacyToken({ ...claims(role), exp: Date.now() + 3_600_000 }, secret)
export const expiredToken = (role: string) => tokenOf(role, { iat: 1_600_000_000, exp: 1_600_003_600 })

/** A signed-in mutation with a valid CSRF pair and a JSON body. */
export function mutation(path: string, body: unknown, more: { method?: string; token?: string } = {}): RequestParts {
  return {
    method: more.method ?? 'POST',
    path,
    headers: {
      Cookie: `auth_token=${more.token ?? tokenOf('operator')}; csrf_token=${csrf}`,
      'X-CSRF-Token': csrf,
      'Content-Type': 'application/json',
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }
}

export const csrfPair = { Cookie: `csrf_token=${csrf}`, 'X-CSRF-Token': csrf } as const
