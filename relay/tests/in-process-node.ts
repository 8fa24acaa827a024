// A node without a network: real sessions, hub and engine, and connections that keep what they are sent. For what cannot be
// timed from outside: an engine that answers late, a queue that grows between two looks.
import type { ConnectionGrant } from '../src/authentication/authentication.ts'
import { noProxies } from '../src/centrifugo/configuration/proxy-options.ts'
import { defineNamespaces } from '../src/channels/channel-rules.ts'
import { readSettings } from '../src/config.ts'
import type { Engine } from '../src/engine/engine.ts'
import { createMemoryEngine } from '../src/engine/memory-engine.ts'
import { createConnections } from '../src/hub/connections.ts'
import { createHub } from '../src/hub/hub.ts'
import type { Frame as Sent } from '../src/protocol/format.ts'
import { jsonFormat } from '../src/protocol/json-codec.ts'
import { createMetrics } from '../src/operators/metrics.ts'
import type { Link } from '../src/hub/link.ts'
import { createMapPresence } from '../src/map/map-presence.ts'
import { createUpkeepWheel } from '../src/hub/upkeep-wheel.ts'
import { sessionActions } from '../src/session/session-actions.ts'
import { Session } from '../src/session/session.ts'

export type Frame = {
  id?: number
  error?: { code: number }
  push?: { pub?: { data: unknown } }
  [name: string]: unknown
}

export function aNode(slowDown: (engine: Engine) => Engine = (engine) => engine) {
  const verdict = readSettings({ NODE_ENV: 'development', REALTIME_HMAC_SECRET: 's', REALTIME_API_KEY: 'k' })
  if (!verdict.ok) throw new Error(verdict.problems.join(' '))
  const { limits } = verdict.settings
  const topics = new Map<string, Set<(frame: Sent) => void>>()
  const hub = createHub({
    publishToTopic: (topic, frame) => topics.get(topic)?.forEach((send) => send(frame)),
    limits,
    onConflated: () => {},
    onFiltered: () => {},
    onAccepted: () => {},
    onSuppressed: () => {},
    onMapChange: { mapSuppressed() {}, mapSwept() {}, mapSweepFailed() {} },
    onLag: () => {},
    onDropped: () => {},
    onBroken: () => {},
    onMessage: () => {},
    onOccupied: () => {},
    onFanOut: () => {},
  })
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const memory = createMemoryEngine(
    hub.delivery,
    () => Infinity,
    (channel) => namespaces.get(channel.split(':')[0] ?? '')?.map ?? undefined,
    limits,
  )
  const rules = { allowSubscribeForClient: true, historySize: 100, historyTtl: 60_000, forceRecovery: true }
  const namespaces = defineNamespaces({ event: rules, global: { allowSubscribeForClient: true } })
  const connections = createConnections<Session>()
  const context = {
    limits,
    namespaces,
    authentication: {
      withoutToken: null,
      needsUser: true,
      oneConnectionEach: false,
      allowsEverything: false,
      connection: () => ({ ok: true, user: 'u1', expiresAt: null, channels: new Map() }) as const,
      subscription: null,
      completed: (grant: ConnectionGrant) => grant,
    },
    proxies: noProxies,
    actions: sessionActions,
    connections,
    hub,
    wheel: createUpkeepWheel(),
    mapPresence: createMapPresence(memory.maps, 60_000, log),
    engine: slowDown(memory),
    metrics: createMetrics('test'),
    log,
    version: 'test',
    sendsServerTime: false,
  }

  function connect({ takesNothing = false } = {}) {
    const frames: Frame[] = []
    const closes: number[] = []
    let queued = 0
    const send = (frame: Sent) => {
      if (takesNothing) queued += frame.length
      frames.push(JSON.parse(String(frame)) as Frame)
    }
    const link: Link = {
      transport: 'websocket',
      format: jsonFormat,
      isUnidirectional: false,
      identified: () => {},
      send,
      joinTopic: (topic) => void topics.set(topic, (topics.get(topic) ?? new Set()).add(send)),
      leaveTopic: (topic) => void topics.get(topic)?.delete(send),
      queuedBytes: () => queued,
      close: (code) => void closes.push(code),
    }
    const session = new Session(link, context)
    session.opened()
    session.receive('{"id":1,"connect":{"token":"any"}}')
    const data = () => frames.flatMap(({ push }) => (push?.pub ? [push.pub.data] : []))
    return { session, frames, closes, data, queuedBytes: () => queued }
  }

  const publish = (channel: string, data: unknown) =>
    memory.publish(
      channel,
      JSON.stringify(data),
      channel.startsWith('event') ? rules : { historySize: 0, historyTtl: 0 },
    )
  return { hub, connections, limits, connect, publish, stop: () => memory.stop() }
}
