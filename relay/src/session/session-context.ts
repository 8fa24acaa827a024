// What all sessions of a node have in common: rules, limits, and where channels and tokens are looked after.
import type { Authentication } from '../authentication/authentication.ts'
import type { Namespaces } from '../channels/channel-rules.ts'
import type { Engine } from '../engine/engine.ts'
import type { Hub } from '../hub/hub.ts'
import type { Limits } from '../limits.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../operators/metrics.ts'

export type SessionContext = {
  limits: Limits
  namespaces: Namespaces
  authentication: Authentication
  hub: Hub
  engine: Engine
  metrics: Metrics
  log: Log
  /** Told to clients at connect. */
  version: string
  /** The reply to a connect carries the time. */
  tellsTime: boolean
}
