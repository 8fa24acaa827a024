// `npm run bench -- board [--people N] [--seconds N]`: a drill with everybody on one roster, fifty wardens with the board open while
// people are ticked off and walk about: what it costs the server, what goes over the air to each, and how soon one warden's tap is on
// the others' phones. Beside it the old way: the whole board every five seconds.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import { pinning } from '../measuring/measured-process.ts'
import { percentile } from '../measuring/numbers.ts'
import { watchOthers } from '../measuring/process-meter.ts'
import {
  measurement,
  printGoals,
  printJson,
  printOtherLoad,
  printTable,
  threeFigures,
  type Goal,
} from '../measuring/report.ts'
import { startBoardSite, type BoardSite } from './board-site.ts'
import { movePeople } from './site-queries.ts'
import { createWarden, type Read, type Warden } from './warden.ts'

const wardenCount = 50
const decisionsPerSecond = 15
const promised = 10_000
/** Of the old way: so many wardens, counted up to all. */
const oldWardens = 5
const oldEveryMs = 5000

type Spent = Readonly<Record<keyof BoardSite['meters'] | 'together', number>>
type Result = {
  readonly people: number
  readonly first: { readonly bytes: number; readonly ms: number; readonly allAtOnceMs: number }
  readonly idle: Spent
  /** People are ticked off and nobody looks. */
  readonly unseen: Spent
  readonly drill: Spent
  readonly board: Spent
  readonly bytesPerSecond: number
  readonly readsPerSecond: number
  readonly delay: { readonly p50: number; readonly p95: number; readonly slowest: number; readonly samples: number }
  readonly old: { readonly cores: number; readonly bytesPerSecond: number }
}

await measurement(async () => {
  const { values } = parseArgs({ options: { people: { type: 'string' }, seconds: { type: 'string' } } })
  const sizes = values.people === undefined ? [2000, promised] : [Number(values.people)]
  const seconds = Number(values.seconds ?? 20)
  if (![...sizes, seconds].every((value) => Number.isSafeInteger(value) && value > 0))
    throw new Error('--people and --seconds take a whole number.')
  console.log(`${wardenCount} wardens, ${decisionsPerSecond} decisions a second; ${pinning}. PostgreSQL is not pinned.`)
  const others = watchOthers()
  const results: Result[] = []
  for (const people of sizes) results.push(await measure(people, seconds))
  report(results, others())
})

async function measure(people: number, seconds: number): Promise<Result> {
  const decisions = seconds * decisionsPerSecond
  const site = await startBoardSite(people, wardenCount)
  const stopMoving = keepMoving(site)
  const wardens = site.tokens.map((token, n) => createWarden(site.port, token, `warden-${n}`))
  try {
    const idle = await spending(site, () => sleep(seconds * 300))
    const leader = wardens[0] as Warden
    const body = { scenario: 'fire', mode: 'drill', scope: { buildingIds: [site.buildingId] } }
    const { id } = (await leader.post('/api/emergency/trigger', body)) as { id: string }
    console.log(`${people} people: the drill has begun.`)
    const first = await firstReads(leader, id)
    const { people: roster } = (await leader.readWhole(id, true)).board
    const missing = roster.filter(({ status }) => status === 'unknown').map(({ personId }) => personId)
    const nobodyLooks = { decided: () => undefined }
    const unseen = await spending(site, () => tickOff(wardens, id, missing.splice(0, decisions), nobodyLooks))
    console.log(`${people} people: ${wardenCount} wardens open the board at once.`)
    const delays = createDelays()
    const opening = performance.now()
    const opened = await Promise.all(wardens.map((one, n) => one.follow(id, (changed) => delays.seen(n, changed))))
    const allAtOnceMs = performance.now() - opening
    if (opened.some(({ board }) => board.people.length < people * 0.9)) throw new Error('a board is not whole')
    console.log(`${people} people: they are ticked off.`)
    // What everybody read at once is over, and the machine is quiet again.
    await sleep(2000)
    const before = totals(wardens)
    const drill = await spending(site, () => tickOff(wardens, id, missing.splice(0, decisions), delays))
    const after = totals(wardens)
    await delays.settled()
    const old = await oldWay(site, wardens, id, seconds)
    const failure = wardens.map((one) => one.failure()).find((one) => one !== null)
    if (failure) throw failure
    const perSecond = (spent: number) => spent / wardenCount / seconds
    return {
      people,
      first: { ...first, allAtOnceMs },
      idle,
      unseen,
      drill,
      board: minus(drill, unseen),
      bytesPerSecond: perSecond(after.bytes - before.bytes),
      readsPerSecond: perSecond(after.reads - before.reads),
      delay: delays.result(),
      old,
    }
  } finally {
    for (const one of wardens) one.stop()
    await stopMoving()
    await site.stop()
  }
}

