// What all sessions of a node have in common: rules, limits, and where channels and tokens are looked after.
import type { Namespaces } from '../channels/channel-rules.ts'
import type { Engine } from '../engine/engine.ts'
import type { Hub } from '../hub.ts'
import type { Limits } from '../limits.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../operators/metrics.ts'

/** `expiresAt` in ms; null for a connection that does not expire. */
export type TokenVerdict =
  | { ok: true; user: string; expiresAt: number | null }
  | { ok: false; reason: 'invalid' | 'expired' }

export type SessionContext = {
  limits: Limits
  namespaces: Namespaces
  verifyToken: (token: string) => TokenVerdict
  hub: Hub
  engine: Engine
  metrics: Metrics
  log: Log
  /** Told to clients at connect. */
  version: string
}
