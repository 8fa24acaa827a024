// What the API's methods work on: the engine for channels, the hub for connections.
import type { Namespaces } from '../channels/channel-rules.ts'
import type { Engine } from '../engine/engine.ts'
import type { Connections } from '../hub/connections.ts'
import type { Hub } from '../hub/hub.ts'
import type { Limits } from '../limits.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../operators/metrics.ts'
import type { Session } from '../session/session.ts'
import type { ApiParams } from './api-params.ts'

export type ApiContext = {
  engine: Engine
  hub: Hub
  connections: Connections<Session>
  namespaces: Namespaces
  limits: Limits
  metrics: Metrics
  log: Log
  node: { uid: string; name: string; version: string; startedAt: number }
}

/** Answers the result as JSON text, or throws an ApiFailure. */
export type ApiMethod = (params: ApiParams, context: ApiContext) => Promise<string>