async function firstReads(warden: Warden, eventId: string) {
  const reads: Read[] = []
  for (let n = 0; n < 5; n += 1) reads.push(await warden.readWhole(eventId, true))
  const ms = percentile(Float64Array.from(reads.map((read) => read.ms)).sort(), 0.5)
  return { bytes: reads[0]?.bodyBytes ?? NaN, ms }
}

/** Each decision by another warden; the next person is never one that somebody was quicker about. */
async function tickOff(
  wardens: readonly Warden[],
  eventId: string,
  personIds: readonly string[],
  delays: Pick<Delays, 'decided'>,
): Promise<void> {
  const startedAt = performance.now()
  const answers: Promise<unknown>[] = []
  for (const [n, personId] of personIds.entries()) {
    await sleep(Math.max(0, startedAt + (n / decisionsPerSecond) * 1000 - performance.now()))
    const by = n % wardens.length
    delays.decided(personId, by)
    const decidedAt = new Date().toISOString()
    answers.push(
      (wardens[by] as Warden).post(`/api/emergency/${eventId}/account`, { personId, status: 'accounted', decidedAt }),
    )
  }
  await Promise.all(answers)
  await sleep(Math.max(0, startedAt + (personIds.length / decisionsPerSecond) * 1000 - performance.now()))
}

type Delays = ReturnType<typeof createDelays>

/** From a tap to each of the other phones, milliseconds. */
function createDelays() {
  const decided = new Map<string, { readonly at: number; readonly waiting: Set<number> }>()
  const all: number[] = []
  return {
    decided(personId: string, by: number) {
      const others = Array.from({ length: wardenCount }, (_, n) => n).filter((n) => n !== by)
      decided.set(personId, { at: performance.now(), waiting: new Set(others) })
    },
    seen(warden: number, people: readonly MusterPerson[]) {
      for (const { personId, status } of people) {
        const tap = status === 'accounted' ? decided.get(personId) : undefined
        if (tap?.waiting.delete(warden)) all.push(performance.now() - tap.at)
      }
    },
    /** A tap that did not reach every phone voids the measurement. */
    async settled() {
      const deadline = performance.now() + 10_000
      while ([...decided.values()].some(({ waiting }) => waiting.size > 0)) {
        if (performance.now() > deadline) throw new Error('a decision did not reach every warden within ten seconds')
        await sleep(50)
      }
    },
    result() {
      const sorted = Float64Array.from(all).sort()
      if (sorted.length === 0) throw new Error('no decision was seen by anybody')
      return {
        p50: percentile(sorted, 0.5),
        p95: percentile(sorted, 0.95),
        slowest: percentile(sorted, 1),
        samples: sorted.length,
      }
    },
  }
}

/** The whole board every five seconds, not compressed. Of few wardens, and then counted up: more would need more than the machine has. */
async function oldWay(site: BoardSite, wardens: readonly Warden[], eventId: string, seconds: number) {
  const some = wardens.slice(0, oldWardens)
  const rounds = Math.max(1, Math.round((seconds * 500) / oldEveryMs))
  const quiet = await spending(site, () => sleep(oldEveryMs))
  const bytesBefore = totals(some).bytes
  const startedAt = performance.now()
  const spent = await spending(site, async () => {
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all(
        some.map(async (one, n) => {
          await sleep((n / some.length) * oldEveryMs)
          await one.readWhole(eventId, false)
        }),
      )
      await sleep(Math.max(0, startedAt + (round + 1) * oldEveryMs - performance.now()))
    }
  })
  const bytes = (totals(some).bytes - bytesBefore) / some.length / (rounds * (oldEveryMs / 1000))
  return { cores: (minus(spent, quiet).together / some.length) * wardenCount, bytesPerSecond: bytes }
}

