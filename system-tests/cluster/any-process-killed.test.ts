// Kill any one process of the cluster while wardens work on a drill and others read: nothing that was acknowledged is lost or doubled, every
// board reads again within ten seconds, and an alarm is never refused. Judged by what was asked and answered, and by the report.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../setup/child-process.ts'
import { passing, prove } from './proof.ts'
import { proofSize } from './proof-size.ts'
import { patienceMs } from './running-cluster.ts'
import { alarms, createRecord, readers, signedIn, type Site, warden } from './wardens.ts'
import { startWholeCluster, type WholeCluster } from './whole-cluster.ts'

let cluster: WholeCluster
let site: Site
beforeAll(async () => {
  cluster = await startWholeCluster(proofSize.people)
  site = await signedIn(cluster.url, cluster.account)
}, patienceMs)
afterAll(() => cluster.stop())

type Report = { readonly timeline: readonly { readonly personId: string | null; readonly text: string }[] }
type Board = { readonly people: readonly { readonly personId: string; readonly status: string }[] }
/** How long a page may be wrong after a kill. */
const blindMostMs = 10_000

/** Waits until it answers, as long as it takes. */
async function read<T>(path: string): Promise<T> {
  const data = await until(`${path} answers`, async () => (await site.ask('GET', path)).data, patienceMs)
  return data as T
}

async function drill() {
  type Context = { readonly buildings: readonly { readonly id: string }[] }
  const { buildings } = await read<Context>('/api/context')
  const active = await read<readonly { readonly id: string }[]>('/api/emergency/active')
  for (const { id } of active)
    await site.ask('PATCH', `/api/emergency/${id}`, { state: 'resolved', confirmMissing: true })
  const isSeen = async () => (await read<{ total?: number }>('/api/dashboard/overview').catch(() => null)) !== null
  await until('the site answers', isSeen, patienceMs)
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

async function once() {
  const { body, eventId } = await drill()
  const { people } = await read<Board>(`/api/emergency/muster?eventId=${eventId}`)
  const ids = people.map(({ personId }) => personId)
  const record = createRecord()
  const over = new AbortController()
  const wardens = Array.from({ length: proofSize.wardens }, (_, n) =>
    warden(
      site,
      eventId,
      ids.filter((_, at) => at % proofSize.wardens === n),
      record,
      over.signal,
    ),
  )
  const others = [alarms(site, body, record, over.signal), readers(site, proofSize.requests, record, over.signal)]
  const blind: Record<string, number> = {}
  for (const [name, pid] of await cluster.pids()) {
    record.blindMs = 0
    process.kill(pid, 'SIGKILL')
    await until(`${name} is back`, async () => ((await cluster.pids()).get(name) ?? pid) !== pid, patienceMs)
    await passing(proofSize.betweenKills)
    blind[name] = Math.round(record.blindMs)
  }
  over.abort()
  const boards = await Promise.all(wardens)
  await Promise.all(others)
  const { timeline } = await read<Report>(`/api/emergency/${eventId}/report`)
  const now = new Map(
    (await read<Board>(`/api/emergency/muster?eventId=${eventId}`)).people.map((one) => [one.personId, one.status]),
  )
  const lines = (personId: string) =>
    timeline.filter((line) => line.personId === personId && line.text.includes(': excused')).length
  return {
    faults: {
      lost: [...record.settled].filter((personId) => now.get(personId) !== 'excused'),
      doubled: ids.filter((personId) => lines(personId) > 1),
      unwritten: [...record.settled].filter((personId) => lines(personId) === 0),
      'blind for more than ten seconds': Object.entries(blind).filter(([, ms]) => ms > blindMostMs),
      refused: record.refused,
      'late alarms': record.alarmsMs.filter((ms) => ms > blindMostMs),
      'wrong boards': boards.filter((board) =>
        [...record.settled].some((id) => board.has(id) && now.get(id) === undefined),
      ),
    },
    figures: {
      killed: Object.keys(blind).length,
      blindMs: blind,
      settled: record.settled.size,
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
