// The node's figures under Centrifugo's names, so that its public dashboard works (spec 4.5, 7). Labels that its open edition
// leaves empty (`channel_namespace`) are filled. Beyond them, under `relay_`: refused origins and slow clients.
import { Gauge, Histogram, Registry } from 'prom-client'
import type { Transport } from '../session/link.ts'
import { addProcessMetrics } from './process-metrics.ts'
import { createTally, type Tally } from './tally.ts'

/** Seconds, as Centrifugo's. */
const durationBuckets = [1e-4, 2.5e-4, 5e-4, 1e-3, 5e-3, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Plain sums since the start, for the operators' page. */
export type Totals = Record<
  'published' | 'delivered' | 'evicted' | 'conflated' | 'originsRefused' | 'connectionsRefused',
  number
>

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics(version: string) {
  const registry = new Registry()
  const tallies = createTallies(registry)
  const totals: Totals = {
    published: 0,
    delivered: 0,
    evicted: 0,
    conflated: 0,
    originsRefused: 0,
    connectionsRefused: 0,
  }
  const count = (name: keyof Totals, tally: Tally, ...labels: string[]) => {
    totals[name]++
    tally.add(1, ...labels)
  }
  const clientCommands = durations(registry, 'client_command_duration_seconds_histogram', ['method'])
  const apiCommands = durations(registry, 'api_command_duration_seconds_histogram', ['protocol', 'method'])
  const pongs = durations(registry, 'client_ping_pong_duration_seconds', ['transport'])
  const build = { name: 'centrifugo_node_build', help: 'Version', labelNames: ['version'], registers: [registry] }
  new Gauge(build).set({ version }, 1)
  addProcessMetrics(registry)

  return {
    registry,
    totals: totals as Readonly<Totals>,
    /** A frame to so many clients. */
    sent(transport: Transport, frameType: string, namespace: string, clients: number, bytes: number): void {
      if (frameType === 'push_publication') totals.delivered += clients
      tallies.sentFrames.add(clients, transport, frameType, namespace)
      tallies.sentBytes.add(clients * bytes, transport, frameType, namespace)
    },
    received(transport: Transport, bytes: number): void {
      tallies.receivedFrames.add(1, transport)
      tallies.receivedBytes.add(bytes, transport)
    },
    /** The memory engine hands over what it takes, so that both counters are the same. */
    published(type: 'publication' | 'join' | 'leave', namespace: string): void {
      if (type === 'publication') totals.published++
      tallies.messagesSent.add(1, type, namespace)
      tallies.messagesReceived.add(1, type, namespace)
    },
    action: (name: string, namespace = '') => tallies.actions.add(1, name, namespace),
    /** Names are chosen by clients, so only the known one becomes a label. */
    connected(transport: Transport, clientName: string): void {
      tallies.accepted.add(1, transport, clientName === 'js' ? 'js' : 'unregistered')
      tallies.actions.add(1, 'add_client', '')
    },
    subscribed(namespace: string): void {
      tallies.subscribed.add(1, namespace)
      tallies.actions.add(1, 'add_subscription', namespace)
    },
    disconnected(transport: Transport, code: number): void {
      tallies.disconnects.add(1, String(code))
      tallies.closes.add(1, transport, String(code))
    },
    unsubscribed: (code: number, namespace: string) => tallies.unsubscribes.add(1, String(code), namespace),
    conflated: (namespace: string) => count('conflated', tallies.conflated, namespace),
    evicted: () => count('evicted', tallies.evictions),
    originRefused: () => count('originsRefused', tallies.originsRefused),
    connectionRefused: () => count('connectionsRefused', tallies.connectionsRefused),
    recovered: (isRecovered: boolean, namespace: string) =>
      tallies.recoveries.add(1, isRecovered ? 'yes' : 'no', namespace),
    commandFailed: (method: string, code: number) => tallies.replyErrors.add(1, method, String(code)),
    apiFailed: (method: string, code: number) => tallies.apiErrors.add(1, 'http', method, String(code)),
    ponged: (transport: Transport, milliseconds: number) => pongs.observe({ transport }, milliseconds / 1000),
    startCommand: (method: string): (() => void) => clientCommands.startTimer({ method }),
    startApiCommand: (method: string): (() => void) => apiCommands.startTimer({ protocol: 'http', method }),
  }
}

function createTallies(registry: Registry) {
  const tally = (name: string, help: string, ...labels: string[]) =>
    createTally(registry, name.startsWith('relay_') ? name : `centrifugo_${name}`, help, labels)
  const frame = ['transport', 'frame_type', 'channel_namespace']
  return {
    sentFrames: tally('transport_messages_sent', 'Messages sent to clients', ...frame),
    sentBytes: tally('transport_messages_sent_size', 'Bytes sent to clients', ...frame),
    receivedFrames: tally('transport_messages_received', 'Frames received from clients', 'transport'),
    receivedBytes: tally('transport_messages_received_size', 'Bytes received from clients', 'transport'),
    closes: tally('transport_outgoing_close_count', 'Close frames sent', 'transport', 'code'),
    messagesSent: tally('node_messages_sent_count', 'Messages handed to the engine', 'type', 'channel_namespace'),
    messagesReceived: tally('node_messages_received_count', 'Messages from the engine', 'type', 'channel_namespace'),
    actions: tally('node_action_count', 'Actions of the node', 'action', 'channel_namespace'),
    connectionsRefused: tally('node_client_connection_limit', 'Connections refused by a limit'),
    accepted: tally('client_connections_accepted', 'Connections accepted', 'transport', 'client_name'),
    subscribed: tally('client_subscriptions_accepted', 'Subscriptions accepted', 'channel_namespace'),
    disconnects: tally('client_num_server_disconnects', 'Connections closed by the server', 'code'),
    unsubscribes: tally('client_num_server_unsubscribes', 'Unsubscribed by the server', 'code', 'channel_namespace'),
    replyErrors: tally('client_num_reply_errors', 'Commands answered with an error', 'method', 'code'),
    recoveries: tally('client_recover', 'Recovery attempts', 'recovered', 'channel_namespace'),
    apiErrors: tally('api_command_errors_total', 'Failed API commands', 'protocol', 'method', 'error'),
    conflated: tally('relay_publications_conflated', 'Publications that slow clients skipped', 'channel_namespace'),
    evictions: tally('relay_slow_clients_evicted', 'Connections closed because the client read too slowly'),
    originsRefused: tally('relay_origins_refused', 'Connections refused by their origin'),
  }
}

function durations(registry: Registry, name: string, labelNames: string[]): Histogram {
  const help = 'Duration in seconds'
  return new Histogram({
    name: `centrifugo_${name}`,
    help,
    labelNames,
    buckets: durationBuckets,
    registers: [registry],
  })
}
