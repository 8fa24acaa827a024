// The faults of a whole system, each injected for real into the product as `npm start` runs it, while wardens work on a drill and others add
// and are denied: judged by what was asked and answered, by rows, audit lines and views. A fault is held when nothing was lost, doubled or
// left unwritten, no answer is one that nobody can act on, and every view is the database's again within fifteen seconds.
// FAULT_RUNS=3 tries each three times. `npm run test:faults -- whole-system`.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRecord, signedIn, type Site, warden, watchMarkers } from '../cluster/wardens.ts'
import { until } from '../setup/child-process.ts'
import { addAssets, beDenied, type Calls } from './call-history.ts'
import {
  badgesNow,
  forgetAssets,
  refuseChanges,
  rosterOf,
  storedAssets,
  takeChanges,
  takeConnections,
} from './fault-queries.ts'
import { judgeCalls } from './judge-calls.ts'
import { type ProcessName, processNames, type Product, startProduct } from './supervised-product.ts'

const runs = Number(process.env['FAULT_RUNS'] ?? 1)
/** Milliseconds until every view is right again, after what was done has been undone. */
const recoveredWithin = 15_000
const patienceMs = 90_000
const wardens = 3
const fewestBadges = 20

let product: Product
let site: Site
beforeAll(async () => {
  product = await startProduct()
  site = await signedIn(product.url, product.account('admin'))
}, 180_000)
afterAll(() => product?.stop())

type Ids = readonly { readonly id: string }[]
type Context = { readonly buildings: readonly { readonly id: string; readonly floors: Ids }[] }

/** Resolves when what was done has been undone. */
type Fault = (product: Product) => Promise<void>

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // It ended at this moment.
  }
}
const killed =
  (...names: readonly ProcessName[]): Fault =>
  async (whole) => {
    const before = names.map(whole.pidOf)
    for (const pid of before) signal(pid, 'SIGKILL')
    await until(
      `${names.join(', ')} run again`,
      () => names.every((name, at) => isBack(whole, name, before[at])),
      patienceMs,
    )
  }
const stopped =
  (name: ProcessName, seconds: number): Fault =>
  async ({ pidsOf }) => {
    const pids = pidsOf(name)
    for (const pid of pids) signal(pid, 'SIGSTOP')
    await sleep(seconds * 1000)
    // Whoever watches over it may have ended it meanwhile.
    for (const pid of pids) signal(pid, 'SIGCONT')
  }
/** Runs a fifth of the time. */
const slowed =
  (name: ProcessName, seconds: number): Fault =>
  async ({ pidOf }) => {
    const pid = pidOf(name)
    for (let step = 0; step < seconds; step += 1) {
      signal(pid, 'SIGSTOP')
      await sleep(800)
      signal(pid, 'SIGCONT')
      await sleep(200)
    }
  }
const readOnly: Fault = async (whole) => {
  await refuseChanges(whole)
  await sleep(10_000)
  await takeChanges(whole)
}
/** Who was connected is sent away, and nobody else is let in. */
const connectionsTaken: Fault = async (whole) => {
  const free = await takeConnections(whole)
  await sleep(10_000)
  await free()
}
const auditDiskFull: Fault = async ({ fillAuditDisk }) => {
  const free = fillAuditDisk()
  await sleep(10_000)
  free()
}
/** As after a power cut: all at once, and back in whatever order they come. */
const everythingKilled = killed(...processNames)
const oneAfterTheOther: Fault = async (whole) => {
  const order = processNames.toSorted(() => Math.random() - 0.5)
  console.log(`In this order: ${order.join(', ')}.`)
  for (const name of order) {
    await until(`${name} runs`, () => isBack(whole, name, undefined), patienceMs)
    await killed(name)(whole)
  }
}

/** Another than before. */
function isBack({ pidOf }: Product, name: ProcessName, before: number | undefined): boolean {
  try {
    return pidOf(name) !== before
  } catch {
    return false
  }
}

const faults: Record<string, Fault> = {
  'the relay is killed': killed('relay'),
  'the relay stands still for ten seconds': stopped('relay', 10),
  'the backend is killed': killed('backend'),
  'the backend stands still for twenty seconds': stopped('backend', 20),
  'the backend is slow': slowed('backend', 15),
  'the web server is killed': killed('web'),
  'the web server stands still for ten seconds': stopped('web', 10),
  'the database is killed': killed('database'),
  'the database stands still for twenty seconds': stopped('database', 20),
  'the database takes no changes': readOnly,
  'the database has no connection left': connectionsTaken,
  'the disk of the audit file is full': auditDiskFull,
  'everything is killed': everythingKilled,
  'one process after the other is killed': oneAfterTheOther,
}

