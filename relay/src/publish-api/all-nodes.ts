// API methods about connections, when there are several nodes: each node does its part, and the parts become one answer. Methods
// about channels need none of this, their engine is common.
import type { ApiContext, ApiMethod } from './api-context.ts'
import { ApiParams, paramsText } from './api-params.ts'
import { channels } from './channel-methods.ts'
import { disconnect, info, refresh, subscribe, unsubscribe } from './connection-methods.ts'
import { connections, limitOf } from './connections-method.ts'

type Merge = (parts: readonly string[], params: ApiParams) => string

const done: Merge = () => '{}'

const mergeNodes: Merge = (parts) =>
  JSON.stringify({ nodes: parts.flatMap((part) => (JSON.parse(part) as { nodes: unknown[] }).nodes) })

const mergeChannels: Merge = (parts) => {
  const sums = new Map<string, { num_clients: number }>()
  for (const part of parts) {
    const counts = (JSON.parse(part) as { channels: Record<string, { num_clients: number }> }).channels
    for (const [channel, { num_clients: clients }] of Object.entries(counts)) {
      sums.set(channel, { num_clients: (sums.get(channel)?.num_clients ?? 0) + clients })
    }
  }
  return JSON.stringify({ channels: Object.fromEntries(sums) })
}

const mergeConnections: Merge = (parts, params) => {
  const lists = parts.map((part) => JSON.parse(part) as { connections: Record<string, unknown>; total: number })
  const all = lists.flatMap(({ connections: some }) => Object.entries(some))
  const total = lists.reduce((sum, list) => sum + list.total, 0)
  return JSON.stringify({ connections: Object.fromEntries(all.slice(0, limitOf(params))), total })
}

const parts = new Map<string, { here: ApiMethod; merge: Merge }>([
  ['subscribe', { here: subscribe, merge: done }],
  ['unsubscribe', { here: unsubscribe, merge: done }],
  ['disconnect', { here: disconnect, merge: done }],
  ['refresh', { here: refresh, merge: done }],
  ['info', { here: info, merge: mergeNodes }],
  ['channels', { here: channels, merge: mergeChannels }],
  ['connections', { here: connections, merge: mergeConnections }],
])

export const allNodesMethods = new Map<string, ApiMethod>(
  [...parts].map(([name, { here, merge }]) => [
    name,
    async (params, context) => {
      const startedAt = performance.now()
      const own = await here(params, context)
      const { peers } = context.engine
      const all = peers ? merge([own, ...(await peers.ask(name, params.json))], params) : own
      context.metrics.surveyed(name, startedAt)
      return all
    },
  ]),
)

/** This node's part of what another node was asked. */
export async function answerPeer(name: string, params: string, context: ApiContext): Promise<string> {
  const part = parts.get(name)
  if (!part) throw new Error(`There is no method ${name}.`)
  return part.here(new ApiParams(paramsText(params)), context)
}
