// API methods about connections: subscribe, unsubscribe, disconnect, refresh, and the node's own description.
import { findChannel } from '../channels/channel-name.ts'
import { readOverrides } from '../channels/rule-overrides.ts'
import { disconnects, type Disconnect } from '../protocol/disconnects.ts'
import { errors } from '../protocol/errors.ts'
import { unsubscribes } from '../protocol/unsubscribes.ts'
import { expiryOf, isOver } from '../session/connect.ts'
import type { RecoveryRequest } from '../session/recovery.ts'
import type { Session } from '../session/session.ts'
import { newSubscription, nothingRequested } from '../session/permissions.ts'
import { noRecovery, prepareEntry, unsubscribeByServer } from '../session/subscription.ts'
import type { ApiContext, ApiMethod } from './api-context.ts'
import { ApiFailure, type ApiParams } from './api-params.ts'
import { resolveChannel } from './channel-methods.ts'

export const subscribe: ApiMethod = async (params, context) => {
  const channel = params.channel()
  const resolved = resolveChannel(channel, context)
  const given = {
    isServerSide: true,
    info: params.json64('info'),
    expiresAt: expiryIn(params),
  }
  const data = params.json64('data')
  const overrides = readOverrides(params.value('override'))
  if (!overrides) throw new ApiFailure(errors.badRequest)
  const rules = { ...resolved.rules, ...overrides }
  const request = recoveryOf(params)
  for (const session of addressed(params, context)) {
    if (session.subscriptionTo(channel)) continue
    const subscription = { ...newSubscription(session, channel, rules, nothingRequested), ...given }
    const entry = await prepareEntry(session, subscription, request)
    if (!entry) continue
    // Clients read no more of this push; what was missed comes as if it came late.
    const { publications = [], position, recoverable, positioned } = entry.result
    session.push('subscribe', { channel, subscribe: { position, recoverable, positioned, data } }, rules.namespace)
    for (const publication of publications) session.pushPublication(subscription, publication)
    entry.goLive()
  }
  return '{}'
}

/** Without a channel: from all of them. */
export const unsubscribe: ApiMethod = async (params, context) => {
  const only = params.text('channel')
  if (only && !findChannel(only, context.namespaces)) throw new ApiFailure(errors.unknownChannel)
  for (const session of addressed(params, context)) {
    for (const channel of only ? [only] : session.subscriptions.map((one) => one.channel)) {
      unsubscribeByServer(session, channel, unsubscribes.byServer)
    }
  }
  return '{}'
}

export const disconnect: ApiMethod = async (params, context) => {
  const spared = new Set(params.texts('whitelist'))
  const how = disconnectOf(params)
  for (const session of addressed(params, context)) if (!spared.has(session.id)) session.disconnect(how)
  return '{}'
}

export const refresh: ApiMethod = async (params, context) => {
  const isExpired = params.flag('expired')
  const connInfo = params.json64('info')
  const expiresAt = expiryIn(params)
  for (const session of addressed(params, context)) {
    if (isExpired || isOver(expiresAt)) session.disconnect(disconnects.connectionExpired)
    else {
      session.expiresAt = expiresAt
      session.connInfo = connInfo ?? session.connInfo
      session.reschedule()
      session.push('refresh', { refresh: expiryOf(expiresAt) })
    }
  }
  return '{}'
}

export const info: ApiMethod = async (_, { hub, connections, node }) => {
  const { clients, users } = connections.counts()
  const { channels, subscriptions } = hub.counts()
  const { uid, name, version, startedAt } = node
  const uptime = Math.floor((Date.now() - startedAt) / 1000)
  const counts = { num_clients: clients, num_users: users, num_channels: channels, num_subs: subscriptions }
  return JSON.stringify({ nodes: [{ uid, name, version, ...counts, uptime }] })
}

/** Null for never. */
function expiryIn(params: ApiParams): number | null {
  const seconds = params.count('expire_at') ?? 0
  return seconds > 0 ? seconds * 1000 : null
}

/** With `recover_since` the client gets what came after that position. */
function recoveryOf(params: ApiParams): RecoveryRequest {
  const since = params.object('recover_since')
  if (!since) return noRecovery
  const { offset = 0, epoch = '' } = since
  if (typeof offset !== 'number' || !Number.isSafeInteger(offset) || offset < 0 || typeof epoch !== 'string') {
    throw new ApiFailure(errors.badRequest)
  }
  return { isRecovering: true, since: { offset, epoch } }
}

/** The connections of a user, or the one of them that `client` or, on a transport that has such secrets, `session` names. */
function addressed(params: ApiParams, { connections }: ApiContext): Iterable<Session> {
  const [user, client, session] = [params.user(), params.text('client'), params.text('session')]
  return [...connections.of(user)].filter(
    ({ id, link }) => (!client || id === client) && (!session || link.emulation?.session === session),
  )
}

function disconnectOf(params: ApiParams): Disconnect {
  const given = params.object('disconnect')
  if (!given) return disconnects.forced
  const { code = disconnects.forced.code, reason = disconnects.forced.reason } = given
  const isCode = typeof code === 'number' && Number.isInteger(code) && code >= 3000 && code <= 4999
  if (!isCode || typeof reason !== 'string' || !isPlainReason(reason)) throw new ApiFailure(errors.badRequest)
  return { code, reason }
}

/** See the table of disconnects: an empty reason, or one that is JSON, confuses the client. */
function isPlainReason(reason: string): boolean {
  if (reason.trim() === '' || Buffer.byteLength(reason) > 123) return false
  try {
    JSON.parse(reason)
    return false
  } catch {
    return true
  }
}
