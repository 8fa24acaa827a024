// Gauges that are read from the hub when somebody asks for the metrics.
import type { Engine } from '../engine/engine.ts'
import type { Connections } from '../hub/connections.ts'
import type { Hub } from '../hub/hub.ts'
import type { Session } from '../session/session.ts'
import { gauge, namedLabels, type Family, type Sample } from './exposition.ts'
import { clientNameLabel } from './metrics.ts'

export function nodeGauges(
  hub: Hub,
  connections: Connections<Session>,
  { peers, maps }: Engine,
  namespaceOf: (channel: string) => string,
): Family[] {
  function* labelsOfConnections(): Generator<string[]> {
    for (const { link, clientName } of connections.all()) yield [link.transport, '', clientNameLabel(clientName), '']
  }
  function* labelsOfSubscriptions(): Generator<string[]> {
    for (const { clientName, subscriptions } of connections.all())
      for (const { channel, isLive } of subscriptions)
        if (isLive) yield [clientNameLabel(clientName), namespaceOf(channel)]
  }
  return [
    gauge('centrifugo_node_num_clients', 'Connections', () => connections.counts().clients),
    gauge('centrifugo_node_num_users', 'Distinct users', () => connections.counts().users),
    gauge('centrifugo_node_num_channels', 'Channels with subscribers', () => hub.counts().channels),
    gauge('centrifugo_node_num_subscriptions', 'Subscriptions', () => hub.counts().subscriptions),
    gauge('centrifugo_node_num_nodes', 'Nodes that this one can reach', () => {
      // While Redis is away, this one is alone.
      return peers ? peers.count().catch(() => 1) : 1
    }),
    {
      name: 'centrifugo_map_broker_cleanup_lag_seconds',
      help: 'Seconds for which keys are over and still there',
      type: 'gauge',
      samples: () => [{ labels: { broker_name: '' }, value: maps.cleanupLag() }],
    },
    {
      name: 'centrifugo_client_connections_inflight',
      help: 'Connections',
      type: 'gauge',
      samples: counted(['transport', 'accept_protocol', 'client_name', 'client_version'], labelsOfConnections),
    },
    {
      name: 'centrifugo_client_subscriptions_inflight',
      help: 'Subscriptions by namespace',
      type: 'gauge',
      samples: counted(['client_name', 'channel_namespace'], labelsOfSubscriptions),
    },
  ]
}

/** How often each combination of labels comes; 0 for one that came before. */
function counted(names: readonly string[], items: () => Iterable<string[]>): () => Iterable<Sample> {
  const counts = new Map<string, { labels: Record<string, string>; value: number }>()
  return () => {
    for (const count of counts.values()) count.value = 0
    for (const values of items()) {
      const key = values.join('\n')
      const count = counts.get(key)
      if (count) count.value++
      else counts.set(key, { labels: namedLabels(names, values), value: 1 })
    }
    return counts.values()
  }
}
