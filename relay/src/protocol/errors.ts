// Errors of a single command (the `error` of a reply, and of the HTTP API). The connection stays open.
// `temporary` ones are retried by the client with backoff; 109 makes it fetch a new token; all others end the attempt.

export type ProtocolError = { code: number; message: string; temporary?: true }

export const errors = {
  internal: { code: 100, message: 'internal server error', temporary: true },
  /** The namespace is not configured. */
  unknownChannel: { code: 102, message: 'unknown channel' },
  /** Also: a bare channel name, whose default namespace allows nothing. */
  permissionDenied: { code: 103, message: 'permission denied' },
  /** Only in the HTTP API: the command or the procedure. */
  methodNotFound: { code: 104, message: 'not found' },
  alreadySubscribed: { code: 105, message: 'already subscribed' },
  /** More channels on one connection than the limit. */
  limitExceeded: { code: 106, message: 'limit exceeded' },
  badRequest: { code: 107, message: 'bad request' },
  /** The feature is off for this channel or this server. */
  notAvailable: { code: 108, message: 'not available' },
  tokenExpired: { code: 109, message: 'token expired' },
  /** The token is good, but by its own word the connection or subscription would be over already. */
  expired: { code: 110, message: 'expired' },
  tooManyRequests: { code: 111, message: 'too many requests', temporary: true },
  unrecoverablePosition: { code: 112, message: 'unrecoverable position' },
} as const satisfies Record<string, ProtocolError>
