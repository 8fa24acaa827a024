// API methods about connections, when there are several nodes: each node answers for itself, and the answers become one. Methods
// about channels need none of this, their engine is common.
import type { ApiContext, ApiMethod } from './api-context.ts'
import { ApiParams, paramsText } from './api-params.ts'
import { channels } from './channel-methods.ts'
import { disconnect, info, refresh, subscribe, unsubscribe } from './connection-methods.ts'
import { connections, limitOf } from './connections-method.ts'

type Merge = (answers: readonly string[], params: ApiParams) => string

const done: Merge = () => '{}'

const mergeNodes: Merge = (answers) =>
  JSON.stringify({ nodes: answers.flatMap((answer) => (JSON.parse(answer) as { nodes: unknown[] }).nodes) })

const mergeChannels: Merge = (answers) => {
  const sums = new Map<string, { num_clients: number }>()
  for (const answer of answers) {
    const counts = (JSON.parse(answer) as { channels: Record<string, { num_clients: number }> }).channels
    for (const [channel, { num_clients: clients }] of Object.entries(counts)) {
      sums.set(channel, { num_clients: (sums.get(channel)?.num_clients ?? 0) + clients })
    }
  }
  return JSON.stringify({ channels: Object.fromEntries(sums) })
}

const mergeConnections: Merge = (answers, params) => {
  const lists = answers.map((answer) => JSON.parse(answer) as { connections: Record<string, unknown>; total: number })
  const all = lists.flatMap(({ connections: some }) => Object.entries(some))
  const total = lists.reduce((sum, list) => sum + list.total, 0)
  return JSON.stringify({ connections: Object.fromEntries(all.slice(0, limitOf(params))), total })
}

const methods = new Map<string, { here: ApiMethod; merge: Merge }>([
  ['subscribe', { here: subscribe, merge: done }],
  ['unsubscribe', { here: unsubscribe, merge: done }],
  ['disconnect', { here: disconnect, merge: done }],
  ['refresh', { here: refresh, merge: done }],
  ['info', { here: info, merge: mergeNodes }],
  ['channels', { here: channels, merge: mergeChannels }],
  ['connections', { here: connections, merge: mergeConnections }],
])

export const allNodesMethods = new Map<string, ApiMethod>(
  [...methods].map(([name, { here, merge }]) => [
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

/** This node's answer to what another node was asked. */
export async function answerPeer(name: string, params: string, context: ApiContext): Promise<string> {
  const method = methods.get(name)
  if (!method) throw new Error(`There is no method ${name}.`)
  return method.here(new ApiParams(paramsText(params)), context)
}
