// One client's conversation: takes frames, runs commands in their order, answers. Created by a transport for each connection.
import type { Authentication } from '../authentication/authentication.ts'
import type { ConnectionProxies } from '../centrifugo/configuration/proxy-options.ts'
import { asWhole } from '../centrifugo/delta/delta-publication.ts'
import { namespaceLabel } from '../channels/channel-name.ts'
import type { Namespaces } from '../channels/channel-rules.ts'
import type { Engine } from '../engine/engine.ts'
import type { Connections } from '../hub/connections.ts'
import type { Hub } from '../hub/hub.ts'
import type { Link } from '../hub/link.ts'
import type { ChannelSubscription, Subscriber } from '../hub/subscriber.ts'
import type { UpkeepWheel, ScheduledItem } from '../hub/upkeep-wheel.ts'
import type { Limits } from '../limits.ts'
import type { Log } from '../log.ts'
import type { MapPresence } from '../map/map-presence.ts'
import type { Metrics } from '../operators/metrics.ts'
import { disconnectOf, disconnects, type Disconnect } from '../protocol/disconnects.ts'
import { errors, type ProtocolError } from '../protocol/errors.ts'
import { Unwritable, type Frame } from '../protocol/format.ts'
import type { ClientInfo, Command, CommandRequest, Publication, Push, Reply } from '../protocol/messages.ts'
import type { Subscription } from './client-subscription.ts'
import { spend, type Spender } from './command-budget.ts'

/** What a session leaves to the files that work on sessions; `session-actions.ts` has them together. */
export type SessionActions = {
  runCommand: (session: Session, request: CommandRequest) => void | Promise<void>
  endSubscription: (session: Session, channel: string, why: 'expired' | 'insufficientState') => void
  connectionExpired: (session: Session) => void
  leaveAllChannels: (session: Session) => void
}

/** What all sessions of a node have in common: rules, limits, and where channels and tokens are looked after. */
export type SessionContext = {
  limits: Limits
  namespaces: Namespaces
  authentication: Authentication
  proxies: ConnectionProxies
  actions: SessionActions
  connections: Connections<Session>
  hub: Hub
  wheel: UpkeepWheel
  engine: Engine
  mapPresence: MapPresence
  metrics: Metrics
  log: Log
  /** Told to clients at connect. */
  version: string
  /** The reply to a connect carries the time. */
  sendsServerTime: boolean
}

/** `unusable`: a connect failed, the client must come again. `evicted`: too slow, waits for its queue to empty. */
type Status = 'new' | 'connected' | 'unusable' | 'evicted' | 'closed'

const noChannels: ReadonlyMap<string, unknown> = new Map()

/** How long an evicted client may take to read what is queued, so that it learns why it was closed. */
const evictionDelay = 5_000

export class Session implements Subscriber, Spender, ScheduledItem {
  readonly id: string = crypto.randomUUID()
  readonly link: Link
  readonly context: SessionContext
  /** A new list with every change. Few have many, and a map for each would cost more than all else about the connection. */
  subscriptions: readonly Subscription[] = []
  commandsLeft: number
  filledAt = 0
  refusals = 0
  status: Status = 'new'
  user = ''
  clientName = ''
  /** Of the token: what is told to others in presence, as JSON text, and its channels. */
  connInfo: string | undefined = undefined
  /** For backends: from the token or one of them; JSON text. */
  meta: string | undefined = undefined
  emulatedHeaders: Readonly<Record<string, unknown>> | undefined = undefined
  grantedChannels: ReadonlyMap<string, unknown> = noChannels
  /** Milliseconds; null for never. */
  expiresAt: number | null = null
  isSlow = false
  readonly since = Date.now()
  /** The command in progress and the namespace that it is about, for the metrics. */
  currentCommand = ''
  currentNamespace = ''
  /** Of the wheel, see there. */
  before: ScheduledItem | null = null
  after: ScheduledItem | null = null
  /** When the next upkeep step is due, by status: stale, ping, eviction. */
  private dueAt: number
  private pongDueAt: number | null = null
  /** Commands that wait for the one in progress; null when none is. */
  private waiting: Command[] | null = null

