// `connect` and `refresh`: who the client is and until when (spec 2.3, 5.5).
import type { ConnectionGrant } from '../authentication/authentication.ts'
import { askWhoConnects } from '../centrifugo/proxies/connection-proxies.ts'
import type { Proxy } from '../centrifugo/proxies/proxy.ts'
import { findChannel, hasAllowedName, isChannelName } from '../channels/channel-name.ts'
import { disconnects } from '../protocol/disconnects.ts'
import { errors } from '../protocol/errors.ts'
import type { CommandRequest, Expiry, SubscribeResult } from '../protocol/messages.ts'
import { isObject } from '../protocol/raw-json.ts'
import { askedChannels } from './asked-channels.ts'
import { newSubscription, nothingRequested } from './permissions.ts'
import { recoveryRequest } from './recovery-request.ts'
import { refuse } from './refuse.ts'
import { endOthers } from './single-connection.ts'
import type { Link } from '../hub/link.ts'
import type { Subscription } from './client-subscription.ts'
import type { Session } from './session.ts'
import { leaveAllChannels, prepareEntry, type PreparedEntry } from './subscription.ts'

const noEmulation: Partial<NonNullable<Link['emulation']>> = {}

export function connect(session: Session, request: CommandRequest): void | Promise<void> {
  const { id, fields } = request
  const { authentication, proxies } = session.context
  const { token = '' } = fields
  if (typeof token !== 'string') return session.disconnect(disconnects.badRequest)
  const verdict = token === '' ? null : authentication.connection(token)
  if (verdict?.ok === false) {
    if (verdict.reason === 'invalid') return session.disconnect(disconnects.invalidToken)
    // Not a disconnect: the client comes again, on an expired token with a new one.
    session.status = 'unusable'
    return session.fail(id, verdict.reason === 'later' ? errors.internal : errors.tokenExpired)
  }
  if (verdict?.user === '' && authentication.needsUser) return session.disconnect(disconnects.permissionDenied)
  session.emulatedHeaders = emulatedHeadersOf(fields['headers'], proxies.emulatedHeaders)
  if (!verdict && proxies.connect) return connectByBackend(session, request, proxies.connect)
  return admit(session, request, verdict ?? authentication.withoutToken)
}

/** The backend says who the client is, instead of a token. */
async function connectByBackend(session: Session, request: CommandRequest, proxy: Proxy): Promise<void> {
  const { authentication } = session.context
  try {
    const answer = await askWhoConnects(session, request, proxy)
    // It may be gone meanwhile.
    if (session.status !== 'new') return
    if (!answer || 'user' in answer) {
      const grant = answer && authentication.completed(answer)
      await admit(session, request, grant ?? authentication.withoutToken, !grant)
      // A token that refreshes it later need not name these.
      if (grant) session.grantedChannels = authentication.completed({ ...grant, channels: new Map() }).channels
      return
    }
    if ('error' in answer) session.status = 'unusable'
    refuse(session, request.id, answer)
  } catch (error) {
    session.status = session.status === 'new' ? 'unusable' : session.status
    throw error
  }
}

/** Those of the names that backends are told; undefined for none. */
function emulatedHeadersOf(headers: unknown, names: ReadonlySet<string>): Record<string, unknown> | undefined {
  if (names.size === 0 || !isObject(headers)) return undefined
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.has(name.toLowerCase())))
}

/** `mayAsk`: for channels, which a backend that was asked decides alone. */
function admit(
  session: Session,
  request: CommandRequest,
  grant: ConnectionGrant | null,
  mayAsk = true,
): void | Promise<void> {
  const { id, fields } = request
  const { limits, connections, metrics, authentication } = session.context
  const { name } = fields
  if (!grant) return session.disconnect(disconnects.badRequest)
  if (isOver(grant.expiresAt)) {
    session.status = 'unusable'
    return session.fail(id, errors.expired)
  }
  const { connectionsPerUser } = limits
  if (connectionsPerUser > 0 && grant.user !== '' && connections.of(grant.user).size >= connectionsPerUser) {
    return session.disconnect(disconnects.connectionLimit)
  }
  session.user = grant.user
  session.connInfo = grant.info
  session.meta = grant.meta
  session.grantedChannels = grant.channels
  session.expiresAt = grant.expiresAt
  const asked = mayAsk ? askedChannels(session, fields['subs']) : new Map()
  if (!asked) return session.disconnect(disconnects.badRequest)
  const channels = asked.size === 0 ? grant.channels : new Map([...asked, ...grant.channels])
  // Nearly all have this name, and one text does for all of them.
  session.clientName = name === 'js' ? 'js' : typeof name === 'string' ? name.slice(0, 32) : ''
  session.established()
  connections.identify(session)
  if (authentication.oneConnectionEach && grant.user !== '') endOthers(session)
  metrics.connected(session.link.transport, session.clientName)
  if (channels.size > 0) return connectWithChannels(session, request, { ...grant, channels })
  reply(session, id, grant)
}

