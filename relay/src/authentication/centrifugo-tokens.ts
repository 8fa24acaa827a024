// Tokens as Centrifugo reads them, for a relay with a configuration file: an expiry is optional, claims may carry info and
// server-side channels, and channels may have tokens of their own. HS256 only.
import { openJwt } from '@rollcall/tokens/compact-jwt'
import type { ConnectionGrant, SubscriptionGrant, TokenRules, Verdict } from './authentication.ts'

type Claims = Readonly<Record<string, unknown>>
type Refusal = { ok: false; reason: 'invalid' | 'expired' }

const invalid: Refusal = { ok: false, reason: 'invalid' }
const expired: Refusal = { ok: false, reason: 'expired' }

export function centrifugoTokens(secrets: readonly string[], now: () => number = Date.now): TokenRules {
  /** Signature, user and time, which both kinds have in common; then `read` takes what its kind needs. */
  function verify<Grant>(
    token: string,
    read: (claims: Claims, common: { user: string; expiresAt: number | null }) => Grant | null,
  ): Verdict<Grant> {
    const opened = openJwt(token, secrets)
    if (!opened.ok) return invalid
    const { sub = '', exp, nbf, expire_at: expireAt } = opened.claims
    if (typeof sub !== 'string' || ![exp, nbf, expireAt].every(isTime)) return invalid
    const grant = read(opened.claims, {
      user: sub,
      expiresAt: expiryOf(exp as number | undefined, expireAt as number | undefined),
    })
    if (!grant) return invalid
    const seconds = now() / 1000
    const isTimely =
      (exp === undefined || (exp as number) > seconds) && (nbf === undefined || (nbf as number) < seconds)
    return isTimely ? { ok: true, ...grant } : expired
  }

  return {
    connection: (token) => verify<ConnectionGrant>(token, readConnection),
    subscription: (token) => verify<SubscriptionGrant>(token, readSubscription),
  }
}

const isTime = (value: unknown) => value === undefined || (typeof value === 'number' && Number.isFinite(value))

/** `expire_at` overrides when the connection ends; 0 or less means never, although the token itself does. */
function expiryOf(exp: number | undefined, expireAt: number | undefined): number | null {
  const seconds = expireAt ?? exp ?? 0
  return seconds > 0 ? seconds * 1000 : null
}

function readConnection(claims: Claims, common: { user: string; expiresAt: number | null }): ConnectionGrant | null {
  // A subscription token is not a connection token.
  if (claims['channel'] !== undefined) return null
  const { channels: names = [], subs = {} } = claims
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string') || !isObject(subs)) return null
  const channels = new Map<string, { info?: string; data?: string }>()
  for (const [channel, options] of Object.entries(subs)) {
    if (!isObject(options)) return null
    channels.set(channel, { info: jsonOf(options['info']), data: jsonOf(options['data']) })
  }
  if (channels.size === 0) for (const name of names as string[]) channels.set(name, {})
  return { ...common, info: jsonOf(claims['info']), channels }
}

function readSubscription(
  claims: Claims,
  common: { user: string; expiresAt: number | null },
): SubscriptionGrant | null {
  const { channel, client } = claims
  if (typeof channel !== 'string' || channel === '') return null
  if (client !== undefined && typeof client !== 'string') return null
  return { ...common, channel, client: client || undefined, info: jsonOf(claims['info']) }
}

function isObject(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const jsonOf = (value: unknown) => (value === undefined || value === null ? undefined : JSON.stringify(value))
