// `npm run bench -- ingest [--rate N] [--seconds N]`: the whole backend under 15,000 raddecs a second over HTTP, 2,000 of them badges
// with a position each and the rest ambient devices, with every guard and with storage; then as many as it takes.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connect } from '@rollcall/backend/database/connect'
import { refreshPresence } from '../backend/data-queries.ts'
import { openDatabases, withConnection } from '../backend/databases.ts'
import { badgesOf } from '../backend/ingest.ts'
import { createTraffic } from './load.ts'
import { postRaddecs, startBackend } from '../measuring/product-processes.ts'
import { type MeasuredProcess, pinning } from '../measuring/measured-process.ts'
import { percentile } from '../measuring/numbers.ts'
import { cpuMicroseconds, residentBytes, watchOthers } from '../measuring/process-meter.ts'
import { measurement, printGoals, printJson, printOtherLoad, printTable } from '../measuring/report.ts'

const badgeCount = 2000
const slices = 20
const perRequest = 250
const connections = 8
/** After a start every badge is new at once and path loss is learnt eagerly (positioning/steps/tune.ts); it is over by then. */
const warmUpSeconds = 40

await measurement(async () => {
  const { values } = parseArgs({ options: { rate: { type: 'string' }, seconds: { type: 'string' } } })
  const [rate, seconds] = [Number(values.rate ?? 15_000), Number(values.seconds ?? 20)]
  const size = { people: badgeCount, historyRows: badgeCount }
  const databases = await openDatabases(undefined, [size])
  try {
    const url = await databases.of(size)
    const files = join(databases.folder, 'files')
    mkdirSync(files, { recursive: true })
    const badges = await withConnection(connect({ url, poolSize: 1 }), async (db) => {
      await refreshPresence(db)
      return badgesOf(db, badgeCount)
    })
    const backend = await startBackend(url, files)
    console.log(`\n${pinning}. PostgreSQL is not pinned.`)
    const others = watchOthers()
    const traffic = createTraffic(badges, rate)
    await runSteadily(backend, traffic, warmUpSeconds)
    const steady = await runSteadily(backend, traffic, seconds)
    const otherCores = others()
    const flatOut = await runFlatOut(backend, traffic, 5)
    await backend.stop()
    report(rate, steady, flatOut, otherCores)
  } finally {
    await databases.stop()
  }
})

type Traffic = ReturnType<typeof createTraffic>
type Steady = Awaited<ReturnType<typeof runSteadily>>

/** Slice after slice by the clock; a slice that is late is sent at once, so that the rate holds or the lag shows. */
async function runSteadily(backend: MeasuredProcess, traffic: Traffic, seconds: number) {
  const cpuBefore = cpuMicroseconds(backend.pid)
  const before = await countersOf(backend)
  const startedAt = performance.now()
  const times: number[] = []
  const refused: number[] = []
  let sent = 0
  const send = async (raddecs: readonly object[]) => {
    const { status, ms } = await postRaddecs(backend.port, raddecs)
    times.push(ms)
    if (status !== 202) refused.push(status)
  }
  let underWay: Promise<void>[] = []
  let latest = 0
  for (let step = 0; step < seconds * slices; step++) {
    const dueAt = startedAt + (step * 1000) / slices
    const wait = dueAt - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    latest = Math.max(latest, performance.now() - dueAt)
    const raddecs = traffic(Math.floor(step / slices), step % slices, slices)
    sent += raddecs.length
    for (let from = 0; from < raddecs.length; from += perRequest)
      underWay.push(send(raddecs.slice(from, from + perRequest)))
    if (underWay.length > 64) {
      await Promise.all(underWay)
      underWay = []
    }
  }
  await Promise.all(underWay)
  const took = (performance.now() - startedAt) / 1000
  const after = await countersOf(backend)
  const sorted = times.toSorted((a, b) => a - b)
  return {
    sent,
    perSecond: sent / took,
    refused: refused.length,
    latestMs: latest,
    answerP50Ms: percentile(sorted, 0.5),
    answerP95Ms: percentile(sorted, 0.95),
    cores: (cpuMicroseconds(backend.pid) - cpuBefore) / 1e6 / took,
    megabytes: residentBytes(backend.pid) / 2 ** 20,
    positionsPerSecond: (after.positions - before.positions) / took,
    dropped: after.dropped - before.dropped,
  }
}

/** As many as are answered, the next when the last is. */
async function runFlatOut(backend: MeasuredProcess, traffic: Traffic, seconds: number) {
  const startedAt = performance.now()
  const cpuBefore = cpuMicroseconds(backend.pid)
  let [taken, refused, second] = [0, 0, 1000]
  const lane = async (): Promise<void> => {
    while (performance.now() - startedAt < seconds * 1000) {
      const raddecs = traffic(second++, 0, 40).slice(0, perRequest)
      const { status } = await postRaddecs(backend.port, raddecs)
      if (status === 202) taken += raddecs.length
      else refused += raddecs.length
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  const took = (performance.now() - startedAt) / 1000
  const cores = (cpuMicroseconds(backend.pid) - cpuBefore) / 1e6 / took
  return { takenPerSecond: taken / took, refusedPerSecond: refused / took, cores }
}

async function countersOf(backend: MeasuredProcess) {
  const text = await (await fetch(`http://127.0.0.1:${backend.port}/metrics`)).text()
  const of = (name: string) => Number(new RegExp(`^rollcall_backend_${name}_total (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
  return { positions: of('positioning_positions'), dropped: of('ingest_dropped') }
}

function report(
  rate: number,
  steady: Steady,
  flatOut: Awaited<ReturnType<typeof runFlatOut>>,
  otherCores: number,
): void {
  printTable(
    `${rate.toLocaleString('en')} raddecs a second, ${badgeCount} of them badges; guards, positions and storage on`,
    ['raddecs/s', 'refused', 'dropped', 'positions/s', 'answer p50 ms', 'p95 ms', 'cores', 'MB', 'late ms'],
    [
      [
        steady.perSecond,
        String(steady.refused),
        String(steady.dropped),
        steady.positionsPerSecond,
        steady.answerP50Ms,
        steady.answerP95Ms,
        steady.cores,
        steady.megabytes,
        steady.latestMs,
      ],
    ],
  )
  printTable(
    `Flat out, ${connections} connections`,
    ['taken/s', 'refused/s', 'cores'],
    [[flatOut.takenPerSecond, flatOut.refusedPerSecond, flatOut.cores]],
  )
  printOtherLoad(otherCores)
  printGoals([
    { says: 'raddecs taken per second', measured: steady.perSecond, atLeast: rate * 0.99 },
    { says: 'batches refused', measured: steady.refused, atMost: 0 },
    { says: 'cores of the one process', measured: steady.cores, atMost: 1 },
    { says: 'positions per second', measured: steady.positionsPerSecond, atLeast: badgeCount * 0.9 },
  ])
  printJson({ bench: 'ingest', rate, steady, flatOut })
}