function reply(
  session: Session,
  id: number,
  { data }: ConnectionGrant,
  subs?: ReadonlyMap<string, SubscribeResult>,
): void {
  const { limits, version, sendsServerTime } = session.context
  const { expires, ttl } = expiryOf(session.expiresAt)
  // Who is pinged by the transport hears of no other pings.
  const { isUnidirectional } = session.link
  const pong = session.link.ping || isUnidirectional ? undefined : true
  const ping = pong || isUnidirectional ? Math.round(limits.pingInterval / 1000) : undefined
  const time = sendsServerTime ? Date.now() : undefined
  const { session: secret, node } = session.link.emulation ?? noEmulation
  session.reply({
    id,
    connect: { client: session.id, version, expires, ttl, ping, pong, subs, session: secret, node, time, data },
  })
}

/** The token brings channels along: their history is in the reply, live publications follow it. */
async function connectWithChannels(session: Session, request: CommandRequest, grant: ConnectionGrant): Promise<void> {
  const { channels } = grant
  const { limits, namespaces } = session.context
  const { id, fields } = request
  if (channels.size > limits.channelsPerConnection) return session.disconnect(disconnects.channelLimit)
  const positions = (fields['subs'] ?? {}) as Record<string, Record<string, unknown>>
  const subscriptions = new Map<string, Subscription>()
  for (const [channel, { info, overrides }] of channels) {
    const resolved = isChannelName(channel) ? findChannel(channel, namespaces) : undefined
    if (!resolved || !hasAllowedName(channel, resolved)) {
      session.status = 'unusable'
      return session.fail(id, errors.unknownChannel)
    }
    const rules = { ...resolved.rules, ...overrides }
    const options = newSubscription(session, channel, rules, nothingRequested)
    subscriptions.set(channel, { ...options, isServerSide: true, info })
  }
  const results = new Map<string, SubscribeResult>()
  const entries: PreparedEntry[] = []
  try {
    for (const [channel, subscription] of subscriptions) {
      const position = Object.hasOwn(positions, channel) ? positions[channel] : undefined
      const entry = await prepareEntry(session, subscription, recoveryRequest(position ?? {}))
      if (!entry) continue
      results.set(channel, { ...entry.result, data: channels.get(channel)?.data })
      entries.push(entry)
    }
    reply(session, id, grant, results)
  } catch (error) {
    session.status = 'unusable'
    leaveAllChannels(session)
    throw error
  } finally {
    // Also after a failure: it ends what was prepared.
    for (const entry of entries) entry.goLive()
  }
}

export function refresh(session: Session, { id, fields }: CommandRequest): void {
  const { token } = fields
  const { authentication, proxies } = session.context
  // With a backend that refreshes, clients need not.
  if (typeof token !== 'string' || token === '' || proxies.refresh) return session.disconnect(disconnects.badRequest)
  const grant = authentication.connection(token)
  if (!grant.ok) {
    if (grant.reason === 'later') return session.fail(id, errors.internal)
    const isExpired = grant.reason === 'expired'
    return session.disconnect(isExpired ? disconnects.connectionExpired : disconnects.invalidToken)
  }
  // A connection never changes hands.
  if (grant.user !== session.user) return session.disconnect(disconnects.invalidToken)
  // The client gets other channels by connecting again.
  if (hasOtherChannels(session, grant.channels)) return session.disconnect(disconnects.insufficientState)
  if (isOver(grant.expiresAt)) return session.fail(id, errors.expired)
  session.expiresAt = grant.expiresAt
  session.connInfo = grant.info ?? session.connInfo
  session.meta = grant.meta ?? session.meta
  session.reschedule()
  session.reply({ id, refresh: expiryOf(grant.expiresAt) })
}

/** It names one that the client is not in, or not one that the client is in by the token before. */
function hasOtherChannels({ subscriptions, grantedChannels }: Session, named: ReadonlyMap<string, unknown>): boolean {
  const present = new Set(subscriptions.map(({ channel }) => channel))
  if ([...named.keys()].some((channel) => !present.has(channel))) return true
  return [...grantedChannels.keys()].some((channel) => present.has(channel) && !named.has(channel))
}

export const isOver = (expiresAt: number | null) => expiresAt !== null && expiresAt <= Date.now()

/** Seconds that a client is told at most. */
const longestTtl = 365 * 24 * 3600

/** At least a second, or the client would refresh in a tight loop. */
export function expiryOf(expiresAt: number | null): Expiry {
  if (expiresAt === null) return {}
  const ttl = Math.floor((expiresAt - Date.now()) / 1000)
  return { expires: true, ttl: Math.min(longestTtl, Math.max(1, ttl)) }
}
