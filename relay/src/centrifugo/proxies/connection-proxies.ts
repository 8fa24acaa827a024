// Connections whose backend decides: who a client without a token is, and whether one whose time is up may stay.
import type { ConnectionGrant, GrantedChannel } from '../../authentication/authentication.ts'
import { readOverrides } from '../../channels/rule-overrides.ts'
import { disconnects } from '../../protocol/disconnects.ts'
import type { CommandRequest } from '../../protocol/messages.ts'
import { isObject, rawMembers } from '../../protocol/raw-json.ts'
import type { Session } from '../../session/session.ts'
import { askProxy, dataMembers, expiryIn, jsonIn, payloadIn, refusalOf, valueIn } from './ask-proxy.ts'
import type { Proxy, ProxyRefusal } from './proxy.ts'

/** Another try for a backend that did not answer, in milliseconds. */
export const patience = 60_000

/** Null when the backend does not know the client. */
export async function askWhoConnects(
  session: Session,
  request: CommandRequest,
  proxy: Proxy,
): Promise<ConnectionGrant | ProxyRefusal | null> {
  const { name, version, subs } = request.fields
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? JSON.stringify(value) : undefined)
  const channels = isObject(subs) ? Object.keys(subs) : []
  const answer = await askProxy(proxy, 'connect', session, {
    ...dataMembers(proxy, request.payload()),
    name: text(name),
    version: text(version),
    channels: channels.length > 0 ? JSON.stringify(channels) : undefined,
  })
  const refusal = refusalOf(answer)
  if (refusal || !('result' in answer)) return refusal
  return answer.result && readGrant(answer.result)
}

function readGrant(result: ReadonlyMap<string, string>): ConnectionGrant {
  const [user = '', names = []] = [valueIn(result, 'user'), valueIn(result, 'channels') ?? []]
  if (typeof user !== 'string' || !Array.isArray(names)) throw new Error('The backend answered a broken result.')
  const channels = new Map<string, GrantedChannel>(names.map((name) => [String(name), {}]))
  for (const [channel, options] of rawMembers(result.get('subs') ?? '{}') ?? []) {
    const members = rawMembers(options) ?? new Map<string, string>()
    const overrides = readOverrides(valueIn(members, 'override'))
    if (!overrides) throw new Error('The backend answered a broken override.')
    if (valueIn(members, 'cache_recover') === true) overrides.autoCacheRecover = true
    channels.set(channel, { info: jsonIn(members, 'info'), data: jsonIn(members, 'data'), overrides })
  }
  return {
    user,
    expiresAt: expiryIn(result),
    info: jsonIn(result, 'info'),
    data: payloadIn(result, 'data'),
    meta: result.get('meta'),
    channels,
  }
}

/** The token of a connection has run out, or what the backend granted. */
export function connectionExpired(session: Session): void {
  const { refresh } = session.context.proxies
  if (!refresh) return session.disconnect(disconnects.connectionExpired)
  // Not asked again before it answers.
  session.expiresAt = Date.now() + patience
  refreshByBackend(session, refresh).catch((error: unknown) => {
    session.context.log.error({ error: String(error) }, 'a backend answered what cannot be used')
    session.disconnect(disconnects.internal)
  })
}

async function refreshByBackend(session: Session, proxy: Proxy): Promise<void> {
  const answer = await askProxy(proxy, 'refresh', session, { user: JSON.stringify(session.user) })
  if (session.status !== 'connected' || 'failed' in answer) return
  const result = 'result' in answer ? answer.result : null
  const expiresAt = result && expiryIn(result)
  const isOver = !result || !expiresAt || expiresAt <= Date.now() || valueIn(result, 'expired') === true
  if (isOver) return session.disconnect(disconnects.connectionExpired)
  session.expiresAt = expiresAt
  session.connInfo = jsonIn(result, 'info') ?? session.connInfo
  session.meta = result.get('meta') ?? session.meta
  session.reschedule()
}
