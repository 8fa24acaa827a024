// The node's figures under Centrifugo's names, so that its public dashboard works (spec 4.5, 7). Labels that its open edition
// leaves empty (`channel_namespace`) are filled. Beyond them, under `relay_`: refused origins and slow clients.
import type { MessageType, Suppression } from '../engine/engine.ts'
import type { MapSuppression } from '../map/map-store.ts'
import type { Transport } from '../hub/link.ts'
import { broadcastBuckets, createDurations, lagBuckets } from './durations.ts'
import { exposition, gauge, type Family } from './exposition.ts'
import { processMetrics } from './process-metrics.ts'
import { asGauge, createTally, type Tally } from './tally.ts'
import { zeroTotals, type Totals } from './totals.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Names are chosen by clients, so only the known one becomes a label. */
export const clientNameLabel = (name: string) => (name === 'js' ? 'js' : name === '' ? 'unnamed' : 'unregistered')

// Long because it lists everything that is counted, a line each.
export function createMetrics(version: string) {
  const tallies = createTallies()
  const times = createTimes()
  const build = gauge('centrifugo_node_build', 'Version', () => 1)
  const families: Family[] = [
    { ...build, samples: () => [{ labels: { version }, value: 1 }] },
    ...Object.values(tallies).map(({ family }) => family),
    ...times.families,
    ...processMetrics(),
  ]
  tallies.dropped.add(0, '', 'client')
  const totals = zeroTotals()
  const count = (name: keyof Totals, tally: Tally, label?: string) => {
    totals[name]++
    tally.add(1, label)
  }

  return {
    totals: totals as Readonly<Totals>,
    /** Figures that others keep. */
    add: (more: readonly Family[]) => void families.push(...more),
    text: () => exposition(families),
    /** A frame to so many clients. */
    sent(transport: Transport, frameType: string, namespace: string, clients: number, bytes: number): void {
      if (frameType === 'push_publication') totals.delivered += clients
      tallies.sentFrames.add(clients, transport, frameType, namespace)
      tallies.sentBytes.add(clients * bytes, transport, frameType, namespace)
    },
    received(transport: Transport, frameType: string, namespace: string, bytes: number): void {
      tallies.receivedFrames.add(1, transport, frameType, namespace)
      tallies.receivedBytes.add(bytes, transport, frameType, namespace)
    },
    /** Given to the engine on this node. */
    published(type: MessageType, namespace: string): void {
      if (type === 'publication') totals.published++
      tallies.messagesSent.add(1, type, namespace)
    },
    /** Handed over by the engine, whichever node took it. */
    carried: (type: MessageType, namespace: string) => tallies.messagesReceived.add(1, type, namespace),
    suppressed: (reason: Suppression, namespace: string) => tallies.suppressed.add(1, reason, namespace),
    mapSuppressed: (kind: 'publish' | 'remove', reason: MapSuppression, namespace: string) =>
      (kind === 'publish' ? tallies.mapSuppressed : tallies.removalsSuppressed).add(1, reason, namespace),
    mapSwept: (keys: number) => tallies.mapSwept.add(keys, ''),
    mapSweepFailed: () => tallies.mapSweepFailures.add(1, ''),
    dropped: () => tallies.dropped.add(1, '', 'client'),
    broken: () => tallies.broken.add(1, '', 'connection'),
    lagged: (namespace: string, milliseconds: number) => times.lags.observe(milliseconds, namespace),
    /** All nodes were asked something. */
    surveyed(what: string, startedAt: number): void {
      tallies.actions.add(1, 'survey', '')
      times.surveys.observe(performance.now() - startedAt, what)
    },
    action: (name: string, namespace = '') => tallies.actions.add(1, name, namespace),
    connected(transport: Transport, clientName: string): void {
      tallies.accepted.add(1, transport, '', clientNameLabel(clientName), '')
      tallies.actions.add(1, 'add_client', '')
    },
    subscribed(clientName: string, namespace: string): void {
      tallies.subscribed.add(1, clientNameLabel(clientName), namespace)
      tallies.actions.add(1, 'add_subscription', namespace)
    },
    disconnected(transport: Transport, code: number): void {
      tallies.disconnects.add(1, String(code))
      tallies.closes.add(1, transport, String(code))
    },
    unsubscribed: (code: number, namespace: string) => tallies.unsubscribes.add(1, String(code), namespace),
    filtered: (namespace: string) => tallies.filtered.add(1, namespace),
    conflated: (namespace: string) => count('conflated', tallies.conflated, namespace),
    evicted: () => count('evicted', tallies.evictions),
    originRefused: () => count('originsRefused', tallies.originsRefused),
    connectionRefused: () => count('connectionsRefused', tallies.connectionsRefused),
    recovered(isRecovered: boolean, namespace: string, publications: number): void {
      tallies.recoveries.add(1, isRecovered ? 'yes' : 'no', namespace, publications > 0 ? 'yes' : 'no')
      if (isRecovered) times.recovered.observe(publications * 1000, namespace)
    },
    commandFailed: (method: string, code: number, namespace: string) =>
      tallies.replyErrors.add(1, method, String(code), namespace),
    apiFailed: (method: string, code: number) => tallies.apiErrors.add(1, 'http', method, String(code)),
    ponged: (transport: Transport, milliseconds: number) => times.pongs.observe(milliseconds, transport),
    /** Times in milliseconds, as `performance.now()` counts them. */
    commandDone: (method: string, namespace: string, startedAt: number) =>
      times.clientCommands.observe(performance.now() - startedAt, method, namespace),
    apiCommandDone: (method: string, startedAt: number) =>
      times.apiCommands.observe(performance.now() - startedAt, 'http', method),
    proxyAsked(event: string, name: string): void {
      tallies.proxiesAsked.add(1, 'http', event, name)
      // There as soon as something could fail.
      tallies.proxyErrors.add(0, 'http', event, name)
    },
    proxyDone(event: string, name: string, startedAt: number, hasFailed: boolean): void {
      tallies.proxiesAsked.add(-1, 'http', event, name)
      times.proxies.observe(performance.now() - startedAt, 'http', event, name)
      if (hasFailed) tallies.proxyErrors.add(1, 'http', event, name)
    },
    consumed: (consumer: string, messages: number) => tallies.consumed.add(messages, consumer),
    consumerFailed: (consumer: string) => tallies.consumerErrors.add(1, consumer),
    broadcastDone: (type: MessageType, namespace: string, startedAt: number) =>
      times.broadcasts.observe(performance.now() - startedAt, type, namespace),
  }
}