/** Cores that each process kept busy meanwhile. */
async function spending(site: BoardSite, work: () => Promise<unknown>): Promise<Spent> {
  const readAll = () => Object.entries(site.meters).map(([name, meter]) => [name, meter()] as const)
  const before = new Map(readAll())
  const startedAt = performance.now()
  await work()
  const microseconds = (performance.now() - startedAt) * 1000
  const cores = readAll().map(([name, spent]) => [name, (spent - (before.get(name) ?? 0)) / microseconds] as const)
  const together = cores.reduce((sum, [, each]) => sum + each, 0)
  return { ...(Object.fromEntries(cores) as Record<keyof BoardSite['meters'], number>), together }
}

function minus(a: Spent, b: Spent): Spent {
  const names = Object.keys(a) as (keyof Spent)[]
  return Object.fromEntries(names.map((name) => [name, a[name] - b[name]])) as Spent
}

function totals(wardens: readonly Warden[]) {
  return {
    bytes: wardens.reduce((sum, one) => sum + one.wireBytes(), 0),
    reads: wardens.reduce((sum, one) => sum + one.reads(), 0),
  }
}

/** Positions go on changing, whatever is measured. */
function keepMoving({ db }: BoardSite): () => Promise<void> {
  let second = 0
  let running: Promise<void> = Promise.resolve()
  let failure: unknown = null
  const timer = setInterval(() => {
    running = movePeople(db, (second += 1)).catch((error: unknown) => void (failure = error))
  }, 1000)
  return async () => {
    clearInterval(timer)
    await running
    if (failure) throw failure
  }
}

function report(results: readonly Result[], otherCores: number): void {
  const names = ['backend', 'web', 'relay', 'PostgreSQL', 'together'] as const
  for (const { people, idle, unseen, drill, board } of results)
    printTable(
      `Cores, ${people} people`,
      ['', ...names],
      [
        ['positions change, no drill', ...names.map((name) => idle[name])],
        ['drill, ticked off, nobody looks', ...names.map((name) => unseen[name])],
        [`drill, ticked off, ${wardenCount} wardens look`, ...names.map((name) => drill[name])],
        ['what their looking costs', ...names.map((name) => board[name])],
      ],
    )
  printTable(
    'Each warden',
    ['people', 'KB/s', 'reads/s', 'delay p50 ms', 'p95', 'slowest', 'first read KB', 'ms', 'all at once ms'],
    results.map(({ people, bytesPerSecond, readsPerSecond, delay, first }) => [
      String(people),
      bytesPerSecond / 1024,
      readsPerSecond,
      delay.p50,
      delay.p95,
      delay.slowest,
      first.bytes / 1024,
      first.ms,
      first.allAtOnceMs,
    ]),
  )
  printTable(
    `The old way: the whole board every ${oldEveryMs / 1000} s, counted up to ${wardenCount} wardens`,
    ['people', 'cores', 'times the new way', 'KB/s each', 'times the new way'],
    results.map(({ people, old, board, bytesPerSecond }) => [
      String(people),
      old.cores,
      old.cores / board.together,
      old.bytesPerSecond / 1024,
      old.bytesPerSecond / bytesPerSecond,
    ]),
  )
  printOtherLoad(otherCores)
  const goals = results.flatMap(goalsOf)
  printGoals(goals)
  printJson({ measurement: 'board', results, otherCores, goals })
}

function goalsOf({ people, board, bytesPerSecond, delay }: Result): Goal[] {
  const at = `${threeFigures(people)} people`
  return [
    { says: `cores for ${wardenCount} wardens who look, ${at}`, measured: board.together, atMost: 0.25 },
    { says: `KB per second and warden, ${at}`, measured: bytesPerSecond / 1024, atMost: 20 },
    { says: `from a tap to the other phones, p95 ms, ${at}`, measured: delay.p95, atMost: 1000 },
  ]
}
