// The board's view of one emergency: the feed beside this file, bound to the address of the page, the API and the relay. It
// outlives the page: whoever returns sees at once what was known, and what waits for a connection is sent meanwhile.
import { EmergencyNotice, eventChannel } from '@rollcall/contracts/channels'
import { muster, type Muster } from '@rollcall/contracts/domains/muster'
import { z } from 'zod'
import { effectScope, onScopeDispose, watch } from 'vue'
import { call } from '../../api/call.ts'
import { unreachable } from '../../api/problem-error.ts'
import { keep, keptStore } from '../../offline/kept.ts'
import { useLive } from '../../realtime/live-store.ts'
import { learningTime } from '../../realtime/server-clock.ts'
import { useChannel } from '../../realtime/use-channel.ts'
import { useSession } from '../../session/session-store.ts'
import { keptBoard } from './kept-board.ts'
import { storedTaps } from './stored-taps.ts'
import { createMusterFeed } from './muster-feed.ts'
import type { MusterFeed } from './muster-feed.ts'

/** By emergency, of whoever is signed in: the one looked at last, and those with something left to send. */
const feeds = new Map<string, MusterFeed>()
const lookedAt = new Set<string>()
/** A connection that hangs is none: without an answer by then it is tried again. */
const patienceMs = 15_000
const Notice = EmergencyNotice.shape.data.pick({}).extend({ version: z.number().optional() })

/** More than any screen shows at once. first.js asks for as many. */
const onFirstScreen = 40
/** A first read that began before its board; it is taken once. */
let early: { readonly eventId: string; readonly first: Promise<Muster> } | null = null

/** Whoever is on the way to a board that is not known yet. */
export function readEarly(eventId: string): void {
  if (feeds.has(eventId)) return
  early = { eventId, first: inTime((signal) => readFirst(eventId, signal)) }
  // The board then reads by itself.
  early.first.catch(() => undefined)
}

const readFirst = (eventId: string, signal: AbortSignal) =>
  learningTime(() => call(muster.read, { query: { eventId, since: 0, atMost: onFirstScreen } }, signal))

function takeEarly(eventId: string): Promise<Muster> | undefined {
  if (early?.eventId !== eventId) return undefined
  const { first } = early
  early = null
  return first
}

export function useMuster(eventId: string): MusterFeed {
  const live = useLive()
  const existing = feeds.get(eventId)
  existing?.resume()
  const feed = existing ?? open(eventId)
  useChannel(eventChannel(eventId), (message) => {
    const notice = z.object({ data: Notice }).safeParse(message)
    feed.heard(notice.data?.data.version)
  })
  // What was announced while nobody listened is read when the connection comes or goes.
  watch(
    () => live.relay,
    () => void feed.refresh(),
  )
  lookedAt.add(eventId)
  onScopeDispose(() => {
    lookedAt.delete(eventId)
    feed.stop()
  })
  return feed
}

function open(eventId: string): MusterFeed {
  const session = useSession()
  for (const [id, other] of feeds) if (other.pending.size + other.sweepPending.size === 0) feeds.delete(id)
  const params = { id: eventId }
  const userId = session.user?.userId
  const feed = createMusterFeed({
    read: (since, leaving) =>
      inTime((signal) => learningTime(() => call(muster.read, { query: { eventId, since } }, signal)), leaving),
    readFirst: (leaving) => takeEarly(eventId) ?? inTime((signal) => readFirst(eventId, signal), leaving),
    account: (personId, { status, method, note, at: decidedAt }) => {
      const body = { personId, status, method: method === 'scan' ? method : ('manual' as const), note, decidedAt }
      return inTime((signal) => call(muster.account, { params, body }, signal))
    },
    accountMany: (personIds, { status, method, note, at: decidedAt }) => {
      const body = { ids: [...personIds], status, method: method === 'sweep' ? method : ('bulk' as const) }
      return inTime((signal) => call(muster.accountMany, { params, body: { ...body, note, decidedAt } }, signal))
    },
    sweep: ({ at: decidedAt, ...body }) =>
      inTime((signal) => call(muster.sweep, { params, body: { ...body, decidedAt } }, signal)),
    me: session.user?.displayName ?? '',
    ...(session.can('emergency.account') && {
      stored: storedTaps({ store: keptStore, keep: (taps) => keep('taps', eventId, taps, userId) }, eventId),
      kept: keptBoard(eventId),
    }),
  })
  feeds.set(eventId, feed)
  // What one account tapped is never sent by another.
  const scope = effectScope(true)
  scope.run(() =>
    watch(
      () => session.user?.userId,
      () => {
        feed.end()
        feeds.delete(eventId)
        scope.stop()
      },
    ),
  )
  return feed
}

/** Whether the board is read, and kept, by its page. */
export const isLookedAt = (eventId: string) => lookedAt.has(eventId)

/** Sends what was tapped before the page was closed, whether or not its board is opened. */
export function sendKeptTaps(eventId: string): MusterFeed {
  const existing = feeds.get(eventId)
  // Its page may be open: that goes on reading.
  if (existing) return existing
  const feed = open(eventId)
  feed.stop()
  return feed
}

async function inTime<T>(work: (signal: AbortSignal) => Promise<T>, leaving?: AbortSignal): Promise<T> {
  const patience = AbortSignal.timeout(patienceMs)
  try {
    return await work(leaving ? AbortSignal.any([leaving, patience]) : patience)
  } catch (error) {
    if (patience.aborted && !leaving?.aborted) throw unreachable()
    throw error
  }
}
