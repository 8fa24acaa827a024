// Two backends on one database: one of them makes the positions and does the work of one, the other serves the API, refuses readings
// and takes over where the first one left, inventing nothing. What a backend still wants to write that was taken over from is refused.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aBackend, type TestBackend, testSecrets } from './a-backend.ts'
import { aHall, badges, receivers } from './a-hall.ts'

let first: TestBackend
let second: TestBackend
let stopped: Set<TestBackend>
beforeEach(async () => {
  first = await aBackend({}, { leads: true })
  await aHall(first.db)
  second = await aBackend({}, { beside: first, leads: true })
  stopped = new Set()
  for (const backend of [first, second]) await work(backend, 'read-site').run()
})
afterEach(async () => {
  for (const backend of [second, first]) if (!stopped.has(backend)) await backend.stop()
})

const work = ({ backend }: TestBackend, name: string) => backend.background.all.find((one) => one.name === name)!

function post(backend: TestBackend) {
  const raddecs = badges.map((transmitterId) => ({
    transmitterId,
    transmitterIdType: 2,
    timestamp: Date.now(),
    rssiSignature: receivers.map((receiverId, i) => ({ receiverId, receiverIdType: 1, rssi: -60 - i })),
  }))
  return backend.nobody('POST', '/ingest/raddec', raddecs, {
    headers: { authorization: `Bearer ${testSecrets.INGEST_KEY}` },
  })
}

/** Readings come until each badge has a later position than before. */
async function untilLocated(backend: TestBackend): Promise<void> {
  const before = new Map(await newest())
  await expect
    .poll(async () => {
      expect((await post(backend)).status).toBe(202)
      await work(backend, 'locate').run()
      await work(backend, 'store-positions').run()
      return (await newest()).filter(([badge, seq]) => seq > (before.get(badge) ?? 0)).length
    })
    .toBe(badges.length)
}
const newest = async () =>
  (
    await first.db.selectFrom('positionsCurrent').select(['transmitterId', 'seq']).orderBy('transmitterId').execute()
  ).map(({ transmitterId, seq }) => [transmitterId, seq] as const)
const detected = () => first.db.selectFrom('activity').select('id').where('type', '=', 'detected').execute()
const refusedBy = async (backend: TestBackend) =>
  Number(
    /^rollcall_backend_positioning_refused_total (\d+)$/m.exec((await backend.nobody('GET', '/metrics')).text)?.[1],
  )

describe('two backends on one database', { timeout: 120_000 }, () => {
  // holds rules 12-2
  it('answer alike, but only one of them takes readings, and the work of one is done by it', async () => {
    await untilLocated(first)
    const refused = await post(second)
    expect([refused.status, refused.body.error.code, refused.headers['retry-after']]).toEqual([
      503,
      'readings_elsewhere',
      '1',
    ])
    const [here, there] = await Promise.all([first, second].map((one) => one.as('viewer')))
    const snapshot = async (call: typeof here) => (await call!('GET', '/api/positions')).body.data
    expect(await snapshot(there)).toEqual(await snapshot(here))
    const forOne = first.backend.background.all.filter(({ leaderOnly }) => leaderOnly).map(({ name }) => name)
    expect(forOne.length).toBeGreaterThan(5)
    await expect.poll(() => work(first, 'receiver-status').status.endedAt).not.toBeNull()
    for (const name of forOne) expect([name, work(second, name).status.endedAt]).toEqual([name, null])
  })

  it('hand over when one is stopped, and nobody is detected anew', async () => {
    await untilLocated(first)
    await first.backend.stop()
    stopped.add(first)
    await work(second, 'hold-lease').run()
    await untilLocated(second)
    expect(await detected()).toHaveLength(badges.length)
    await expect.poll(() => work(second, 'receiver-status').status.endedAt).not.toBeNull()
    await second.stop()
    stopped.add(second)
  })

  it('refuse what one still wants to write that stood still and was taken over from', async () => {
    await untilLocated(first)
    // As if it stood still: it renews nothing, and believes that all is well.
    await work(first, 'hold-lease').stop()
    await work(first, 'store-positions').stop()
    await sql`UPDATE leases SET until = now() - interval '1 second'`.execute(first.db)
    await work(second, 'hold-lease').run()
    await untilLocated(second)
    const before = await newest()
    await expect
      .poll(async () => {
        expect((await post(first)).status).toBe(202)
        await work(first, 'locate').run()
        await work(first, 'store-positions').run()
        return refusedBy(first)
      })
      .toBeGreaterThan(0)
    expect(await newest()).toEqual(before)
    expect(await detected()).toHaveLength(badges.length)
    expect(await refusedBy(second)).toBe(0)
    // It asks again, is told, and refuses readings.
    await work(first, 'hold-lease').run()
    expect((await post(first)).status).toBe(503)
    await untilLocated(second)
  })

  it('are not stopped by a database clock that was set back', async () => {
    await untilLocated(first)
    await work(first, 'hold-lease').stop()
    await sql`UPDATE leases SET until = now() + interval '1 hour'`.execute(first.db)
    expect((await post(second)).status).toBe(503)
    await work(second, 'hold-lease').run()
    await untilLocated(second)
  })
})
