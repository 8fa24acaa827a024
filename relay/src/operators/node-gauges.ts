// Gauges that are read from the hub when somebody asks for the metrics.
import { Gauge, type Registry } from 'prom-client'
import type { Hub } from '../hub.ts'

export function addNodeGauges(registry: Registry, hub: Hub, namespaceOf: (channel: string) => string): void {
  const gauge = (name: string, help: string, read: () => number) => {
    const created: Gauge = new Gauge({ name, help, registers: [registry], collect: () => created.set(read()) })
  }
  gauge('centrifugo_node_num_clients', 'Connections', () => hub.counts().clients)
  gauge('centrifugo_node_num_users', 'Distinct users', () => hub.counts().users)
  gauge('centrifugo_node_num_channels', 'Channels with subscribers', () => hub.counts().channels)
  gauge('centrifugo_node_num_subscriptions', 'Subscriptions', () => hub.counts().subscriptions)
  gauge('centrifugo_node_num_nodes', 'Nodes', () => 1)
  const connections: Gauge = new Gauge({
    name: 'centrifugo_client_connections_inflight',
    help: 'Connections',
    labelNames: ['transport'],
    registers: [registry],
    collect() {
      connections.reset()
      for (const { link } of hub.sessions()) connections.inc({ transport: link.transport })
    },
  })
  const subscriptions: Gauge = new Gauge({
    name: 'centrifugo_client_subscriptions_inflight',
    help: 'Subscriptions by namespace',
    labelNames: ['channel_namespace'],
    registers: [registry],
    collect() {
      subscriptions.reset()
      for (const [channel, clients] of hub.channels()) {
        subscriptions.inc({ channel_namespace: namespaceOf(channel) }, clients.size)
      }
    },
  })
}
