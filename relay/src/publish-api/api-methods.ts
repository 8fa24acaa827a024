// The table of API methods, and how one command is run: by name, timed, failures as error objects.
import { EngineUnavailable } from '../engine/engine.ts'
import { errors, type ProtocolError } from '../protocol/errors.ts'
import type { ApiContext, ApiMethod } from './api-context.ts'
import { ApiFailure, ApiParams, type ParamsText } from './api-params.ts'
import { allNodesMethods } from './all-nodes.ts'
import { mapMethods } from '../map/map-methods.ts'
import { broadcast, history, historyRemove, presence, presenceStats, publish } from './channel-methods.ts'

const methods: ReadonlyMap<string, ApiMethod> = new Map([
  ...allNodesMethods,
  ...mapMethods,
  ...Object.entries<ApiMethod>({
    publish,
    broadcast,
    presence,
    presence_stats: presenceStats,
    history,
    history_remove: historyRemove,
    // No backend procedures are registered here.
    rpc: async (params) => {
      throw new ApiFailure(params.text('method') ? errors.methodNotFound : errors.badRequest)
    },
  }),
])

/** The numbers that the legacy form accepts instead of names, in Centrifugo's order. */
export const numberedMethods = [
  'publish',
  'broadcast',
  'unsubscribe',
  'disconnect',
  'presence',
  'presence_stats',
  'history',
  'history_remove',
  'channels',
  'info',
  'rpc',
  'subscribe',
  'refresh',
]

export const isApiMethod = (name: string) => methods.has(name)

export type ApiOutcome = { result: string } | { error: ProtocolError }

export async function runApiCommand(name: string, params: ParamsText, context: ApiContext): Promise<ApiOutcome> {
  const method = methods.get(name)
  if (!method) return { error: errors.methodNotFound }
  const startedAt = performance.now()
  try {
    return { result: await method(new ApiParams(params), context) }
  } catch (failure) {
    const error = failure instanceof ApiFailure ? failure.error : errors.internal
    if (!(failure instanceof ApiFailure || failure instanceof EngineUnavailable))
      context.log.error({ error: String(failure), method: name }, 'an API command failed')
    context.metrics.apiFailed(name, error.code)
    return { error }
  } finally {
    context.metrics.apiCommandDone(name, startedAt)
  }
}

export function errorJson({ code, message }: ProtocolError): string {
  return JSON.stringify({ code, message })
}
