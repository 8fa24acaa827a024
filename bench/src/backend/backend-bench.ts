// `npm run bench -- backend [--rows N] [--people N] [--keep FOLDER] [--build]`: what the backend costs at 100 to 10,000 people and ten
// million rows of history, and how many requests it answers. `--build` only makes the databases in FOLDER, where a later run finds
// them; `--people` measures one size only.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connect, type Connection } from '@rollcall/backend/database/connect'
import { findUserByEmail } from '@rollcall/backend/domains/users/user-queries'
import { measuredIds, refreshPresence, type Size } from './data-queries.ts'
import { measuringAccount, openDatabases, withConnection } from './databases.ts'
import { measureIngest, type IngestResult } from './ingest.ts'
import { appToken, startBackend } from '../measuring/product-processes.ts'
import { requestText } from '../measuring/request-text.ts'
import { askAt, asked, spentOf, timeAll, timeCold, type Ask, type Ids, type Timed } from './requests.ts'
import { pinning, start, type MeasuredProcess } from '../measuring/measured-process.ts'
import { cpuMicroseconds, watchOthers } from '../measuring/process-meter.ts'
import type { LoadJob, LoadResult } from '../measuring/http-load.ts'
import { onBun } from '../measuring/programs.ts'
import {
  measurement,
  printGoals,
  printJson,
  printOtherLoad,
  printTable,
  threeFigures,
  type Goal,
} from '../measuring/report.ts'

/** The size of the promises; the others show how costs grow. */
const promised = 5000
const peopleSizes = [100, 1000, promised, 10_000] as const
/** Enough for a p95; the other sizes only tell how medians grow. */
const rounds = { promised: 200, others: 40 }
const coldTimes = 40
const firstReads = 10
const connections = 16
const rateSeconds = 3
const ingested = { badges: 2000, seconds: 15 }
/** A quick answer is half noise and overhead: this much may come on top of what the page explains. */
const allowance = { ratio: 1.5, ms: 5 }

type Rate = LoadResult & { readonly name: string; readonly cpu: number }
type AtSize = { readonly size: Size; readonly timed: Timed[] }
type Spent = ReturnType<typeof spentOf>

await measurement(async () => {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string' },
      keep: { type: 'string' },
      build: { type: 'boolean' },
      people: { type: 'string' },
    },
  })
  const rows = Number(values.rows ?? 10_000_000)
  if (!Number.isSafeInteger(rows) || rows < 1) throw new Error('--rows takes a whole number.')
  if (values.build && values.keep === undefined) throw new Error('--build needs --keep FOLDER.')
  // The larger sites have the whole history, the smaller ones their share of it.
  const sizes = peopleSizes.map((people) => ({
    people,
    historyRows: Math.round(rows * Math.min(1, people / promised)),
  }))
  const measured = sizes.filter(({ people }) => values.people === undefined || people === Number(values.people))
  if (measured.length === 0) throw new Error(`--people takes one of ${peopleSizes.join(', ')}.`)
  const databases = await openDatabases(values.keep, measured)
  try {
    for (const size of measured) await databases.of(size)
    if (values.build) return
    await measureSizes(measured, databases.of, join(databases.folder, 'files'))
  } finally {
    await databases.stop()
  }
})

async function measureSizes(sizes: readonly Size[], urlOf: (size: Size) => Promise<string>, files: string) {
  console.log(`One request after the other, all kinds in turn; ${pinning}. PostgreSQL is not pinned.`)
  mkdirSync(files, { recursive: true })
  const load = await start({ ...(await onBun('bench/src/measuring/http-load.ts')), side: 'load' })
  const others = watchOthers()
  const atSizes: AtSize[] = []
  let rates: Rate[] = []
  let ingest: IngestResult | null = null
  let firstRead: Spent | null = null
  for (const size of sizes) {
    const url = await urlOf(size)
    const backend = await startBackend(url, files)
    await withConnection(connect({ url, poolSize: 1 }), async (db) => {
      const { ids, token, ask } = await prepare(db, backend)
      const isPromised = size.people === promised
      const timed = await timeAll(ask, ids, isPromised ? rounds.promised : rounds.others)
      const cold = isPromised ? await timeCold(ask, ids, coldTimes) : new Map<string, Spent>()
      atSizes.push({ size, timed: timed.map((one) => ({ ...one, cold: cold.get(one.name) ?? null })) })
      if (isPromised) {
        firstRead = await measureFirstReads(ask, ids)
        rates = await measureRates(backend, load, ids, token)
        ingest = await measureIngest(backend, db, ingested)
      }
      await resolveAll(ask)
    })
    await backend.stop()
  }
  report({ atSizes, rates, ingest, firstRead }, others())
}

/** Everybody present, and an emergency that covers all of them. */
async function prepare(db: Connection['db'], backend: MeasuredProcess) {
  await refreshPresence(db)
  const ids = await measuredIds(db)
  const user = await findUserByEmail(db, measuringAccount.email)
  if (!user) throw new Error('The database has no account to measure with.')
  const token = appToken(user.id, measuringAccount)
  const ask = askAt(backend.port, token)
  await resolveAll(ask)
  await trigger(ask, ids)
  return { ids, token, ask }
}

async function trigger(ask: Ask, ids: Ids): Promise<void> {
  const body = { scenario: 'fire', mode: 'drill', scope: { buildingIds: [ids.building] } }
  await ask('/api/emergency/trigger', { method: 'POST', body })
}

/** The board right after the trigger, when the roster was never read. */
async function measureFirstReads(ask: Ask, ids: Ids): Promise<Spent> {
  const spent: number[] = []
  for (let turn = 0; turn < firstReads; turn += 1) {
    await resolveAll(ask)
    await trigger(ask, ids)
    spent.push((await ask('/api/emergency/muster')).ms)
  }
  return spentOf(spent)
}

