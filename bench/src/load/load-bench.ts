// `npm run test:load [-- --seconds N --requests N]`: the whole product on this machine at once, through the server layer: 2,000 badges heard every
// second, 500 browsers with a floor each, 200 requests a second of people who read and change, and then a drill with fifty wardens. A single
// answer that is no success, or a browser that hears nothing, voids it.
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { parseArgs } from 'node:util'
import { measuredIds } from '../backend/data-queries.ts'
import { badgesOf } from '../backend/ingest.ts'
import { spentOf } from '../backend/requests.ts'
import { startBoardSite, tokenFor, type BoardSite } from '../board/board-site.ts'
import { createPhone } from '../board/phone.ts'
import { createWarden } from '../board/warden.ts'
import { createTraffic } from '../ingest/load.ts'
import { cpuMicroseconds, residentBytes, watchOthers } from '../measuring/process-meter.ts'
import { postRaddecs } from '../measuring/product-processes.ts'
import { measurement, printGoals, printJson, printOtherLoad, printTable } from '../measuring/report.ts'
import { floorIds } from './floor-queries.ts'
import { watchFloor } from './floor-watcher.ts'
import { officeWork } from './office-work.ts'

const size = { badges: 2000, floors: 10, browsers: 500, wardens: 50, offices: 40, taps: 3 } as const
type Load = { readonly seconds: number; readonly requests: number }
/** After a start every badge is new at once, and path loss is learnt eagerly. */
const warmUpSeconds = 40
/** The pages of who is at work before it rings are not measured: the programs have only just been started. */
const officeSeconds = 20
const slices = 20
/** What five hundred browsers hear is forgotten at once; its buffers would have the whole heap looked through again and again. */
setFlagsFromString('--heap-growing-percent=400')

await measurement(async () => {
  const options = { seconds: { type: 'string', default: '600' }, requests: { type: 'string', default: '200' } } as const
  const { values } = parseArgs({ options })
  const load = { seconds: Number(values.seconds), requests: Number(values.requests) }
  if (!Object.values(load).every((value) => Number.isSafeInteger(value) && value >= 10))
    throw new Error('--seconds and --requests take a whole number of 10 or more.')
  const others = watchOthers()
  const site = await startBoardSite(size.badges, size.wardens, { floors: size.floors, side: 'everywhere' })
  try {
    report(await run(site, load), load)
    console.log(site.sharedOut)
  } finally {
    await site.stop()
  }
  printOtherLoad(others())
})

async function run(site: BoardSite, { seconds, requests }: Load) {
  const over = new AbortController()
  const hearing = hearBadges(site, over.signal)
  await during(hearing, sleep(warmUpSeconds * 1000))
  console.log('The badges are heard; the browsers come.')
  const floors = await floorIds(site.db)
  const watchers = await Promise.all(
    Array.from({ length: size.browsers }, (_, n) => watchFloor(site.port, floors[n % floors.length]!, `browser-${n}`)),
  )
  const offices = await Promise.all(
    Array.from({ length: size.offices }, async (_, n) =>
      createPhone(site.port, await tokenFor(site.db, `Office ${n}`, 'admin'), `office-${n}`),
    ),
  )
  const work = officeWork(offices, await measuredIds(site.db), floors)
  await during(hearing, paced(requests, officeSeconds, work))
  console.log(`People are at work; the alarm rings, and it goes on for ${seconds} s.`)
  const before = spentBy(site)
  const [asked, { taps, wardens }] = await during(
    hearing,
    Promise.all([paced(requests, seconds, (n) => work(n + requests * officeSeconds)), drill(site, seconds)]),
  )
  const after = spentBy(site)
  const deliveries = watchers.map((one) => one.deliveries())
  const failure = [...watchers, ...wardens].map((one) => one.failure()).find((one) => one !== null)
  if (failure) throw failure
  if (deliveries.some((count) => count === 0)) throw new Error('a browser heard nothing')
  for (const one of [...watchers, ...wardens, ...offices]) one.stop()
  over.abort()
  await hearing
  return { asked, taps, deliveries: deliveries.reduce((sum, count) => sum + count, 0), before, after }
}

/** By process: processor time since its start, and memory now. */
function spentBy({ pids }: BoardSite) {
  const { user, system } = process.cpuUsage()
  const spent = Object.entries(pids).map(([name, pid]): [string, { microseconds: number; megabytes: number }] => [
    name,
    { microseconds: cpuMicroseconds(pid), megabytes: residentBytes(pid) / 2 ** 20 },
  ])
  const ours = { microseconds: user + system, megabytes: process.memoryUsage.rss() / 2 ** 20 }
  return Object.fromEntries([...spent, ['the load itself', ours]])
}