async function once(fault: Fault) {
  const over = new AbortController()
  const calls: Calls = { added: [], denied: [] }
  const record = createRecord()
  const { buildings } = await until(
    'the site is read',
    async () => (await site.ask('GET', '/api/context')).data as Context,
    patienceMs,
  )
  const markers = watchMarkers(
    site,
    buildings.flatMap(({ floors }) => floors.map(({ id }) => id)),
    record,
  )
  // Whoever was not seen is not on a board.
  await until('badges are seen', async () => (await badgesNow(product)).length > fewestBadges, patienceMs)
  const eventId = await beginDrill(buildings)
  const people = [...(await rosterOf(product, eventId)).keys()]
  const working = Array.from({ length: wardens }, (_, n) => {
    const mine = people.filter((_, at) => at % wardens === n)
    return warden(site, { eventId, mine, name: `board ${n}` }, record, over.signal)
  })
  const others = [addAssets(site, calls, over.signal), beDenied(site, calls, over.signal)]
  await until('people work', () => calls.added.length > 10 && record.settled.size > 0, patienceMs)
  await fault(product)
  const undoneAt = performance.now()
  await until('every view is right again', () => isRight(calls, record, undoneAt), patienceMs)
  const recoveredMs = Math.round(performance.now() - undoneAt)
  over.abort()
  await Promise.all(others)
  const boards = await Promise.all(working)
  markers.close()
  for (const { look } of boards) await until('a board is read', look, patienceMs)
  const roster = await rosterOf(product, eventId)
  const isAstray = ({ board }: (typeof boards)[number]) => [...roster].some(([id, status]) => board.get(id) !== status)
  const found = judgeCalls(calls, await storedAssets(product), product.auditLines())
  await endDrill(eventId)
  await forgetAssets(product)
  return {
    recoveredMs,
    figures: { added: calls.added.length, denied: calls.denied.length, taps: record.settled.size },
    found: {
      ...found,
      tapsLost: [...record.settled].filter((id) => roster.get(id) !== 'excused'),
      boardsAstray: boards.flatMap((one, n) => (isAstray(one) ? [n] : [])),
      refused: record.refused,
      late: recoveredMs > recoveredWithin ? [recoveredMs] : [],
    },
  }
}

async function endDrill(eventId: string): Promise<void> {
  const end = { state: 'resolved', resolution: 'drill_complete', confirmMissing: true }
  await site.ask('PUT', `/api/emergency/${eventId}`, end)
}

async function beginDrill(buildings: Ids): Promise<string> {
  const body = {
    scenario: 'fire',
    mode: 'drill',
    scope: { buildingIds: buildings.map(({ id }) => id) },
    message: 'A drill.',
    idempotencyKey: `fault-${Date.now()}`,
  }
  const { status, data } = await site.ask('POST', '/api/emergency/trigger', body)
  expect(status, 'the drill begins').toBe(201)
  return (data as { id: string }).id
}

/** Something was added and denied since, every board was read, and every badge that was located since is where a page can see it. */
async function isRight(calls: Calls, record: ReturnType<typeof createRecord>, since: number): Promise<boolean> {
  const isDone = ({ status, atMs }: Calls['added'][number]) => status > 0 && status < 500 && atMs > since
  if (!calls.added.some(isDone) || !calls.denied.some(isDone) || record.takeWorst().ms > 3000) return false
  const badges = await badgesNow(product).catch(() => [])
  return badges.length > fewestBadges && badges.every((id) => (record.markers.get(id) ?? 0) > since)
}

/** Ends what it left behind. */
async function nothingKnown(error: Error) {
  const { data } = await site.ask('GET', '/api/emergency/active')
  for (const { id } of (data ?? []) as Ids) await endDrill(id)
  return { recoveredMs: Number.NaN, figures: {}, found: { notJudged: [error.message] } }
}

it('every fault is held', async () => {
  const lines: string[] = []
  let [tried, held] = [0, 0]
  const wanted = process.env['FAULTS']
  for (const [name, fault] of Object.entries(faults).filter(([one]) => !wanted || new RegExp(wanted).test(one)))
    for (let run = 1; run <= runs; run += 1) {
      const { recoveredMs, figures, found } = await once(fault).catch(nothingKnown)
      const wrong = Object.entries(found).filter(([, list]) => list.length > 0)
      tried += 1
      if (wrong.length === 0) held += 1
      else lines.push(`${name}, run ${run}: ${JSON.stringify(Object.fromEntries(wrong)).slice(0, 500)}`)
      const verdict = wrong.length === 0 ? 'held' : `not held (${wrong.map(([what]) => what).join(', ')})`
      console.log(`${name}: ${verdict}, right again after ${recoveredMs} ms. ${JSON.stringify(figures)}`)
    }
  console.log(`faults ${tried} held ${held}`)
  expect(lines).toEqual([])
})
