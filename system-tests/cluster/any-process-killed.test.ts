// Kill any one process of the cluster while wardens work on a drill and others read: nothing that was acknowledged is lost or doubled, every
// page is right again within ten seconds, and an alarm is never refused. Judged by what was asked and answered, and by the report.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../setup/child-process.ts'
import { isPassing } from '../setup/passing-answer.ts'
import { passing, prove } from './proof.ts'
import { proofSize } from './proof-size.ts'
import { patienceMs } from './running-cluster.ts'
import { signedIn, type Site } from './signed-in-site.ts'
import { alarms, type Asked, createRecord, readers, warden, watchMarkers } from './wardens.ts'
import { startWholeCluster, type WholeCluster } from './whole-cluster.ts'

let cluster: WholeCluster
let site: Site
beforeAll(async () => {
  cluster = await startWholeCluster(proofSize.people)
  site = await signedIn(cluster.url, cluster.account)
}, patienceMs)
afterAll(() => cluster?.stop())

type Ids = readonly { readonly id: string }[]
type Context = { readonly buildings: readonly { readonly id: string; readonly floors: Ids }[] }
type Report = { readonly timeline: readonly { readonly personId: string | null; readonly text: string }[] }
type Board = { readonly people: readonly { readonly personId: string; readonly status: string }[] }
/** How long a page may be wrong after a kill. */
const wrongMostMs = 10_000

