// `npm run bench -- lag [--people N] [--audit N]`: how late the event loop of a backend is while it does each heavy work: documents,
// exports, the audit log checked and exported, a calibration, thousands of people imported.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { watchOthers } from '../measuring/process-meter.ts'
import { postRaddecs } from '../measuring/product-processes.ts'
import { measurement, printGoals, printJson, printOtherLoad, printTable, threeFigures } from '../measuring/report.ts'
import { startLagSite, type Lag, type LagSite } from './lag-site.ts'

/** Longer than this nobody else waits because of it. */
const mostLagMs = 50
const imported = 5000
/** Of one request (contracts/src/list.ts); the page sends so many at once, too. */
const atOnce = 500
const floor = { widthM: 80, heightM: 50 }
const pointCount = 60

type Measured = readonly [work: string, seconds: number, lag: Lag]

await measurement(async () => {
  const { values } = parseArgs({ options: { people: { type: 'string' }, audit: { type: 'string' } } })
  const [people, auditRows] = [Number(values.people ?? 10_000), Number(values.audit ?? 200_000)]
  const site = await startLagSite(people, auditRows)
  console.log(`${people} people and ${auditRows} audit records are stored.`)
  const others = watchOthers()
  try {
    const measured = await measureAll(site, auditRows)
    printTable(
      'Event loop of the backend, ms late (its own: while it ran itself)',
      ['meanwhile', 'took s', 'p99', 'most', 'own p99', 'own most'],
      measured.map(([work, seconds, { late, own }]) => [work, seconds, late.p99, late.most, own.p99, own.most]),
    )
    const most = Math.max(...measured.map(([, , { own }]) => own.most))
    printGoals([
      { says: 'its own lag, p99 ms', measured: Math.max(...measured.map(([, , { own }]) => own.p99)), atMost: 20 },
      { says: 'its own lag, most ms', measured: most, atMost: mostLagMs },
    ])
    printOtherLoad(others())
    printJson({ measurement: 'lag', people, auditRows, measured })
    if (most > mostLagMs) throw new Error(`The event loop stood still for ${threeFigures(most)} ms.`)
  } finally {
    await site.stop()
  }
})

async function measureAll(site: LagSite, auditRows: number): Promise<Measured[]> {
  const measured: Measured[] = []
  const during = async (work: string, run: () => Promise<unknown>) => {
    await sleep(500)
    await site.lag()
    const began = performance.now()
    await run()
    const seconds = (performance.now() - began) / 1000
    const lag = await site.lag()
    if (lag.seen === 0) throw new Error(`Nothing was seen of the event loop: ${work}.`)
    measured.push([work, seconds, lag])
    const figures = [seconds, lag.own.p99, lag.own.most].map(threeFigures)
    console.log(`${work}: ${figures[0]} s, its own lag ${figures[1]} ms at p99, ${figures[2]} at most.`)
  }
  // What is done for the first time is compiled then, and a thread begins.
  await site.ask('/api/personnel/export/csv?q=nobody')
  await during('nothing', () => sleep(5000))
  await during('export of people, CSV', () => site.ask('/api/personnel/export/csv'))
  await during('export of people, PDF', () => site.ask('/api/personnel/export/pdf'))
  await during('audit log checked', async () => {
    const { data } = JSON.parse(String(await site.ask('/api/audit/verify'))) as Verified
    if (data.broken) throw new Error(`The chain is broken at ${data.broken.seq}: ${data.broken.reason}.`)
    expectRows('checked', data.checked, auditRows)
  })
  for (const format of ['csv', 'ndjson'])
    await during(`audit log exported, ${format}`, async () =>
      expectRows(`exported as ${format}`, linesOf(await site.ask(`/api/audit/export?format=${format}`)), auditRows),
    )
  const points = await standAtPoints(site)
  await during(`calibration, ${points.length} points`, () =>
    site.ask(`/api/floors/${site.ids.floor}/calibrate`, { mode: 'points', points }),
  )
  const eventId = await beginDrill(site)
  await during('report of a drill, CSV', () => site.ask(`/api/emergency/${eventId}/report/csv`))
  await during('report of a drill, PDF', () => site.ask(`/api/emergency/${eventId}/report/pdf`))
  await during(`import of ${imported} people`, () => importPeople(site))
  return measured
}

type Verified = { data: { checked: number; broken: { seq: number; reason: string } | null } }

/** Nothing is proved by a log that was not read to its end. */
function expectRows(what: string, seen: number, stored: number): void {
  if (seen < stored) throw new Error(`Only ${seen} of ${stored} audit records were ${what}.`)
}

function linesOf(file: Uint8Array): number {
  let lines = 0
  for (const byte of file) if (byte === 10) lines++
  return lines
}

async function importPeople(site: LagSite): Promise<void> {
  for (let from = 0; from < imported; from += atOnce) {
    const people = Array.from({ length: atOnce }, (_, n) => ({
      employeeId: `I${from + n}`,
      fullName: `Imported ${from + n}`,
      email: `i${from + n}@example.org`,
      jobTitle: 'Engineer',
      phone: '+44 1632 960001',
      departmentId: site.ids.department,
    }))
    const answer = JSON.parse(String(await site.ask('/api/personnel/import', { people }))) as {
      data: { created: number }
    }
    if (answer.data.created !== atOnce) throw new Error(`${answer.data.created} of ${atOnce} people were imported`)
  }
}

/** A badge stands at each of the points for ten seconds and is heard by the receivers around. */
async function standAtPoints({ backend, db, ids }: LagSite) {
  const receivers = await db
    .selectFrom('receivers')
    .select(['receiverId', 'x', 'y'])
    .where('floorId', '=', ids.floor)
    .execute()
  const badges = await db
    .selectFrom('transmitters')
    .select('transmitterId')
    .orderBy('transmitterId')
    .limit(pointCount)
    .execute()
  const startedAt = new Date().toISOString()
  const points = badges.map(({ transmitterId }, n) => {
    return { x: 5 + (n % 10) * 10, y: 8 + Math.floor(n / 10) * 15, transmitterId, startedAt, seconds: 10 }
  })
  for (let second = 0; second < 10; second += 1) {
    const raddecs = points.map(({ x, y, transmitterId }) => ({
      transmitterId,
      transmitterIdType: 2,
      rssiSignature: receivers
        .map((receiver) => {
          const [dx, dy] = [Number(receiver.x) - x, Number(receiver.y) - y]
          const metres = Math.hypot((dx / 100) * floor.widthM, (dy / 100) * floor.heightM, 1.4)
          const rssi = Math.round(-59 - 24 * Math.log10(metres) + ((second * 7 + serialOf(transmitterId)) % 5) - 2)
          return { receiverId: receiver.receiverId, receiverIdType: 2, rssi, numberOfDecodings: 1 }
        })
        .filter(({ rssi }) => rssi > -95),
      timestamp: Date.now(),
    }))
    const { status } = await postRaddecs(backend.port, raddecs)
    if (status !== 202) throw new Error(`Ingest answered ${status}.`)
    await sleep(1000)
  }
  return points
}

function serialOf(transmitterId: string): number {
  return Number.parseInt(transmitterId.slice(-4), 16)
}

async function beginDrill(site: LagSite): Promise<string> {
  const body = { scenario: 'fire', mode: 'drill', scope: { buildingIds: [site.ids.building] } }
  const answer = JSON.parse(String(await site.ask('/api/emergency/trigger', body))) as { data: { id: string } }
  return answer.data.id
}
