// Puts the relay together and listens, on loopback unless told otherwise (spec 4.5): engine, hub, sessions, WebSocket, HTTP API, operators' pages.
// Called by `main.ts`.
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Server, WebSocketHandler } from 'bun'
import { startAdmin } from './admin/start-admin.ts'
import { findChannel, namespaceLabel } from './channels/channel-name.ts'
import { nothingAllowed, type Namespaces } from './channels/channel-rules.ts'
import type { Settings } from './config.ts'
import type { Delivery, Engine } from './engine/engine.ts'
import { createMemoryEngine } from './engine/memory-engine.ts'
import { createRedisEngine } from './engine/redis-engine.ts'
import { createConnections } from './hub/connections.ts'
import { createHub, type Hub, type HubOptions } from './hub/hub.ts'
import { createLiveSettings } from './live-settings.ts'
import type { Limits } from './limits.ts'
import type { Log } from './log.ts'
import { createMapPresence } from './map/map-presence.ts'
import { createMetrics, type Metrics } from './operators/metrics.ts'
import { nodeGauges } from './operators/node-gauges.ts'
import { answerPeer } from './publish-api/all-nodes.ts'
import type { ApiContext } from './publish-api/api-context.ts'
import { runLeftCommand } from './publish-api/left-commands.ts'
import { createApi } from './publish-api/api-routes.ts'
import { disconnects } from './protocol/disconnects.ts'
import { createUpkeepWheel, wheelStep, type UpkeepWheel } from './hub/upkeep-wheel.ts'
import { sessionActions } from './session/session-actions.ts'
import type { Session, SessionContext } from './session/session.ts'
import { createAdmission } from './transport/admission.ts'
import { createAllowedOrigins } from './transport/allowed-origins.ts'
import { startInternalServer } from './transport/internal-server.ts'
import { createPeers } from './transport/peers.ts'
import { createRequestHandler, type InternalHandler } from './transport/request-handler.ts'
import type { Outbox } from './centrifugo/consumers/outbox.ts'
import { emulationMessage } from './centrifugo/streaming/emulation.ts'
import { createStreaming } from './centrifugo/streaming/streaming.ts'
import { createWebSocketHandler, type SocketData } from './transport/websocket.ts'

/** How long a stopping relay waits for clients to take their close frame, and for requests in progress. */
const stopWithin = 5_000

export type Relay = {
  port: number
  /** Of the API and the operators' pages, when they have one of their own. */
  internalPort: number | undefined
  /** Takes over what can change while clients are connected. */
  reload: (settings: Settings) => void
  stop: () => Promise<void>
}

export async function startRelay(settings: Settings, version: string, log: Log): Promise<Relay> {
  const { limits, namespaces, proxies, keptHeaders, originPatterns, authentication, mayCall, reload } =
    createLiveSettings(settings)
  const { sendsServerTime, errorsAreStatuses, compresses } = settings
  const metrics = createMetrics(version)
  const namespaceOf = (channel: string) => namespaceLabel(channel, namespaces)
  const hub = createHub({
    publishToTopic(topic, frame) {
      server.publish(topic, frame, compresses)
      streaming.publish(topic, frame)
    },
    limits,
    ...hubFigures(metrics, namespaceOf),
  })
  const node = { uid: randomUUID(), name: settings.nodeName, version, startedAt: Date.now() }
  const engine = createEngine(settings.redis, node.uid, hub.delivery, namespaces, limits, log)
  const mapPresence = createMapPresence(engine.maps, limits.presenceInterval, log)
  const connections = createConnections<Session>()
  const wheel = createUpkeepWheel()
  const common = { limits, namespaces, connections, hub, engine, metrics, log }
  const own = { authentication, proxies, actions: sessionActions, mapPresence, wheel, version, sendsServerTime }
  const context: SessionContext = { ...common, ...own }
  const origins = createAllowedOrigins(originPatterns, settings.allowsMissingOrigin, log, metrics.originRefused)
  const peers = createPeers(settings.host, settings.trustedProxies)
  const admission = createAdmission(limits, connections.unidentified, metrics.connectionRefused)
  const apiContext = { ...common, node }
  const admin = startAdmin(settings.admin, apiContext, origins, peers)
  metrics.add(nodeGauges(hub, connections, engine, namespaceOf))

  let isStopping = false
  const upgrade = { origins, admission, peers, isStopping: () => isStopping, compresses, keptHeaders }
  const api = createApi(apiContext, { mayCall, isStopping: upgrade.isStopping, errorsAreStatuses })
  const streaming = createStreaming(context, { ...upgrade, nodeId: node.uid })
  servePeers(apiContext, streaming.emulateFromPeer)
  const handler = createRequestHandler(
    {
      api,
      admin: admin?.handle ?? null,
      metrics,
      metricsTokens: settings.metricsTokens,
      isWorking: engine.isWorking,
      movedPaths: settings.movedPaths,
      upgrade,
      streaming: streaming.handle,
    },
    settings.internalPort !== null,
  )
  const websocket = createWebSocketHandler(context, admission, compresses)
  const server = listen({ ...handler.external, websocket }, settings, log)
  const internalServer = await startInternal(settings, handler.internal, log)
  const outboxes = await startOutboxes(settings, apiContext)
  const upkeep = startUpkeep(wheel, hub)

  return {
    port: server.port ?? settings.port,
    internalPort: (internalServer?.address() as AddressInfo | undefined)?.port,
    reload,
    async stop() {
      isStopping = true
      clearInterval(upkeep)
      admin?.stop()
      mapPresence.stop()
      await Promise.all(outboxes.map((outbox) => outbox.stop()))
      const finished = server.stop()
      internalServer?.close()
      for (const session of connections.all()) session.disconnect(disconnects.shutdown)
      await Promise.race([finished, Bun.sleep(stopWithin)])
      await server.stop(true)
      internalServer?.closeAllConnections()
      await engine.stop()
    },
  }
}

