// The API method `connections`: who is connected, for operators (spec 6.1). Under the names of Centrifugo's paid edition.
import { errors } from '../protocol/errors.ts'
import type { Session } from '../session/session.ts'
import type { ApiMethod } from './api-context.ts'
import { ApiFailure, type ApiParams } from './api-params.ts'

const usualLimit = 1000
const largestLimit = 10_000

/** `total` counts also those beyond the limit. */
export const connections: ApiMethod = async (params, { connections: all }) => {
  const user = params.text('user')
  const limit = limitOf(params)
  const found: Session[] = []
  let total = 0
  for (const session of user === undefined ? all.all() : all.of(user)) {
    if (session.status === 'connected' && ++total <= limit) found.push(session)
  }
  return JSON.stringify({
    connections: Object.fromEntries(found.map((session) => [session.id, describe(session)])),
    total,
  })
}

export function limitOf(params: ApiParams): number {
  const limit = params.count('limit') ?? usualLimit
  if (limit < 1 || limit > largestLimit) throw new ApiFailure(errors.badRequest)
  return limit
}

function describe({ user, clientName, link, since, isSlow, subscriptions }: Session) {
  return {
    app_name: clientName,
    transport: link.transport,
    protocol: link.format.name,
    user,
    connected_at: Math.floor(since / 1000),
    queued_bytes: link.queuedBytes(),
    slow: isSlow,
    channels: subscriptions.map(({ channel }) => channel),
  }
}
