// `subscribe` to a map: its values page by page, then the changes since the first page, then live. Small maps take one request. Who
// was away asks for the changes alone. Called by `session/subscribe.ts`, which has checked that the client may.
import { asWhole } from '../centrifugo/delta/delta-publication.ts'
import type { Hub } from '../hub/hub.ts'
import { disconnects } from '../protocol/disconnects.ts'
import { errors, type ProtocolError } from '../protocol/errors.ts'
import type { CommandRequest, Publication, StreamPosition, SubscribeResult } from '../protocol/messages.ts'
import { matchesTags } from '../protocol/tags-filter.ts'
import type { Subscription } from '../session/client-subscription.ts'
import { expiryOf } from '../session/connect.ts'
import { recoveryRequest, wholeNumber } from '../session/recovery-request.ts'
import type { Session } from '../session/session.ts'
import { goLive, infoIn, isStillIn, leaveChannel } from '../session/subscription.ts'
import { asMapChain } from './map-delta-subscribers.ts'
import type { MapRules } from './map-rules.ts'

/** What a request is about. */
const phases = { live: 0, stream: 1, state: 2 }

/** A subscription whose client has not read everything yet. */
type CatchUp = {
  readonly subscription: Subscription
  readonly rules: MapRules
  /** Told to the client when it is live. */
  readonly data: string | undefined
  /** Where the first page was read; null before. */
  position: StreamPosition | null
  /** The end of the stream when it was first asked for. */
  streamTop: number | null
  /** What is published meanwhile, where no stream keeps it. */
  collected: ReturnType<Hub['collect']> | null
  /** It took too long. */
  isAbandoned: boolean
}

const catchUps = new WeakMap<Subscription, CatchUp>()

function catchUpIn(session: Session, channel: unknown): CatchUp | undefined {
  const subscription = typeof channel === 'string' ? session.subscriptionTo(channel) : undefined
  return subscription && catchUps.get(subscription)
}

/** That of an earlier request which this one continues. */
export function unfinishedMap(session: Session, fields: CommandRequest['fields']): CatchUp | undefined {
  const isNew = fields['phase'] === phases.state && !fields['cursor']
  return isNew || !fields['type'] ? undefined : catchUpIn(session, fields['channel'])
}

/** Whoever starts anew needs the rest of an earlier attempt no more. */
export function forgetAbandoned(session: Session, channel: unknown): void {
  const catchUp = catchUpIn(session, channel)
  if (catchUp?.isAbandoned) leaveChannel(session, catchUp.subscription.channel)
}

export async function enterMap(
  session: Session,
  request: CommandRequest,
  subscription: Subscription,
  rules: MapRules,
  data: string | undefined,
): Promise<void> {
  const { id, fields } = request
  const { phase = 0, cursor, recover } = fields
  if (cursor || (phase === phases.stream && rules.streamSize > 0 && recover !== true))
    return session.fail(id, errors.permissionDenied)
  subscription.isPositioned = subscription.isRecoverable = rules.streamSize > 0
  session.subscriptions = [...session.subscriptions, subscription]
  const entering = session.context.engine.enter(subscription.channel)
  const catchUp: CatchUp = {
    subscription,
    rules,
    data,
    position: null,
    streamTop: null,
    collected: null,
    isAbandoned: false,
  }
  catchUps.set(subscription, catchUp)
  try {
    await entering
    await continueMap(session, request, catchUp)
  } catch (error) {
    leave(session, catchUp)
    throw error
  }
  if (!subscription.isLive && isStillIn(session, subscription)) limitTime(catchUp)
}

function limitTime(catchUp: CatchUp): void {
  setTimeout(() => {
    catchUp.isAbandoned = true
    catchUp.collected?.stop()
  }, catchUp.rules.catchUpTime).unref()
}

export async function continueMap(session: Session, request: CommandRequest, catchUp: CatchUp): Promise<void> {
  const { phase = 0 } = request.fields
  if (catchUp.isAbandoned) {
    leave(session, catchUp)
    return session.disconnect(disconnects.slow)
  }
  try {
    if (phase === phases.state) return await statePage(session, request, catchUp)
    if (phase === phases.stream) return await streamPage(session, request, catchUp)
    if (phase === phases.live) return await becomeLive(session, request, catchUp, sinceOf(request), null)
  } catch (error) {
    leave(session, catchUp)
    throw error
  }
  refuse(session, request, catchUp, errors.badRequest)
}

async function statePage(session: Session, request: CommandRequest, catchUp: CatchUp): Promise<void> {
  const { engine, hub } = session.context
  const { subscription, rules } = catchUp
  const { channel } = subscription
  const { cursor, epoch } = request.fields
  const keepsStream = rules.streamSize > 0
  if (!keepsStream) catchUp.collected ??= hub.collect(channel)
  const limit = pageSize(request, rules)
  const after = typeof cursor === 'string' ? cursor : undefined
  const page = await engine.maps.read(channel, { after, limit })
  if (!isStillIn(session, subscription)) return catchUp.collected?.stop()
  const first = (catchUp.position ??= page.position)
  const isOther = page.position.epoch !== first.epoch || (typeof epoch === 'string' && epoch && epoch !== first.epoch)
  if (isOther) return refuse(session, request, catchUp, errors.unrecoverablePosition)
  // What was changed since the first page comes with the changes.
  const values = page.values.filter(({ offset }) => offset <= first.offset)
  const isNear = first.offset + limit >= page.position.offset
  if (page.cursor === '' && (isNear || !keepsStream)) return becomeLive(session, request, catchUp, first, values)
  const state = sent(session, subscription, values)
  session.reply({
    id: request.id,
    subscribe: { position: first, map: { phase: phases.state, cursor: page.cursor, state } },
  })
}

