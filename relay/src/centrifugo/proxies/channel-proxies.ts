// Channels whose backend decides: who enters, how long they stay, and what may be published. And calls, which it answers.
import { readOverrides, type RuleOverrides } from '../../channels/rule-overrides.ts'
import { errors } from '../../protocol/errors.ts'
import type { CommandRequest, Payload } from '../../protocol/messages.ts'
import { isObject } from '../../protocol/raw-json.ts'
import type { Subscription } from '../../session/client-subscription.ts'
import { refuse } from '../../session/refuse.ts'
import type { Session } from '../../session/session.ts'
import { endSubscription } from '../../session/subscription.ts'
import { patience } from './connection-proxies.ts'
import { askProxy, dataMembers, expiryIn, jsonIn, payloadIn, refusalOf, valueIn } from './ask-proxy.ts'
import type { Proxy, ProxyRefusal } from './proxy.ts'

export type ProxiedGrant = {
  expiresAt: number | null
  info?: string
  data?: string
  overrides?: RuleOverrides
}

const noResult: ReadonlyMap<string, string> = new Map()

export async function askToEnter(
  session: Session,
  request: CommandRequest,
  channel: string,
  proxy: Proxy,
): Promise<ProxiedGrant | ProxyRefusal> {
  const answer = await askProxy(proxy, 'subscribe', session, {
    ...inChannel(session, channel),
    ...dataMembers(proxy, request.payload()),
  })
  const refusal = refusalOf(answer)
  if (refusal) return refusal
  const result = ('result' in answer && answer.result) || noResult
  const overrides = readOverrides(valueIn(result, 'override'))
  if (!overrides) throw new Error('The backend answered a broken override.')
  return { expiresAt: expiryIn(result), info: jsonIn(result, 'info'), data: jsonIn(result, 'data'), overrides }
}

const inChannel = ({ user }: Session, channel: string) => ({
  user: JSON.stringify(user),
  channel: JSON.stringify(channel),
})

/** A subscription has run out: its backend is asked, or it ends. */
export function subscriptionEnds(session: Session, channel: string, why: 'expired' | 'insufficientState'): void {
  const subscription = session.subscriptionTo(channel)
  const proxy = subscription?.rules.proxies.subRefresh
  if (!subscription || !proxy || why !== 'expired') return endSubscription(session, channel, why)
  // Not asked again before it answers.
  subscription.expiresAt = Date.now() + patience
  refreshByBackend(session, subscription, proxy).catch((error: unknown) => {
    session.context.log.error({ error: String(error) }, 'a backend answered what cannot be used')
    endSubscription(session, channel, why)
  })
}

async function refreshByBackend(session: Session, subscription: Subscription, proxy: Proxy): Promise<void> {
  const { channel } = subscription
  const answer = await askProxy(proxy, 'sub_refresh', session, inChannel(session, channel))
  if (!session.subscriptions.includes(subscription) || 'failed' in answer) return
  const result = 'result' in answer ? answer.result : null
  const expiresAt = result && expiryIn(result)
  const isOver = !result || valueIn(result, 'expired') === true || (expiresAt !== null && expiresAt < Date.now())
  if (isOver) return endSubscription(session, channel, 'expired')
  subscription.expiresAt = expiresAt
  subscription.info = jsonIn(result, 'info') ?? subscription.info
  session.reschedule()
}

/** What is published, and how; the backend may change it. */
export type ProxiedPublication = {
  data: Payload
  skipsHistory: boolean
  tags?: Record<string, string>
  idempotencyKey?: string
  version?: number
  versionEpoch?: string
}

export async function askToPublish(
  session: Session,
  channel: string,
  data: Payload,
  proxy: Proxy,
): Promise<ProxiedPublication | ProxyRefusal> {
  const answer = await askProxy(proxy, 'publish', session, {
    ...inChannel(session, channel),
    ...dataMembers(proxy, data),
  })
  const refusal = refusalOf(answer)
  if (refusal) return refusal
  const result = ('result' in answer && answer.result) || noResult
  const [tags, version] = [valueIn(result, 'tags'), valueIn(result, 'version')]
  return {
    data: payloadIn(result, 'data') ?? data,
    skipsHistory: valueIn(result, 'skip_history') === true,
    tags: isObject(tags) ? (tags as Record<string, string>) : undefined,
    idempotencyKey: textIn(result, 'idempotency_key'),
    version: typeof version === 'number' && version > 0 ? version : undefined,
    versionEpoch: textIn(result, 'version_epoch'),
  }
}

function textIn(result: ReadonlyMap<string, string>, name: string): string | undefined {
  const value = valueIn(result, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** `rpc`: the namespace of the method says who answers. */
export function call(session: Session, request: CommandRequest): void | Promise<void> {
  const { calls } = session.context.proxies
  const { id, fields } = request
  const { method = '' } = fields
  if (calls.size === 0) return session.fail(id, errors.notAvailable)
  if (typeof method !== 'string') return session.fail(id, errors.badRequest)
  const boundary = method.indexOf(':')
  const proxy = calls.get(boundary === -1 ? '' : method.slice(0, boundary))
  if (proxy === undefined) return session.fail(id, { code: 104, message: 'method not found' })
  if (proxy === null) return session.fail(id, errors.notAvailable)
  return callBackend(session, request, method, proxy)
}

async function callBackend(session: Session, request: CommandRequest, method: string, proxy: Proxy): Promise<void> {
  const answer = await askProxy(proxy, 'rpc', session, {
    user: JSON.stringify(session.user),
    method: method === '' ? undefined : JSON.stringify(method),
    ...dataMembers(proxy, request.payload()),
  })
  const refusal = refusalOf(answer)
  if (refusal) return refuse(session, request.id, refusal)
  const result = ('result' in answer && answer.result) || noResult
  session.reply({ id: request.id, rpc: payloadIn(result, 'data') })
}