  constructor(link: Link, context: SessionContext) {
    this.link = link
    this.context = context
    this.commandsLeft = context.limits.commandBurst
    this.dueAt = this.since + context.limits.staleCloseDelay
  }

  /** The transport is ready to send. */
  opened(): void {
    this.context.connections.add(this)
    this.reschedule()
  }

  receive(frame: Frame): void {
    if (this.status === 'evicted' || this.status === 'closed') return
    if (this.link.isUnidirectional && this.status !== 'new') return
    const commands = this.link.format.decode(frame, this.context.limits.commandsPerFrame)
    if (!commands) return this.disconnect(disconnects.badRequest)
    if (!this.waiting) return this.process(commands)
    this.waiting.push(...commands)
    if (this.waiting.length > this.context.limits.commandBurst) this.disconnect(disconnects.tooManyRequests)
  }

  /**
   * In order: a command that has to wait for the engine holds back those after it. Clients send their subscriptions along with the
   * connect; when that fails they are dropped with it, for older clients take any close frame after it for the last word.
   */
  private process(commands: Command[]): void {
    const wasUsable = this.status !== 'unusable'
    let done = 0
    for (const command of commands) {
      done++
      if (this.status === 'evicted' || this.status === 'closed') return
      if (this.status === 'unusable' && wasUsable) return
      this.countCommand(command)
      const pending = command.name === 'pong' ? this.pong() : this.context.actions.runCommand(this, command)
      if (!pending) continue
      this.waiting = commands.slice(done)
      void this.continueAfter(pending)
      return
    }
  }

  private countCommand(command: Command): void {
    const { metrics, namespaces } = this.context
    const isPong = command.name === 'pong'
    this.currentCommand = isPong ? 'client_pong' : command.name
    this.currentNamespace = isPong ? '' : namespaceLabel(command.fields['channel'], namespaces)
    metrics.received(this.link.transport, this.currentCommand, this.currentNamespace, command.size)
  }

  private async continueAfter(pending: Promise<void>): Promise<void> {
    await pending
    const rest = this.waiting ?? []
    this.waiting = null
    if (this.status !== 'unusable') this.process(rest)
  }

  reply(reply: Reply): void {
    this.write(() => this.link.format.reply(reply), this.currentCommand, this.currentNamespace)
  }

  fail(id: number, error: ProtocolError): void {
    this.context.metrics.commandFailed(this.currentCommand, error.code, this.currentNamespace)
    if (this.link.isUnidirectional) return this.disconnect(disconnectOf(error))
    this.reply({ id, error })
  }

  push(type: 'subscribe' | 'unsubscribe' | 'refresh' | 'publication', push: Push, namespace = ''): void {
    this.write(() => this.link.format.push(push), `push_${type}`, namespace)
  }

  /** Whoever reads only JSON and asked for data that is none is closed. */
  private write(encode: () => Frame, type: string, namespace: string): void {
    try {
      this.send(encode(), type, namespace)
    } catch (error) {
      if (!(error instanceof Unwritable)) throw error
      this.disconnect(disconnects.inappropriateProtocol)
    }
  }

  pushPublication({ channel, usesDelta, rules }: ChannelSubscription, publication: Publication): void {
    const pub = usesDelta ? asWhole(publication, this.link.format) : publication
    this.push('publication', { channel, pub }, rules.namespace)
  }

  private send(frame: Frame, type: string, namespace: string): void {
    if (this.status === 'evicted' || this.status === 'closed') return
    this.link.send(frame)
    this.context.metrics.sent(this.link.transport, type, namespace, 1, frame.length)
    if (this.link.queuedBytes() > this.context.limits.queueSize) this.evict()
  }

  /** After a successful connect command. The first ping comes at a random time, to spread those of many clients. */
  established(): void {
    this.status = 'connected'
    this.link.identified()
    const { pingInterval } = this.context.limits
    this.dueAt = Date.now() + pingInterval / 2 + (Math.random() * pingInterval) / 2
    this.reschedule()
  }