async function streamPage(session: Session, request: CommandRequest, catchUp: CatchUp): Promise<void> {
  const { engine } = session.context
  const { subscription, rules } = catchUp
  if (rules.streamSize === 0) return refuse(session, request, catchUp, errors.badRequest)
  const since = sinceOf(request)
  const isOther = since.epoch !== '' && catchUp.position !== null && since.epoch !== catchUp.position.epoch
  if (isOther) return refuse(session, request, catchUp, errors.unrecoverablePosition)
  catchUp.streamTop ??= (await engine.history(subscription.channel, { limit: 0 })).position.offset
  const limit = pageSize(request, rules)
  if (since.offset + limit >= catchUp.streamTop) return becomeLive(session, request, catchUp, since, null)
  const { publications, position } = await engine.history(subscription.channel, { since, limit })
  if (!isStillIn(session, subscription)) return
  const last = publications.at(-1)
  if (position.epoch !== since.epoch || publications[0]?.offset !== since.offset + 1 || !last)
    return refuse(session, request, catchUp, errors.unrecoverablePosition)
  session.reply({
    id: request.id,
    subscribe: {
      position: { epoch: position.epoch, offset: last.offset },
      publications: sent(session, subscription, publications),
      map: { phase: phases.stream },
    },
  })
}

/** With what came since the position. `values`: the last page; null when the client has them all. */
async function becomeLive(
  session: Session,
  request: CommandRequest,
  catchUp: CatchUp,
  since: StreamPosition,
  values: readonly Publication[] | null,
): Promise<void> {
  const { engine, hub, metrics } = session.context
  const { subscription, rules, data } = catchUp
  const { channel, usesDelta, filter } = subscription
  const collected = (catchUp.collected ??= hub.collect(channel))
  if (subscription.rules.presence && isStillIn(session, subscription))
    await engine.addPresence(channel, infoIn(session, subscription))
  const changes = rules.streamSize > 0 ? await changesSince(session, catchUp, since) : null
  collected.stop()
  if (!isStillIn(session, subscription)) return
  if (changes === 'lost') return refuse(session, request, catchUp, errors.unrecoverablePosition)
  const publications = changes?.publications ?? collected.publications
  // The client tries again.
  if (!collected.isComplete || (changes && hasGap(publications, since)))
    return refuse(session, request, catchUp, errors.internal)
  const passed = publications.filter(({ tags }) => matchesTags(filter, tags))
  const position = changes?.position ?? { epoch: since.epoch, offset: 0 }
  const isRecovering = values === null && request.fields['recover'] === true
  if (isRecovering) metrics.recovered(true, subscription.rules.namespace, passed.length)
  const { expires, ttl } = expiryOf(subscription.expiresAt)
  const result: SubscribeResult = {
    expires,
    ttl,
    data,
    position,
    recoverable: subscription.isRecoverable,
    wasRecovering: isRecovering,
    recovered: isRecovering,
    delta: usesDelta,
    publications: usesDelta ? asMapChain(passed, session.link.format) : passed,
    map: { state: sent(session, subscription, values ?? []) },
  }
  catchUps.delete(subscription)
  session.reply({ id: request.id, subscribe: result })
  if (!isStillIn(session, subscription)) return
  goLive(session, subscription)
  if (usesDelta) hub.knowMap(channel, [...(values ?? []), ...passed])
}

/** From the stream, and what came in while it was read. */
async function changesSince(
  session: Session,
  { subscription, rules, collected }: CatchUp,
  since: StreamPosition,
): Promise<{ publications: readonly Publication[]; position: StreamPosition } | 'lost'> {
  const { liveLimit } = rules
  const { channel } = subscription
  const { publications, position } = await session.context.engine.history(channel, { since, limit: liveLimit + 1 })
  const first = publications[0]?.offset ?? position.offset + 1
  if (position.epoch !== since.epoch || first !== since.offset + 1 || publications.length > liveLimit) return 'lost'
  const later = collected?.publications.filter(({ offset }) => offset > position.offset) ?? []
  const { offset } = later.at(-1) ?? position
  return { publications: [...publications, ...later], position: { epoch: position.epoch, offset } }
}

const hasGap = (publications: readonly Publication[], since: StreamPosition) =>
  publications.some(({ offset }, at) => offset !== since.offset + 1 + at)

/** As this subscription reads them, without what its filter drops. */
function sent({ link }: Session, { filter, usesDelta }: Subscription, publications: readonly Publication[]) {
  const passed = publications.filter(({ tags }) => matchesTags(filter, tags))
  return usesDelta ? passed.map((publication) => asWhole(publication, link.format)) : passed
}

const sinceOf = ({ fields }: CommandRequest): StreamPosition => recoveryRequest(fields).since

function pageSize({ fields }: CommandRequest, { pageSize: usual, smallestPage, largestPage }: MapRules): number {
  return Math.min(largestPage, Math.max(smallestPage, wholeNumber(fields['limit']) || usual))
}

function refuse(session: Session, { id }: CommandRequest, catchUp: CatchUp, error: ProtocolError): void {
  leave(session, catchUp)
  session.fail(id, error)
}

function leave(session: Session, { subscription, collected }: CatchUp): void {
  collected?.stop()
  if (isStillIn(session, subscription)) leaveChannel(session, subscription.channel)
}