/** Waits for the answer while a process is away; a refusal is none. */
async function read<T>(path: string): Promise<T> {
  const reply = await until(`${path} answers`, async () => answered(await site.ask('GET', path)), patienceMs)
  if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}.`)
  return reply.data as T
}
const answered = (reply: { status: number; data: unknown }) => (isPassing(reply.status) ? null : reply)

async function drill(buildings: Ids) {
  for (const { id } of await read<Ids>('/api/emergency/active')) {
    const end = { state: 'resolved', resolution: 'drill_complete', confirmMissing: true }
    expect((await site.ask('PUT', `/api/emergency/${id}`, end)).status, 'the drill before ends').toBe(200)
  }
  const body = {
    scenario: 'fire',
    mode: 'drill',
    scope: { buildingIds: buildings.map(({ id }) => id) },
    message: 'A drill.',
    idempotencyKey: `proof-${Date.now()}`,
  }
  const { status, data } = await site.ask('POST', '/api/emergency/trigger', body)
  expect(status, 'the drill begins').toBe(201)
  return { body, eventId: (data as { id: string }).id }
}

const badgesSince = (record: Asked, at: number) =>
  [...record.markers].filter(([, seenAt]) => seenAt > at).map(([badge]) => badge)

/** Badges that have only just been heard for the first time take longer, and a kill would be blamed for it. */
async function everybodyShown({ markers }: Asked) {
  let [shown, since] = [0, performance.now()]
  const isStill = () => {
    if (markers.size > shown) [shown, since] = [markers.size, performance.now()]
    return shown > proofSize.people / 2 && performance.now() - since > 10_000
  }
  await until('everybody is shown', isStill, patienceMs)
}

/** Of the badges seen in the ten seconds before a kill: how long until nine of ten were seen again. */
async function markersBack(record: Asked, killedAt: number): Promise<number> {
  const known = badgesSince(record, killedAt - 10_000)
  const isBack = () => known.filter((badge) => (record.markers.get(badge) ?? 0) > killedAt).length >= known.length * 0.9
  await until('the markers are back', isBack, patienceMs)
  return Math.round(performance.now() - killedAt)
}

/** Kills one after the other; answers what followed, by name. */
async function killAll(record: Asked) {
  const followed: Record<string, { wrongMs: number; page: string; markersMs: number }> = {}
  const allBadges = record.markers.size
  for (const name of proofSize.killed ?? (await cluster.pids()).keys()) {
    // What has only just begun is not yet well, and would be blamed on the kill.
    const isWell = () => badgesSince(record, performance.now() - 5000).length > allBadges * 0.9
    await until('all markers move', isWell, patienceMs)
    await cluster.whole()
    const pid = (await cluster.pids()).get(name)
    // Process 0 would be whoever asks.
    if (!pid) throw new Error(`No process "${name}" runs (CLUSTER_KILLED).`)
    record.takeWorst()
    const killedAt = performance.now()
    process.kill(pid, 'SIGKILL')
    const isBack = async () => ![undefined, pid].includes((await cluster.pids()).get(name))
    const [markersMs] = await Promise.all([
      name === 'simulator' ? 0 : markersBack(record, killedAt),
      until(`${name} is back`, isBack, patienceMs),
    ])
    await passing(proofSize.betweenKills)
    const { page, ms } = record.takeWorst()
    followed[name] = { wrongMs: ms, page, markersMs }
    console.log(`${name} was killed: ${JSON.stringify(followed[name])}, ${record.settled.size} settled so far`)
  }
  return followed
}

async function once() {
  const { buildings } = await read<Context>('/api/context')
  const floorIds = buildings.flatMap(({ floors }) => floors.map(({ id }) => id))
  const record = createRecord()
  const markers = watchMarkers(site, floorIds, record)
  await everybodyShown(record)
  const { body, eventId } = await drill(buildings)
  const { people } = await read<Board>(`/api/emergency/muster?eventId=${eventId}`)
  const ids = people.map(({ personId }) => personId)
  console.log(`${ids.length} people are on the board, ${record.markers.size} badges on the floors`)
  const over = new AbortController()
  const wardens = Array.from({ length: proofSize.wardens }, (_, n) => {
    const mine = ids.filter((_, at) => at % proofSize.wardens === n)
    return warden(site, { eventId, mine, name: `board ${n}` }, record, over.signal)
  })
  const lists = ['/api/emergency/active', '/api/alerts', '/api/activity', '/api/personnel?pageSize=50']
  const floors = floorIds.map((id) => `/api/context/floor/${id}`)
  const pages = ['/api/context', '/api/dashboard/summary', ...lists, ...floors]
  const others = [
    alarms(site, body, record, over.signal),
    readers(site, pages, proofSize.requests, record, over.signal),
  ]
  await until('every page was read', () => record.pages() === pages.length + wardens.length, patienceMs)
  await until('the load is usual', () => record.reads > 20 * proofSize.requests, patienceMs)
  const followed = await killAll(record)
  over.abort()
  const boards = await Promise.all(wardens)
  await Promise.all(others)
  markers.close()
  for (const { look } of boards) await until('a board is read', look, patienceMs)
  const { timeline } = await read<Report>(`/api/emergency/${eventId}/report`)
  const now = await read<Board>(`/api/emergency/muster?eventId=${eventId}`)
  const settled = [...record.settled]
  const excused = new Set(now.people.filter(({ status }) => status === 'excused').map(({ personId }) => personId))
  const lines = (personId: string) =>
    timeline.filter((line) => line.personId === personId && line.text.includes('excused')).length
  return {
    faults: {
      lost: settled.filter((personId) => !excused.has(personId)),
      doubled: ids.filter((personId) => lines(personId) > 1),
      unwritten: settled.filter((personId) => lines(personId) === 0),
      'pages wrong for more than ten seconds': Object.entries(followed).filter(
        ([, { wrongMs, markersMs }]) => Math.max(wrongMs, markersMs) > wrongMostMs,
      ),
      refused: record.refused,
      'late alarms': record.alarmsMs.filter((ms) => ms > wrongMostMs),
      'wrong boards': boards.filter(({ board }) => settled.some((personId) => board.get(personId) !== 'excused')),
    },
    figures: {
      killed: Object.keys(followed).length,
      followed,
      settled: settled.length,
      alarms: record.alarmsMs.length,
      slowestAlarmMs: Math.round(Math.max(...record.alarmsMs)),
      reads: record.reads,
      failedReads: record.failedReads,
    },
  }
}

it('any one process may be killed', async () => {
  expect(await prove('any process killed', once)).toEqual([])
})
