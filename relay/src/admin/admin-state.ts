// What the operators' page shows, as one JSON answer that it asks for every two seconds.
import type { Engine } from '../engine/engine.ts'
import type { Connections } from '../hub/connections.ts'
import type { Hub } from '../hub/hub.ts'
import type { Totals } from '../operators/totals.ts'
import type { Session } from '../session/session.ts'
import type { AllowedOrigins } from '../transport/allowed-origins.ts'
import type { AdminState, ConnectionState, NodeState, RateSample } from './state-shape.ts'

/** Rows of each table; the counts tell how many there are in all. */
const rowLimit = 200

export type AdminStateOptions = {
  hub: Hub
  connections: Connections<Session>
  node: Pick<NodeState, 'uid' | 'name' | 'version' | 'startedAt'>
  totals: Readonly<Totals>
  origins: AllowedOrigins
  samples: () => readonly RateSample[]
  engine: Engine
}

type NodeInfo = Record<'num_clients' | 'num_users' | 'num_channels' | 'num_subs' | 'uptime', number> &
  Record<'uid' | 'name' | 'version', string>

export async function adminState({
  hub,
  connections: all,
  node,
  totals,
  origins,
  samples,
  engine,
}: AdminStateOptions): Promise<AdminState> {
  const channels = [...hub.channels()].map(([name, clients]) => ({ name, clients: clients.size }))
  const connections: ConnectionState[] = []
  for (const { id, user, clientName, link, since, isSlow, status, subscriptions } of all.all()) {
    if (connections.length === rowLimit) break
    const transport = `${link.transport} ${link.format.name}`
    const queued = link.queuedBytes()
    const names = subscriptions.slice(0, 10).map(({ channel }) => channel)
    connections.push({ id, user, clientName, transport, since, isSlow, status, queued, channels: names })
  }
  return {
    now: Date.now(),
    nodes: [{ ...node, ...all.counts(), ...hub.counts() }, ...(await otherNodes(engine))],
    isWorking: await engine.isWorking(),
    totals,
    samples: samples(),
    channels: channels.toSorted((one, other) => other.clients - one.clients).slice(0, rowLimit),
    connections,
    refusedOrigins: origins.refused(),
  }
}

/** Nobody, while they cannot be asked. */
async function otherNodes({ peers }: Engine): Promise<NodeState[]> {
  const answers = peers ? await peers.ask('info', '{}').catch(() => []) : []
  return answers
    .flatMap((answer) => (JSON.parse(answer) as { nodes: NodeInfo[] }).nodes)
    .map(({ uid, name, version, uptime, ...counts }) => ({
      uid,
      name,
      version,
      startedAt: Date.now() - uptime * 1000,
      clients: counts.num_clients,
      users: counts.num_users,
      channels: counts.num_channels,
      subscriptions: counts.num_subs,
    }))
}
