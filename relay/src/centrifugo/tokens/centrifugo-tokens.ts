// Tokens as Centrifugo reads them, for a relay with a configuration file: an expiry is optional, claims may carry info and
// server-side channels, and channels may have tokens of their own (relay protocol 3).
import type { KeyObject } from 'node:crypto'
import type { JsonObject } from '@rollcall/tokens/json-object'
import { readOverrides } from '../../channels/rule-overrides.ts'
import { asPayload } from '../../protocol/payload.ts'
import { isObject } from '../../protocol/raw-json.ts'
import type {
  ConnectionGrant,
  GrantedChannel,
  SubscriptionGrant,
  TokenRules,
  Verdict,
} from '../../authentication/authentication.ts'
import { createKeyEndpoint } from './key-endpoint.ts'
import { openSignedJwt, type Keys } from './signed-jwt.ts'

type Refusal = { ok: false; reason: 'invalid' | 'expired' | 'later' }
type Common = { user: string; expiresAt: number | null }

const invalid: Refusal = { ok: false, reason: 'invalid' }
const expired: Refusal = { ok: false, reason: 'expired' }
const later: Refusal = { ok: false, reason: 'later' }

/** How one kind of token is read. */
export type TokenReading = {
  /** The first one signs; the others are of a rotation. */
  secrets: readonly string[]
  /** Seconds since 1970 until which the others count; 0 for always. */
  previousUntil: number
  /** RSA and ECDSA. */
  publicKeys: readonly KeyObject[]
  /** Where keys are published, instead of all the others; empty for none. */
  keyEndpoint: string
  /** What the claims `aud` and `iss` must match; null for anything. */
  audience: RegExp | null
  issuer: RegExp | null
  /** Where the user's id stands; names joined by dots lead into objects. */
  userIdClaim: string
}

export type TokenReadings = { connection: TokenReading; subscription: TokenReading }

export function centrifugoTokens(readings: TokenReadings, now: () => number = Date.now): TokenRules {
  const endpoints = new Map<string, NonNullable<Keys['fromEndpoint']>>()
  for (const { keyEndpoint } of Object.values(readings))
    if (keyEndpoint !== '' && !endpoints.has(keyEndpoint))
      endpoints.set(keyEndpoint, createKeyEndpoint(keyEndpoint, now))

  function keysAt(seconds: number, reading: TokenReading): Keys {
    const { publicKeys, keyEndpoint } = reading
    return { secrets: secretsAt(seconds, reading), publicKeys, fromEndpoint: endpoints.get(keyEndpoint) ?? null }
  }

  /** Signature, user and time, which both kinds have in common; then `read` takes what its kind needs. */
  function verify<Grant>(
    token: string,
    reading: TokenReading,
    read: (claims: JsonObject, common: Common) => Grant | null,
  ): Verdict<Grant> {
    const seconds = now() / 1000
    const claims = openSignedJwt(token, keysAt(seconds, reading))
    if (claims === 'later') return later
    if (!claims || !hasRightTypes(claims) || !isMeantForUs(claims, reading)) return invalid
    const user = userOf(claims, reading.userIdClaim)
    if (user === null) return invalid
    const { exp, nbf, expire_at: expireAt } = claims as Record<string, number | undefined>
    const grant = read(claims, { user, expiresAt: expiryOf(exp, expireAt) })
    if (!grant) return invalid
    const isTimely = (exp === undefined || exp > seconds) && (nbf === undefined || nbf < seconds)
    return isTimely ? { ok: true, ...grant } : expired
  }

  return {
    connection: (token) => verify<ConnectionGrant>(token, readings.connection, readConnection),
    subscription: (token) => verify<SubscriptionGrant>(token, readings.subscription, readSubscription),
  }
}

function secretsAt(seconds: number, { secrets, previousUntil }: TokenReading): readonly string[] {
  return previousUntil === 0 || seconds < previousUntil ? secrets : secrets.slice(0, 1)
}

/** A known claim of another type makes the whole token worthless. */
function hasRightTypes({ exp, nbf, iat, expire_at: expireAt, jti = '', iss = '', aud = '' }: JsonObject): boolean {
  const audiences = Array.isArray(aud) ? aud : [aud]
  return [exp, nbf, iat, expireAt].every(isTime) && [jti, iss, ...audiences].every((text) => typeof text === 'string')
}

const isTime = (value: unknown) => value === undefined || (typeof value === 'number' && Number.isFinite(value))

/** `aud` may be a list. */
function isMeantForUs({ aud = [], iss = '' }: JsonObject, { audience, issuer }: TokenReading): boolean {
  const audiences = (Array.isArray(aud) ? aud : [aud]) as string[]
  const isAddressed = !audience || audiences.some((name) => audience.test(name))
  return isAddressed && (!issuer || issuer.test(iss as string))
}

/** Absent means nobody in particular; null when it is no text. */
function userOf(claims: JsonObject, path: string): string | null {
  const value = path
    .split('.')
    .reduce<unknown>((part, name) => (isObject(part) && Object.hasOwn(part, name) ? part[name] : undefined), claims)
  return typeof value === 'string' ? value : value === undefined ? '' : null
}

/** `expire_at` overrides when the connection ends; 0 or less means never, although the token itself does. */
function expiryOf(exp: number | undefined, expireAt: number | undefined): number | null {
  const seconds = expireAt ?? exp ?? 0
  return seconds > 0 ? seconds * 1000 : null
}

function readConnection(claims: JsonObject, common: Common): ConnectionGrant | null {
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
  const meta = claims['meta'] === undefined ? undefined : JSON.stringify(claims['meta'])
  return info === null ? null : { ...common, info, meta, channels }
}

function readSubscription(claims: JsonObject, common: Common): SubscriptionGrant | null {
  const { channel, client } = claims
  const overrides = readOverrides(claims['override'])
  if (typeof channel !== 'string' || channel === '' || !overrides) return null
  if (client !== undefined && typeof client !== 'string') return null
  const [info, data] = [jsonOf(claims, 'info'), jsonOf(claims, 'data')]
  if (info === null || data === null) return null
  return { ...common, channel, client: client || undefined, info, data, overrides }
}

/** As JSON text; the Base64 form (`b64info`) wins. Null when that holds no JSON, which others could not be told. */
function jsonOf(claims: JsonObject, name: 'info' | 'data'): string | undefined | null {
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