  /** After every change of a time at which something is due. */
  reschedule(): void {
    const { limits, wheel } = this.context
    let endsAt = (this.expiresAt ?? Infinity) + limits.expiredCloseDelay
    for (const { expiresAt } of this.subscriptions) {
      if (expiresAt !== null) endsAt = Math.min(endsAt, expiresAt + limits.expiredSubCloseDelay)
    }
    wheel.schedule(this, Math.min(this.dueAt, this.pongDueAt ?? Infinity, endsAt))
  }

  /** Called by the wheel when something may be due. */
  upkeep(now: number): void {
    this.doWhatIsDue(now)
    if (this.status !== 'closed') this.reschedule()
  }

  private doWhatIsDue(now: number): void {
    const { limits, actions } = this.context
    if (this.pongDueAt !== null && now >= this.pongDueAt) return this.disconnect(disconnects.noPong)
    if (this.expiresAt !== null && now >= this.expiresAt + limits.expiredCloseDelay)
      return actions.connectionExpired(this)
    for (const { channel, expiresAt } of this.subscriptions) {
      if (expiresAt !== null && now >= expiresAt + limits.expiredSubCloseDelay)
        actions.endSubscription(this, channel, 'expired')
    }
    if (now < this.dueAt) return
    if (this.status === 'evicted') return this.disconnect(disconnects.slow)
    if (this.status !== 'connected') return this.disconnect(disconnects.stale)
    this.dueAt = now + limits.pingInterval
    const { ping, isUnidirectional } = this.link
    if (ping || !isUnidirectional) this.pongDueAt = now + limits.pongTimeout
    ping?.()
    if (!ping || isUnidirectional) this.send(this.link.format.ping, 'server_ping', '')
  }

  /** The transport's own ping was answered. */
  linkPonged(): void {
    if (this.link.ping) this.pongDueAt = null
  }

  private pong(): void {
    if (this.pongDueAt === null) return this.disconnect(disconnects.badRequest)
    this.context.metrics.ponged(this.link.transport, Date.now() - (this.pongDueAt - this.context.limits.pongTimeout))
    this.pongDueAt = null
  }

  /** The client is too slow: nothing more is queued; it is closed when it has read what is, or after a short time. */
  evict(): void {
    if (this.status === 'evicted' || this.status === 'closed') return
    this.context.metrics.evicted()
    this.context.actions.leaveAllChannels(this)
    this.status = 'evicted'
    this.pongDueAt = null
    this.dueAt = Date.now() + evictionDelay
    this.reschedule()
  }

  missedPublications(channel: string): void {
    this.context.actions.endSubscription(this, channel, 'insufficientState')
  }

  /** The transport's queue is empty again. */
  drained(): void {
    if (this.link.queuedBytes() > 0) return
    if (this.status === 'evicted') this.disconnect(disconnects.slow)
    else this.context.hub.queues.drained(this)
  }

  disconnect({ code, reason }: Disconnect): void {
    if (this.status === 'closed') return
    this.context.metrics.disconnected(this.link.transport, code)
    // Socket first, so that a slow engine never keeps a dead connection open.
    this.link.close(code, reason)
    this.closed()
  }

  /** The connection is gone, whoever ended it. */
  closed(): void {
    if (this.status === 'closed') return
    this.context.actions.leaveAllChannels(this)
    if (this.user !== '' || this.status === 'connected') this.context.metrics.action('remove_client')
    this.status = 'closed'
    const { connections, hub, wheel } = this.context
    connections.remove(this)
    wheel.remove(this)
    hub.queues.forget(this)
  }

  subscriptionTo(channel: string): Subscription | undefined {
    return this.subscriptions.find((one) => one.channel === channel)
  }

  get info(): ClientInfo {
    return { user: this.user, client: this.id, connInfo: this.connInfo }
  }

  /** Refuses a command beyond the rate; who goes on regardless is closed. False when the command must not run. */
  mayRun(id: number, cost: number): boolean {
    const verdict = spend(this, this.context.limits, cost, Date.now())
    if (verdict === 'refuse') this.fail(id, errors.tooManyRequests)
    if (verdict === 'close') this.disconnect(disconnects.tooManyRequests)
    return verdict === 'ok'
  }
}
