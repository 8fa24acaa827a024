// `npm run bench -- lag [--people N] [--audit N]`: how late the event loop of a backend is while it does each heavy work: documents,
// exports, the audit log checked and exported, a calibration, thousands of people imported.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { watchOthers } from '../measuring/process-meter.ts'
import { postRaddecs } from '../measuring/product-processes.ts'
import { measurement, printGoals, printJson, printOtherLoad, printTable, threeFigures } from '../measuring/report.ts'
import { startLagSite, type Lag, type LagSite } from './lag-site.ts'

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
    const measured = await measureAll(site)
    printTable(
      'Event loop of the backend, ms late (its own: while it ran itself)',
      ['meanwhile', 'took s', 'p99', 'most', 'own p99', 'own most'],
      measured.map(([work, seconds, { late, own }]) => [work, seconds, late.p99, late.most, own.p99, own.most]),
    )
    printGoals([
      { says: 'its own lag, p99 ms', measured: Math.max(...measured.map(([, , { own }]) => own.p99)), atMost: 20 },
      { says: 'its own lag, most ms', measured: Math.max(...measured.map(([, , { own }]) => own.most)), atMost: 50 },
    ])
    printOtherLoad(others())
    printJson({ measurement: 'lag', people, auditRows, measured })
  } finally {
    await site.stop()
  }
})

async function measureAll(site: LagSite): Promise<Measured[]> {
  const measured: Measured[] = []
  const during = async (work: string, run: () => Promise<unknown>) => {
    await sleep(500)
    await site.lag()
    const began = performance.now()
    await run()
    const seconds = (performance.now() - began) / 1000
    const lag = await site.lag()
    measured.push([work, seconds, lag])
    const figures = [seconds, lag.own.p99, lag.own.most].map(threeFigures)
    console.log(`${work}: ${figures[0]} s, its own lag ${figures[1]} ms at p99, ${figures[2]} at most.`)
  }
  // What is done for the first time is compiled then, and a thread begins.
  await site.ask('/api/personnel/export/csv?q=nobody')
  await during('nothing', () => sleep(5000))
  await during('export of people, CSV', () => site.ask('/api/personnel/export/csv'))
  await during('export of people, PDF', () => site.ask('/api/personnel/export/pdf'))
  await during('audit log checked', () => site.ask('/api/audit/verify'))
  await during('audit log exported, CSV', () => site.ask('/api/audit/export?format=csv'))
  await during('audit log exported, lines', () => site.ask('/api/audit/export?format=ndjson'))
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
          const rssi = Math.round(-59 - 24 * Math.log10(metres) + ((second * 7 + n(transmitterId)) % 5) - 2)
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

const n = (transmitterId: string) => Number.parseInt(transmitterId.slice(-4), 16)

async function beginDrill(site: LagSite): Promise<string> {
  const body = { scenario: 'fire', mode: 'drill', scope: { buildingIds: [site.ids.building] } }
  const answer = JSON.parse(String(await site.ask('/api/emergency/trigger', body))) as { data: { id: string } }
  return answer.data.id
}
