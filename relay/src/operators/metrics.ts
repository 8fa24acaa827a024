// The node's figures under Centrifugo's names, so that its public dashboard works (spec 4.5, 7). Labels that its open edition
// leaves empty (`channel_namespace`) are filled. Beyond them: refused origins and connections, slow clients.
import { Gauge, Histogram, Registry } from 'prom-client'
import type { SubscribeResult } from '../protocol/messages.ts'
import type { Session } from '../session/session.ts'
import { addProcessMetrics } from './process-metrics.ts'
import { createTally } from './tally.ts'

/** Seconds, as Centrifugo's. */
const durationBuckets = [1e-4, 2.5e-4, 5e-4, 1e-3, 5e-3, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type NodeFigures = () => {
  clients: number
  users: number
  channels: number
  subscriptions: number
  refusedOrigins: number
  refusedConnections: number
}

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics(version: string) {
  const registry = new Registry()
  const tally = (name: string, help: string, labels: string[]) =>
    createTally(registry, `centrifugo_${name}`, help, labels)
  const sentFrames = tally('transport_messages_sent', 'Messages sent to clients', [
    'transport',
    'frame_type',
    'channel_namespace',
  ])
  const sentBytes = tally('transport_messages_sent_size', 'Bytes sent to clients', [
    'transport',
    'frame_type',
    'channel_namespace',
  ])
  const receivedFrames = tally('transport_messages_received', 'Frames received from clients', ['transport'])
  const receivedBytes = tally('transport_messages_received_size', 'Bytes received from clients', ['transport'])
  const fannedOut = tally('node_messages_sent_count', 'Messages handed to the engine', ['type', 'channel_namespace'])
  const accepted = tally('client_connections_accepted', 'Connections accepted', ['transport', 'client_name'])
  const subscribed = tally('client_subscriptions_accepted', 'Subscriptions accepted', ['channel_namespace'])
  const disconnects = tally('client_num_server_disconnects', 'Connections closed by the server', ['code'])
  const recoveries = tally('client_recover', 'Recovery attempts', ['recovered', 'channel_namespace'])
  const apiErrors = tally('api_command_errors_total', 'Failed API commands', ['protocol', 'method', 'error'])
  const clientCommands = durations(registry, 'client_command_duration_seconds_histogram', ['method'])
  const apiCommands = durations(registry, 'api_command_duration_seconds_histogram', ['protocol', 'method'])
  addProcessMetrics(registry)
  new Gauge({ name: 'centrifugo_node_build', help: 'Version', labelNames: ['version'], registers: [registry] }).set(
    { version },
    1,
  )

  return {
    registry,
    /** Slow clients closed by the server. */
    evictions: 0,
    sent(frameType: string, namespace: string, clients: number, bytes: number): void {
      sentFrames.add(clients, 'websocket', frameType, namespace)
      sentBytes.add(clients * bytes, 'websocket', frameType, namespace)
    },
    received(bytes: number): void {
      receivedFrames.add(1, 'websocket')
      receivedBytes.add(bytes, 'websocket')
    },
    published: (type: string, namespace: string) => fannedOut.add(1, type, namespace),
    /** Names are chosen by clients, so only the known one becomes a label. */
    connected: (session: Session) =>
      accepted.add(1, session.link.transport, session.clientName === 'js' ? 'js' : 'unregistered'),
    subscribed: (namespace: string) => subscribed.add(1, namespace),
    disconnected: (code: number) => disconnects.add(1, String(code)),
    recovered: (namespace: string, { recovered }: SubscribeResult) =>
      recoveries.add(1, recovered ? 'yes' : 'no', namespace),
    startCommand: (method: string): (() => void) => clientCommands.startTimer({ method }),
    startApiCommand: (method: string): (() => void) => apiCommands.startTimer({ protocol: 'http', method }),
    apiFailed: (method: string, code: number) => apiErrors.add(1, 'http', method, String(code)),
  }
}

/** The gauges, which are read from the node when somebody asks. */
export function addNodeGauges(metrics: Metrics, figures: NodeFigures): void {
  const gauge = (name: string, help: string, read: () => number) => {
    const created: Gauge = new Gauge({ name, help, registers: [metrics.registry], collect: () => created.set(read()) })
  }
  gauge('centrifugo_node_num_clients', 'Connections', () => figures().clients)
  gauge('centrifugo_node_num_users', 'Distinct users', () => figures().users)
  gauge('centrifugo_node_num_channels', 'Channels with subscribers', () => figures().channels)
  gauge('centrifugo_node_num_subscriptions', 'Subscriptions', () => figures().subscriptions)
  gauge('centrifugo_node_num_nodes', 'Nodes', () => 1)
  gauge('relay_slow_clients_evicted', 'Connections closed because the client read too slowly', () => metrics.evictions)
  gauge('relay_origins_refused', 'Connections refused by their origin', () => figures().refusedOrigins)
  gauge('centrifugo_node_client_connection_limit', 'Refused connections', () => figures().refusedConnections)
}

function durations(registry: Registry, name: string, labelNames: string[]): Histogram {
  return new Histogram({
    name: `centrifugo_${name}`,
    help: 'Duration of commands',
    labelNames,
    buckets: durationBuckets,
    registers: [registry],
  })
}
