// The table of commands and the rules that hold for all of them: connect first and once, the rate limit, failures.
import { EngineUnavailable } from '../engine/engine.ts'
import { disconnects } from '../protocol/disconnects.ts'
import { errors } from '../protocol/errors.ts'
import type { CommandName, CommandRequest } from '../protocol/messages.ts'
import { call } from '../centrifugo/proxies/channel-proxies.ts'
import { history, presence, presenceStats } from './channel-reads.ts'
import { publish } from './client-publish.ts'
import { connect, refresh } from './connect.ts'
import type { Session } from './session.ts'
import { subRefresh, subscribe, unsubscribe } from './subscribe.ts'

type Handler = (session: Session, request: CommandRequest) => void | Promise<void>

const handlers: Record<CommandName, Handler> = {
  connect,
  refresh,
  subscribe,
  unsubscribe,
  sub_refresh: subRefresh,
  publish,
  presence,
  presence_stats: presenceStats,
  history,
  rpc: call,
  // This server takes no messages of its own, and has no reply that could say so.
  send: (session) => session.disconnect(disconnects.notAvailable),
}

/** A refresh costs a signature check and happens once an hour in earnest. */
const costs: Partial<Record<CommandName, number>> = { refresh: 20, history: 5, presence: 5, presence_stats: 2 }

export function runCommand(session: Session, request: CommandRequest): void | Promise<void> {
  const { name, id } = request
  if ((name === 'connect') !== (session.status === 'new')) return session.disconnect(disconnects.badRequest)
  if (session.status === 'unusable') return session.disconnect(disconnects.badRequest)
  if (!session.mayRun(id, costs[name] ?? 1)) return
  const { metrics } = session.context
  const startedAt = performance.now()
  try {
    const pending = handlers[name](session, request)
    if (!pending) return metrics.commandDone(name, session.currentNamespace, startedAt)
    return pending.then(
      () => metrics.commandDone(name, session.currentNamespace, startedAt),
      (error: unknown) => failed(session, request, error),
    )
  } catch (error) {
    failed(session, request, error)
  }
}

function failed(session: Session, { name, id }: CommandRequest, error: unknown): void {
  if (!(error instanceof EngineUnavailable)) {
    session.context.log.error({ error: String(error), command: name }, 'a command failed')
  }
  session.fail(id, errors.internal)
}