/** Every badge once a second, in parts as gateways send them. */
async function hearBadges({ db, backend }: BoardSite, over: AbortSignal): Promise<void> {
  const traffic = createTraffic(await badgesOf(db, size.badges), size.badges)
  const begun = performance.now()
  const underWay = new Set<Promise<void>>()
  const send = async (raddecs: readonly object[]) => {
    const { status } = await postRaddecs(backend.port, raddecs)
    if (status !== 202) throw new Error(`readings were answered with ${status}`)
  }
  for (let step = 0; !over.aborted; step += 1) {
    await sleep(Math.max(0, begun + (step * 1000) / slices - performance.now()))
    const sent = send(traffic(Math.floor(step / slices), step % slices, slices))
    underWay.add(sent)
    await Promise.race([sent.finally(() => underWay.delete(sent)), sleep(1000 / slices)])
  }
  await Promise.all(underWay)
}

/** From the alarm on: every warden opens the board, then they tap. */
async function drill(site: BoardSite, seconds: number) {
  const begun = performance.now()
  const wardens = site.tokens.map((token, n) => createWarden(site.port, token, `warden-${n}`))
  const body = { scenario: 'fire', mode: 'drill', scope: { buildingIds: [site.buildingId] } }
  const { id: eventId } = (await wardens[0]!.post('/api/emergency/trigger', body)) as { id: string }
  const [first, ...others] = wardens
  const opened = await first!.follow(eventId, () => undefined)
  await Promise.all(others.map((one) => one.follow(eventId, () => undefined, opened)))
  const missing = opened.board.people.filter(({ status }) => status === 'unknown').map(({ personId }) => personId)
  if (missing.length < size.badges / 2) throw new Error(`only ${missing.length} people are on the board`)
  const left = seconds - Math.ceil((performance.now() - begun) / 1000)
  const taps = await paced(size.taps, left, async (n) => {
    const status = n < missing.length ? 'accounted' : 'excused'
    const tap = { personId: missing[n % missing.length], status, decidedAt: new Date().toISOString() }
    await wardens[n % wardens.length]!.post(`/api/emergency/${eventId}/account`, tap)
  })
  return { wardens, taps }
}

/** What goes wrong beside it ends it. */
function during<T>(beside: Promise<void>, work: Promise<T>): Promise<T> {
  return Promise.race([work, beside.then(() => work)])
}

/** By the clock, whether or not the answers before have come, until the first mistake; milliseconds of each, from when it was due. */
async function paced(perSecond: number, seconds: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  const begun = performance.now()
  const spent: number[] = []
  const mistakes: unknown[] = []
  const underWay: Promise<void>[] = []
  for (let n = 0; n < perSecond * seconds && mistakes.length === 0; n += 1) {
    const dueAt = begun + (1000 * n) / perSecond
    const rest = dueAt - performance.now()
    if (rest > 0) await sleep(rest)
    const one = async () => {
      await work(n)
      spent.push(performance.now() - dueAt)
    }
    underWay.push(one().catch((error: unknown) => void mistakes.push(error)))
  }
  await Promise.all(underWay)
  if (mistakes.length > 0) throw mistakes[0]
  return spent
}

function report(result: Awaited<ReturnType<typeof run>>, { seconds, requests }: Load): void {
  const { asked, taps, deliveries, before, after } = result
  const p99 = (spent: readonly number[]) => spent.toSorted((a, b) => a - b)[Math.floor(spent.length * 0.99)] ?? NaN
  const row = (name: string, spent: readonly number[]) => {
    const { p50, p95, slowest, samples } = spentOf(spent)
    return [name, samples, p50, p95, p99(spent), slowest]
  }
  printTable(
    `${size.badges} badges, ${size.browsers} browsers on ${size.floors} floors, ${size.wardens} wardens, ${seconds} s`,
    ['', 'answers', 'p50 ms', 'p95 ms', 'p99 ms', 'slowest ms'],
    [row(`${requests} requests a second`, asked), row(`${size.taps} taps a second`, taps)],
  )
  const perProcess = Object.entries(after).map(([name, now]) => {
    const was = before[name]!
    return [name, (now.microseconds - was.microseconds) / 1e6 / seconds, was.megabytes, now.megabytes]
  })
  printTable('Processes', ['', 'cores', 'MB before', 'MB after'], perProcess as (string | number)[][])
  console.log(`\n${deliveries.toLocaleString('en')} messages reached the browsers.`)
  printGoals([
    { says: 'answers, p99 ms', measured: p99(asked), atMost: 250 },
    { says: 'taps, p99 ms', measured: p99(taps), atMost: 250 },
  ])
  printJson({ answers: asked.length, p99: p99(asked), tapsP99: p99(taps), deliveries, before, after })
}
