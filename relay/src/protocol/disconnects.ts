// Close codes of a connection. The client reconnects after 3000–3499 and stops for good after 3500–3999.
// A reason must be plain words: with an empty one the client reconnects for ever, and one that parses as JSON stops it.
import { errors, type ProtocolError } from './errors.ts'

export type Disconnect = { code: number; reason: string }

export const disconnects = {
  shutdown: { code: 3001, reason: 'shutdown' },
  internal: { code: 3004, reason: 'internal server error' },
  /** The token ran out and was not refreshed within the grace period. */
  connectionExpired: { code: 3005, reason: 'connection expired' },
  /** A server-side subscription ran out. */
  subscriptionExpired: { code: 3006, reason: 'subscription expired' },
  /** The client reads more slowly than its channels publish. */
  slow: { code: 3008, reason: 'slow' },
  /** A publication was missed between history and live delivery; the client reconnects and recovers. */
  insufficientState: { code: 3010, reason: 'insufficient state' },
  noPong: { code: 3012, reason: 'no pong' },
  tooManyRequests: { code: 3013, reason: 'too many requests' },
  invalidToken: { code: 3500, reason: 'invalid token' },
  badRequest: { code: 3501, reason: 'bad request' },
  /** No successful connect command in time. */
  stale: { code: 3502, reason: 'stale' },
  /** What the HTTP API's `disconnect` sends unless told otherwise. */
  forced: { code: 3503, reason: 'force disconnect' },
  connectionLimit: { code: 3504, reason: 'connection limit' },
  /** A token grants more channels than a connection may have. */
  channelLimit: { code: 3505, reason: 'channel limit' },
  /** A publication that is no JSON, for a client that reads nothing else. */
  inappropriateProtocol: { code: 3506, reason: 'inappropriate protocol' },
  /** A token without a user, where the configuration demands one. */
  permissionDenied: { code: 3507, reason: 'permission denied' },
  /** A `send` command: this server handles none. */
  notAvailable: { code: 3508, reason: 'not available' },
} as const satisfies Record<string, Disconnect>

/** Codes that tell the client to come again; undefined is not written. */
export const isReconnectCode = (code: number) => code < 3500 || (code >= 4000 && code < 4500) || undefined

const ofErrors = new Map<number, Disconnect>([
  [errors.expired.code, disconnects.connectionExpired],
  [errors.tokenExpired.code, disconnects.connectionExpired],
  [errors.tooManyRequests.code, disconnects.tooManyRequests],
  [errors.permissionDenied.code, disconnects.permissionDenied],
])

/** For clients that cannot be told an error. */
export const disconnectOf = ({ code }: ProtocolError): Disconnect => ofErrors.get(code) ?? disconnects.internal