/** A run that was broken off leaves its emergency behind. */
async function resolveAll(ask: Ask): Promise<void> {
  const { body: answer } = await ask('/api/emergency/active')
  const active = (JSON.parse(String(answer)) as { data: { id: string }[] }).data
  const body = { state: 'resolved', resolution: 'drill_complete', confirmMissing: true }
  for (const { id } of active) await ask(`/api/emergency/${id}`, { method: 'PUT', body })
}

async function measureRates(backend: MeasuredProcess, load: MeasuredProcess, ids: Ids, token: string): Promise<Rate[]> {
  const kinds = [
    { name: 'list 25 people', path: '/api/personnel' },
    { name: 'read a person', path: `/api/personnel/${ids.person}` },
    { name: 'negotiate', path: '/api/negotiate' },
    { name: 'change a zone (committed, audited)', path: `/api/zones/${ids.zone}`, body: { capacity: 40 } },
  ]
  const rates: Rate[] = []
  for (const { name, path, body } of kinds) {
    const headers = { Authorization: `Bearer ${token}` }
    const request = requestText({ method: body === undefined ? 'GET' : 'PUT', path, headers, body })
    const job: LoadJob = { port: backend.port, request, connections, seconds: rateSeconds, status: 200 }
    await load.ask<LoadResult>({ ...job, seconds: 1 })
    const before = cpuMicroseconds(backend.pid)
    const result = await load.ask<LoadResult>(job)
    if (result.error !== null) throw new Error(`${name}: ${result.error}.`)
    rates.push({ ...result, name, cpu: (cpuMicroseconds(backend.pid) - before) / result.requests })
  }
  return rates
}

type Measured = {
  readonly atSizes: readonly AtSize[]
  readonly rates: readonly Rate[]
  readonly ingest: IngestResult | null
  readonly firstRead: Spent | null
}

function report({ atSizes, rates, ingest, firstRead }: Measured, otherCores: number) {
  const promise = atSizes.find(({ size }) => size.people === promised)
  const titles = atSizes.map(({ size }) => `${size.people} people`)
  printTable(
    'Milliseconds, median',
    ['', ...titles, `p95 at ${promised}`, 'cold', 'cold p95', `KB at ${promised}`],
    asked.map(({ name }) => [
      name,
      ...atSizes.map((at) => of(at, name)?.kept.p50 ?? NaN),
      of(promise, name)?.kept.p95 ?? NaN,
      of(promise, name)?.cold?.p50 ?? NaN,
      of(promise, name)?.cold?.p95 ?? NaN,
      (of(promise, name)?.bytes ?? NaN) / 1024,
    ]),
  )
  if (firstRead)
    console.log(
      `\nFirst read of a new emergency: ${threeFigures(firstRead.p50)} ms, the slowest of ${firstRead.samples} ${threeFigures(firstRead.slowest)} ms.`,
    )
  printTable(
    `${connections} connections, ${promised} people`,
    ['', 'requests/s', 'CPU µs/request', 'p50 ms', 'p99 ms'],
    rates.map(({ name, requests, seconds, cpu, p50, p99 }) => [name, requests / seconds, cpu, p50, p99]),
  )
  if (ingest) {
    const { raddecs, raddecsPerSecond, cpuMicroseconds: cpu, storedAfterMs, historyRows } = ingest
    console.log(
      `\nIngest of ${ingested.badges} badges: ${raddecs} raddecs, ${raddecsPerSecond.toFixed(0)} a second, ${cpu.toFixed(0)} µs each; ` +
        `the last position stored ${storedAfterMs} ms after the last reading; ${historyRows} history rows.`,
    )
  }
  printOtherLoad(otherCores)
  const goals = goalsOf(atSizes, ingest)
  printGoals(goals)
  printJson({ measurement: 'backend', atSizes, rates, ingest, firstRead, otherCores, goals })
}

function of(at: AtSize | undefined, name: string): Timed | undefined {
  return at?.timed.find((one) => one.name === name)
}

function goalsOf(atSizes: readonly AtSize[], ingest: IngestResult | null): Goal[] {
  const promise = atSizes.find(({ size }) => size.people === promised)
  return [
    ...asked.flatMap(({ name, goalMs }) => {
      if (goalMs === undefined) return []
      const { kept, cold } = of(promise, name) ?? {}
      return [
        { says: `${name}: p95 at ${promised} people, ms`, measured: kept?.p95 ?? NaN, atMost: goalMs },
        { says: `${name}: p95 when nothing is kept, ms`, measured: cold?.p95 ?? NaN, atMost: goalMs },
      ]
    }),
    ...asked.map(({ name }) => growthGoal(name, of(atSizes[0], name), of(atSizes.at(-1), name))),
    { says: 'ingest: last position stored, ms', measured: ingest?.storedAfterMs ?? NaN, atMost: 2000 },
  ]
}

/** A cost may not grow faster than the page it returns: milliseconds at the largest site against what its page explains. */
function growthGoal(name: string, small: Timed | undefined, large: Timed | undefined): Goal {
  const growth = Math.max(1, (large?.bytes ?? NaN) / (small?.bytes ?? NaN))
  const explained = (small?.kept.p50 ?? NaN) * growth * allowance.ratio + allowance.ms
  return {
    says: `${name}: ms at the largest site, its page having grown ${growth.toFixed(1)} times`,
    measured: large?.kept.p50 ?? NaN,
    atMost: Number(explained.toPrecision(3)),
  }
}
