// Reads the claims of a provider as an identity we can exchange, or refuses them: one plain, not unverified address, a name
// without control characters, groups that are texts. Called by the callback.
import { ExchangeRequest } from '@rollcall/contracts/domains/auth'
import type { Claims } from './provider.ts'
import type { Identity } from './provider-session.ts'

const maxGroups = 1000

export function identityOf(claims: Claims): Identity | null {
  const { sub, email, email_verified: verified, name, preferred_username: username, groups } = claims
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) return null
  // An address the provider itself does not vouch for would let anyone become whom they name.
  if (typeof email !== 'string' || verified === false || verified === 'false') return null
  const displayName = [name, username, email].find((text) => typeof text === 'string' && text !== '') as string
  const candidate = {
    email,
    name: displayName
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 200),
    groups: (Array.isArray(groups) ? groups : []).filter(isGroup).slice(0, maxGroups),
  }
  const parsed = ExchangeRequest.safeParse({ ...candidate, okta: true })
  return parsed.success ? { sub, ...candidate } : null
}

const isGroup = (group: unknown): group is string =>
  typeof group === 'string' && group.length > 0 && group.length <= 200
