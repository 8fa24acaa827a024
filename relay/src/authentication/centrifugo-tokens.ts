// Tokens as Centrifugo reads them, for a relay with a configuration file: an expiry is optional, claims may carry info and
// server-side channels, and channels may have tokens of their own. HS256 only.
import { openJwt } from '@rollcall/tokens/compact-jwt'
import { readOverrides } from '../channels/rule-overrides.ts'
import { asPayload } from '../protocol/payload.ts'
import { isObject } from '../protocol/raw-json.ts'
import type { ConnectionGrant, GrantedChannel, SubscriptionGrant, TokenRules, Verdict } from './authentication.ts'

type Claims = Readonly<Record<string, unknown>>
type Refusal = { ok: false; reason: 'invalid' | 'expired' }

const invalid: Refusal = { ok: false, reason: 'invalid' }
const expired: Refusal = { ok: false, reason: 'expired' }

/** Exactly these, where they are not empty. */
export type DemandedClaims = { audience: string; issuer: string }

export function centrifugoTokens(
  secrets: readonly string[],
  demanded: DemandedClaims,
  now: () => number = Date.now,
): TokenRules {
  /** Signature, user and time, which both kinds have in common; then `read` takes what its kind needs. */
  function verify<Grant>(
    token: string,
    read: (claims: Claims, common: { user: string; expiresAt: number | null }) => Grant | null,
  ): Verdict<Grant> {
    const opened = openJwt(token, secrets)
    if (!opened.ok || !isMeantForUs(opened.claims, demanded)) return invalid
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

/** `aud` may be a list. */
function isMeantForUs({ aud, iss }: Claims, { audience, issuer }: DemandedClaims): boolean {
  const isAddressed = audience === '' || aud === audience || (Array.isArray(aud) && aud.includes(audience))
  return isAddressed && (issuer === '' || iss === issuer)
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
  const channels = new Map<string, GrantedChannel>()
  for (const [channel, options] of Object.entries(subs)) {
    const overrides = isObject(options) ? readOverrides(options['override']) : null
    if (!isObject(options) || !overrides) return null
    const [info, data] = [jsonOf(options, 'info'), jsonOf(options, 'data')]
    if (info === null || data === null) return null
    channels.set(channel, { info, data, overrides })
  }
  if (channels.size === 0) for (const name of names as string[]) channels.set(name, {})
  const info = jsonOf(claims, 'info')
  return info === null ? null : { ...common, info, channels }
}

function readSubscription(
  claims: Claims,
  common: { user: string; expiresAt: number | null },
): SubscriptionGrant | null {
  const { channel, client } = claims
  if (typeof channel !== 'string' || channel === '') return null
  if (client !== undefined && typeof client !== 'string') return null
  const info = jsonOf(claims, 'info')
  return info === null ? null : { ...common, channel, client: client || undefined, info }
}

/** As JSON text; the Base64 form (`b64info`) wins. Null when that holds no JSON, which others could not be told. */
function jsonOf(claims: Claims, name: 'info' | 'data'): string | undefined | null {
  const [value, encoded] = [claims[name], claims[`b64${name}`] ?? '']
  if (encoded === '') return value === undefined || value === null ? undefined : JSON.stringify(value)
  if (typeof encoded !== 'string') return null
  try {
    const payload = asPayload(Uint8Array.fromBase64(encoded))
    return typeof payload === 'string' ? payload : null
  } catch {
    return null
  }
}