function createTimes() {
  const clientCommands = createDurations(['method', 'channel_namespace'])
  const apiCommands = createDurations(['protocol', 'method'])
  const pongs = createDurations(['transport'])
  const broadcasts = createDurations(['type', 'channel_namespace'], broadcastBuckets)
  const surveys = createDurations(['op'])
  const proxies = createDurations(['protocol', 'type', 'name'])
  const lags = createDurations(['channel_namespace'], lagBuckets)
  // Counts, not times.
  const recovered = createDurations(['channel_namespace'], [0, 1, 2, 3, 5, 10, 20, 50, 100, 250, 500, 1000])
  const [client, api] = ['Seconds that a command of a client took', 'Seconds that an API command took']
  const proxy = 'Seconds that a backend took to decide'
  const survey = 'Seconds that a question to all nodes took'
  const families = [
    clientCommands.histogram('centrifugo_client_command_duration_seconds_histogram', client),
    clientCommands.summary('centrifugo_client_command_duration_seconds', client),
    apiCommands.histogram('centrifugo_api_command_duration_seconds_histogram', api),
    apiCommands.summary('centrifugo_api_command_duration_seconds', api),
    pongs.histogram('centrifugo_client_ping_pong_duration_seconds', 'Seconds between a ping and its pong'),
    proxies.histogram('centrifugo_proxy_duration_seconds_histogram', proxy),
    proxies.summary('centrifugo_proxy_duration_seconds', proxy),
    surveys.histogram('centrifugo_node_survey_duration_seconds_histogram', survey),
    surveys.summary('centrifugo_node_survey_duration_seconds', survey),
    lags.histogram('centrifugo_node_pub_sub_lag_seconds', 'Seconds of a publication on its way between nodes'),
    recovered.histogram('centrifugo_client_recovered_publications', 'Publications in a successful recovery'),
    broadcasts.histogram(
      'centrifugo_node_broadcast_duration_seconds',
      'Seconds of handing a message to all subscribers',
    ),
  ]
  return { clientCommands, apiCommands, pongs, broadcasts, surveys, proxies, lags, recovered, families }
}

