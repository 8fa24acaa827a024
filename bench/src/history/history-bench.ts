// `npm run bench -- history [--rows N] [--data FOLDER]`: what pages ask of the past, over ten million stored positions and years of
// emergencies, visits and activity; and what heavy work leaves of the event loop while its thread is busy.
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { writeAudit } from '@rollcall/backend/audit/write-audit'
import { connect } from '@rollcall/backend/database/connect'
import { migrate } from '@rollcall/backend/database/migrate'
import { ensurePartitions } from '@rollcall/backend/database/partition-queries'
import type { Database } from '@rollcall/backend/database/schema'
import { listActivity } from '@rollcall/backend/domains/activity/activity-queries'
import { listEmergencies } from '@rollcall/backend/domains/emergency/emergency-queries'
import { peopleOnSite } from '@rollcall/backend/domains/emergency/evidence-queries'
import { heatOfFloor, presenceOnFloor } from '@rollcall/backend/domains/positions/kept-history-queries'
import { workInThread } from '@rollcall/backend/heavy/heavy-work'
import { startDatabase } from '../measuring/database-server.ts'
import { median } from '../measuring/numbers.ts'
import { watchOthers } from '../measuring/process-meter.ts'
import { measurement, printGoals, printJson, printOtherLoad, printTable } from '../measuring/report.ts'
import {
  analyse,
  countSince,
  fillActivity,
  fillEmergencies,
  fillHour,
  fillSite,
  fillVisits,
  historyRows,
} from './fill-queries.ts'

const hours = 24
const repeats = 7
const pastEmergencies = 5000

await measurement(async () => {
  const { values } = parseArgs({ options: { rows: { type: 'string' }, data: { type: 'string' } } })
  const rows = Number(values.rows ?? 10_000_000)
  const others = watchOthers()
  const server = await startDatabase(values.data)
  const connection = connect({ url: server.url, poolSize: 4, statementTimeoutMs: 0 })
  try {
    const { db } = connection
    await migrate(db)
    const past = Date.now() - 30 * 3_600_000
    await ensurePartitions(db, past)
    await ensurePartitions(db, Date.now())
    await countSince(db, new Date(past))
    const floorIds = await fillSite(db)
    const storing = await fillDay(db, rows)
    const times = await measureQuestions(db, floorIds[0] ?? '')
    printTable('Questions, median', ['question', 'ms'], Object.entries(times))
    const lag = await measureLag(db, server.url)
    printTable('Event loop meanwhile', ['work', 'p99 ms', 'most ms'], lag)
    console.log(`\n${await historyRows(db)} positions stored; ${Math.round(storing)} µs each, with the counting.`)
    printGoals([
      { says: "a floor-day's heat map, ms", measured: times['heat map of a floor-day'] ?? Number.NaN, atMost: 300 },
      {
        says: 'the list of emergencies, after years against none, times',
        measured:
          (times[`emergencies, ${pastEmergencies} of the past`] ?? 0) / Math.max(1, times['emergencies, none'] ?? 0),
        atMost: 3,
      },
      { says: 'event loop during heavy work, p99 ms', measured: Math.max(...lag.map(([, p99]) => p99)), atMost: 20 },
      {
        says: 'event loop during heavy work, most ms',
        measured: Math.max(...lag.map(([, , most]) => most)),
        atMost: 50,
      },
    ])
    printOtherLoad(others())
    printJson({ times, lag, storing })
  } finally {
    await connection.close()
    await server.stop()
  }
})

/** Microseconds for each row. */
async function fillDay(db: Database, rows: number): Promise<number> {
  const began = performance.now()
  for (let hour = hours; hour > 0; hour--) {
    await fillHour(db, hour, rows / hours)
    if (hour % 6 === 1) console.log(`${hours + 1 - hour} of ${hours} hours are stored.`)
  }
  const took = performance.now() - began
  await analyse(db)
  return (took * 1000) / rows
}

async function measureQuestions(db: Database, floorId: string): Promise<Record<string, number>> {
  const now = Date.now()
  const from = new Date(now - hours * 3_600_000).toISOString()
  const to = new Date(now).toISOString()
  const list = { page: 1, pageSize: 25 }
  const times: Record<string, number> = {}
  const measure = async (name: string, ask: () => Promise<unknown>, times_ = repeats) => {
    const taken: number[] = []
    for (let round = 0; round < times_; round++) {
      const began = performance.now()
      await ask()
      taken.push(performance.now() - began)
    }
    times[name] = median(taken)
  }
  await measure('heat map of a floor-day', () => heatOfFloor(db, { floorId, from, to }, 1))
  await measure('badges on a floor over a day', () => presenceOnFloor(db, { floorId, from, to, parts: 120 }))
  await countSince(db, new Date())
  await measure('the same heat map from the history itself', () => heatOfFloor(db, { floorId, from, to }, 1), 2)
  await measure(
    'the same badges from the history itself',
    () => presenceOnFloor(db, { floorId, from, to, parts: 120 }),
    2,
  )
  await measure('emergencies, none', () => listEmergencies(db, list))
  await fillEmergencies(db, pastEmergencies)
  await analyse(db)
  await measure(`emergencies, ${pastEmergencies} of the past`, () => listEmergencies(db, list))
  await fillActivity(db, 400_000)
  await analyse(db)
  const total = async () => 0
  await measure('activity by a word of its text', () => listActivity(db, { ...list, q: 'room 976' }, total))
  await measure('activity by a name', () => listActivity(db, { ...list, q: 'person 7919' }, total))
  const building = (await db.selectFrom('buildings').select('id').executeTakeFirstOrThrow()).id
  await measure('who is on site, no visits', () => peopleOnSite(db, [building]))
  await fillVisits(db, 100_000)
  await analyse(db)
  await measure('who is on site, 100,000 past visits', () => peopleOnSite(db, [building]))
  return times
}

async function measureLag(db: Database, url: string): Promise<[string, number, number][]> {
  const file = pathToFileURL(
    join(fileURLToPath(new URL('../..', import.meta.url)), 'backend', 'dist', 'heavy-worker.js'),
  )
  const heavy = workInThread({ url, file })
  const columns = ['Name', 'Number', 'Department', 'E-mail'].map((title) => ({ key: title, title }))
  const table = {
    subtitle: 'Measured',
    columns,
    rows: Array.from({ length: 10_000 }, (_, n) => [`Person ${n}`, n, 'D', 'e@x']),
  }
  const nobody = { actorId: null, actorEmail: null, actorRole: null, ip: null, method: null, requestId: null }
  const entries = Array.from({ length: 2000 }, (_, n) => ({
    action: 'x',
    resource: 'y',
    entityId: String(n),
    after: { n },
  }))
  for (let part = 0; part < 50; part++) await db.transaction().execute((tx) => writeAudit(tx, nobody, entries))
  const lags: [string, number, number][] = []
  const during = async (name: string, work: () => Promise<unknown>) => {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    await work()
    delay.disable()
    lags.push([name, delay.percentile(99) / 1e6, delay.max / 1e6])
  }
  await heavy.run('peopleCsv', { ...table, rows: [] })
  await during('nothing', () => new Promise((resolve) => setTimeout(resolve, 2000)))
  await during('PDF of 10,000 people', () => heavy.run('peoplePdf', table))
  await during('audit log of 100,000 records', () => heavy.run('verifyAudit', null))
  await heavy.stop()
  return lags
}
