// `npm run bench -- history [--rows N] [--data FOLDER]`: what pages ask of the past, over ten million stored positions and years of
// emergencies, visits and activity.
import { parseArgs } from 'node:util'
import { connect } from '@rollcall/backend/database/connect'
import { migrate } from '@rollcall/backend/database/migrate'
import { ensurePartitions } from '@rollcall/backend/database/partition-queries'
import type { Database } from '@rollcall/backend/database/schema'
import { listActivity } from '@rollcall/backend/domains/activity/activity-queries'
import { listEmergencies } from '@rollcall/backend/domains/emergency/emergency-queries'
import { peopleOnSite } from '@rollcall/backend/domains/emergency/evidence-queries'
import { positionHistory } from '@rollcall/backend/domains/positions/history-queries'
import { heatOfFloor, presenceOnFloor } from '@rollcall/backend/domains/positions/kept-history-queries'
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
    console.log(`\n${await historyRows(db)} positions stored; ${Math.round(storing)} µs each, with the counting.`)
    printGoals([
      { says: "a floor-day's heat map, ms", measured: times['heat map of a floor-day'] ?? Number.NaN, atMost: 300 },
      { says: 'where a badge was over a day, ms', measured: times['a badge over a day'] ?? Number.NaN, atMost: 300 },
      {
        says: 'a floor over two minutes, ms',
        measured: times['a floor over two minutes, for playback'] ?? Number.NaN,
        atMost: 300,
      },
      {
        says: 'activity by a word of its text, ms',
        measured: times['activity by a word of its text'] ?? Number.NaN,
        atMost: 100,
      },
      {
        says: 'the list of emergencies, after years against none, times',
        measured:
          (times[`emergencies, ${pastEmergencies} of the past`] ?? 0) / Math.max(1, times['emergencies, none'] ?? 0),
        atMost: 3,
      },
    ])
    printOtherLoad(others())
    printJson({ times, storing })
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
  const badge = '0a0000000007'
  const span = (hour: number) => ({ from: new Date(now - hour * 3_600_000).toISOString(), to })
  await measure('a badge over a day', () =>
    positionHistory(db, { ...span(24), transmitterId: badge, everySeconds: 30, limit: 5000 }),
  )
  await measure('a floor, the first 1,000 of a day', () => positionHistory(db, { ...span(24), floorId, limit: 1000 }))
  await measure('a floor over two minutes, for playback', () =>
    positionHistory(db, {
      from: new Date(now - 4_000_000).toISOString(),
      to: new Date(now - 3_880_000).toISOString(),
      floorId,
      everySeconds: 1,
      limit: 10_000,
    }),
  )
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