function createTallies() {
  const tally = (name: string, help: string, ...labels: string[]) =>
    createTally(name.startsWith('relay_') ? name : `centrifugo_${name}`, help, labels)
  const frame = ['transport', 'frame_type', 'channel_namespace']
  const client = ['transport', 'accept_protocol', 'client_name', 'client_version']
  const space = 'channel_namespace'
  return {
    sentFrames: tally('transport_messages_sent', 'Messages sent to clients', ...frame),
    sentBytes: tally('transport_messages_sent_size', 'Bytes sent to clients', ...frame),
    receivedFrames: tally('transport_messages_received', 'Messages received from clients', ...frame),
    receivedBytes: tally('transport_messages_received_size', 'Bytes received from clients', ...frame),
    closes: tally('transport_outgoing_close_count', 'Close frames sent', 'transport', 'code'),
    messagesSent: tally('node_messages_sent_count', 'Messages handed to the engine', 'type', space),
    messagesReceived: tally('node_messages_received_count', 'Messages from the engine', 'type', space),
    actions: tally('node_action_count', 'Actions of the node', 'action', space),
    suppressed: tally(
      'broker_publish_suppressed_count',
      'Publications that were repeated or outdated',
      'reason',
      space,
    ),
    dropped: tally(
      'broker_redis_pub_sub_dropped_messages',
      'Publications of other nodes that came out of order',
      'broker_name',
      'channel_type',
    ),
    broken: tally('broker_redis_pub_sub_errors', 'Times that the connection to Redis broke', 'broker_name', 'error'),
    mapSuppressed: tally('map_broker_publish_suppressed_count', 'Changes of keys that were none', 'reason', space),
    removalsSuppressed: tally('map_broker_remove_suppressed_count', 'Removals of no keys', 'reason', space),
    mapSwept: tally('map_broker_cleanup_removed_count', 'Keys whose time was over', 'broker_name'),
    mapSweepFailures: tally('map_broker_cleanup_errors_count', 'Times that they stayed', 'broker_name'),
    filtered: tally('node_tags_filter_dropped_publications', 'Publications that a filter held back', space),
    connectionsRefused: tally('node_client_connection_limit', 'Connections refused by a limit'),
    accepted: tally('client_connections_accepted', 'Connections accepted', ...client),
    subscribed: tally('client_subscriptions_accepted', 'Subscriptions accepted', 'client_name', space),
    disconnects: tally('client_num_server_disconnects', 'Connections closed by the server', 'code'),
    unsubscribes: tally('client_num_server_unsubscribes', 'Unsubscribed by the server', 'code', space),
    replyErrors: tally('client_num_reply_errors', 'Commands answered with an error', 'method', 'code', space),
    recoveries: tally('client_recover', 'Recovery attempts', 'recovered', space, 'has_recovered_publications'),
    apiErrors: tally('api_command_errors_total', 'Failed API commands', 'protocol', 'method', 'error'),
    consumed: tally('consumers_messages_processed_total', 'Commands taken from a queue', 'consumer_name'),
    consumerErrors: tally('consumers_errors_total', 'Times that a queue could not be read', 'consumer_name'),
    proxiesAsked: asGauge(tally('proxy_inflight_requests', 'Backends that are asked now', 'protocol', 'type', 'name')),
    proxyErrors: tally('proxy_errors', 'Backends that did not answer', 'protocol', 'type', 'name'),
    conflated: tally('relay_publications_conflated', 'Publications that slow clients skipped', space),
    evictions: tally('relay_slow_clients_evicted', 'Connections closed because the client read too slowly'),
    originsRefused: tally('relay_origins_refused', 'Connections refused by their origin'),
  }
}
