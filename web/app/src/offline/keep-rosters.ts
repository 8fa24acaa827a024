// Keeps on this device, while there is a network, what a warden needs without one: who is on site, the boards of what is active, and
// what the zones are called; and sends what was tapped before the page was closed. Loaded by start-offline.ts.
import type { useToast } from '@nuxt/ui/composables/useToast'
import { muster } from '@rollcall/contracts/domains/muster'
import { siteRoster } from '@rollcall/contracts/domains/site-roster'
import { wardens } from '@rollcall/contracts/domains/wardens'
import { useDocumentVisibility, useIntervalFn } from '@vueuse/core'
import { effectScope, watch } from 'vue'
import { call } from '../api/call.ts'
import { useActive } from '../emergency/active-store.ts'
import { keepBoard, readKeptBoard } from '../emergency/board/kept-board.ts'
import type { BoardAnswer } from '../emergency/board/kept-board.ts'
import { allZones } from '../emergency/board/search/use-zones.ts'
import { isLookedAt, sendKeptTaps } from '../emergency/board/use-muster.ts'
import { learningTime } from '../realtime/server-clock.ts'
import { useSession } from '../session/session-store.ts'
import { keep, keptStore } from './kept.ts'
import { t } from './texts.ts'

const everyMs = 60_000

/** Answers how to stop. */
export function keepRosters(toast: ReturnType<typeof useToast>): () => void {
  const scope = effectScope(true)
  const leaving = new AbortController()
  scope.run(() => {
    const active = useActive()
    const visible = useDocumentVisibility()
    const round = () => visible.value === 'visible' && void keepAll(leaving.signal)
    useIntervalFn(round, everyMs, { immediateCallback: true })
    watch(
      () => active.events.map(({ id }) => id).join(),
      () => void keepBoards(leaving.signal).catch(() => undefined),
      { immediate: true },
    )
    void sendWhatWaits(toast)
  })
  return () => {
    leaving.abort()
    scope.stop()
  }
}

/** The buildings that a warden answers for; of whoever was named for none, all of them. */
async function ownBuildings(signal: AbortSignal): Promise<(buildingId: string) => boolean> {
  const { buildings } = await call(wardens.mine, {}, signal)
  return (buildingId) => buildings.length === 0 || buildings.some(({ id }) => id === buildingId)
}

/** What cannot be read now is kept as it was, with its age. */
async function keepAll(signal: AbortSignal): Promise<void> {
  const of = useSession().user?.userId
  const quietly = async (work: () => Promise<void>) => work().catch(() => undefined)
  await quietly(async () => {
    const { asOf, people } = await call(siteRoster.read, {}, signal)
    const answersFor = await ownBuildings(signal)
    const roster = { asOf, people: people.filter(({ buildingId }) => answersFor(buildingId)) }
    await keep('answer', 'roster', roster, of, Date.parse(asOf))
  })
  await quietly(async () => keep('answer', 'zones', await allZones(signal), of))
  await quietly(() => keepBoards(signal))
}

/** Of what is active; a board that somebody looks at keeps itself, and what has ended goes. */
async function keepBoards(signal: AbortSignal): Promise<void> {
  const active = useActive()
  if (active.readAt === null || active.stale) return
  const answersFor = await ownBuildings(signal)
  const own = active.events.filter(({ scope }) => scope.buildingIds.some(answersFor)).map(({ id }) => id)
  const store = await keptStore()
  for (const eventId of own) if (!isLookedAt(eventId)) await keepOne(eventId, signal)
  for (const eventId of (await store?.names('board')) ?? []) {
    if (!own.includes(eventId) && !isLookedAt(eventId)) await store?.remove('board', eventId)
  }
}

async function keepOne(eventId: string, signal: AbortSignal): Promise<void> {
  const of = useSession().user?.userId
  const before = (await readKeptBoard(eventId))?.answer ?? null
  const query = { eventId, since: before?.version ?? 0 }
  const answer = await learningTime(() => call(muster.read, { query }, signal))
  await keepBoard(before && answer.since > 0 ? merged(before, answer) : answer, of, Date.now())
}

/** What did not change since is not in the answer. */
function merged(before: BoardAnswer, answer: BoardAnswer): BoardAnswer {
  const people = new Map([...before.people, ...answer.people].map((one) => [one.personId, one]))
  const sweeps = new Map([...before.sweeps, ...answer.sweeps].map((one) => [`${one.floorId}/${one.zoneId}`, one]))
  const answers = new Map([...before.answers, ...answer.answers].map((one) => [`${one.kind}/${one.id}`, one]))
  const changed = { people: [...people.values()], sweeps: [...sweeps.values()], answers: [...answers.values()] }
  return { ...answer, since: 0, ...changed }
}

async function sendWhatWaits(toast: ReturnType<typeof useToast>): Promise<void> {
  for (const eventId of (await (await keptStore())?.names('taps')) ?? []) {
    const { failed, sweepFailed } = sendKeptTaps(eventId)
    watch(
      () => failed.size + sweepFailed.size,
      (count) => {
        if (count === 0 || isLookedAt(eventId)) return
        const [{ why } = { why: '' }] = [...failed.values(), ...sweepFailed.values()]
        const title = t('answersNotSaved', { count })
        // They stay on the device until they were read on the board.
        const actions = [{ label: t('showThem'), to: `/emergency/${eventId}` }]
        toast.add({ id: `kept-${eventId}`, color: 'error', duration: 0, title, description: why, actions })
      },
    )
  }
}