type ListenOptions = ReturnType<typeof createRequestHandler>['external'] & {
  websocket: WebSocketHandler<SocketData>
}

function listen(options: ListenOptions, { host, port, sharesPort, limits }: Settings, log: Log): Server<SocketData> {
  return Bun.serve<SocketData>({
    ...options,
    hostname: host,
    port,
    maxRequestBodySize: limits.apiBodySize,
    development: false,
    // Said explicitly: two relays in memory on one port would share the clients and not the channels.
    reusePort: sharesPort,
    // Seconds without a byte on a connection that is not a WebSocket.
    idleTimeout: 10,
    error(error) {
      log.error({ error: String(error) }, 'a request failed')
      return new Response('Internal Server Error', { status: 500 })
    },
  })
}

/** What other programs leave in tables; its driver is loaded only when there are such. */
async function startOutboxes({ outboxes }: Settings, context: ApiContext): Promise<Outbox[]> {
  if (outboxes.length === 0) return []
  const { startOutbox } = await import('./centrifugo/consumers/outbox.ts')
  return outboxes.map((one) =>
    startOutbox(one, (method, params) => runLeftCommand(method, params, context), context.metrics, context.log),
  )
}

/** Null when there is no such port. */
async function startInternal({ internalPort: port, limits }: Settings, answer: InternalHandler, log: Log) {
  return port === null ? null : startInternalServer({ port, answer, bodySize: limits.apiBodySize, log })
}

/** Turns of the wheel between two looks at the queues of all channels that were published to. */
const queuesEvery = 4

function startUpkeep(wheel: UpkeepWheel, hub: Hub): ReturnType<typeof setInterval> {
  let turns = 0
  return setInterval(() => {
    wheel.turn(Date.now())
    turns++
    if (turns % queuesEvery === 0) hub.queues.check()
  }, wheelStep)
}

/** Written out: a text that is put together anew is looked up anew. */
const pushNames = { publication: 'push_publication', join: 'push_join', leave: 'push_leave' } as const

/** What the hub does, counted. */
function hubFigures(metrics: Metrics, namespaceOf: (channel: string) => string) {
  return {
    onAccepted: (type, channel) => metrics.published(type, namespaceOf(channel)),
    onSuppressed: (reason, channel) => metrics.suppressed(reason, namespaceOf(channel)),
    onMapChange: {
      mapSuppressed: (kind, reason, channel) => metrics.mapSuppressed(kind, reason, namespaceOf(channel)),
      mapSwept: metrics.mapSwept,
      mapSweepFailed: metrics.mapSweepFailed,
    },
    onLag: (channel, milliseconds) => metrics.lagged(namespaceOf(channel), milliseconds),
    onDropped: () => metrics.dropped(),
    onBroken: () => metrics.broken(),
    onMessage(type, channel, startedAt) {
      const namespace = namespaceOf(channel)
      metrics.carried(type, namespace)
      metrics.broadcastDone(type, namespace, startedAt)
    },
    onOccupied: (channel, isOccupied) =>
      metrics.action(isOccupied ? 'broker_subscribe' : 'broker_unsubscribe', namespaceOf(channel)),
    onFiltered: (channel) => metrics.filtered(namespaceOf(channel)),
    onConflated: (channel) => metrics.conflated(namespaceOf(channel)),
    onFanOut: (type, channel, transport, clients, bytes) =>
      metrics.sent(transport, pushNames[type], namespaceOf(channel), clients, bytes),
  } satisfies Partial<HubOptions>
}

function createEngine(
  redis: Settings['redis'],
  uid: string,
  delivery: Delivery,
  namespaces: Namespaces,
  limits: Limits,
  log: Log,
): Engine {
  const rulesOf = (channel: string) => findChannel(channel, namespaces)?.rules ?? nothingAllowed
  const metaTtlOf = (channel: string) => rulesOf(channel).historyMetaTtl
  const mapRulesOf = (channel: string) => rulesOf(channel).map ?? undefined
  if (!redis) return createMemoryEngine(delivery, metaTtlOf, mapRulesOf, limits)
  return createRedisEngine(redis, uid, delivery, metaTtlOf, mapRulesOf, limits, log)
}

/** What other nodes ask this one. */
function servePeers(api: ApiContext, emulateFromPeer: (details: string) => string): void {
  api.engine.peers?.serve(async (question, details) =>
    question === emulationMessage ? emulateFromPeer(details) : answerPeer(question, details, api),
  )
}
