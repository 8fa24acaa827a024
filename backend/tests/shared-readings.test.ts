// Two backends that share the log of readings in a real Redis and make the positions of half of the badges each: either takes readings, a batch sent to both counts once, the one that takes over
// begins where the other left and invents nothing, and what lies in the memory of one is answered by both.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { redisMissing, type RedisServer, startRedis } from '../../web/server/tests/bench/redis-server.ts'
import { aBackend, type TestBackend, testSecrets } from './a-backend.ts'
import { aHall, badges, receivers } from './a-hall.ts'

const missing = redisMissing()
let redis: RedisServer
let first: TestBackend
let second: TestBackend
let stopped: Set<TestBackend>
beforeAll(async () => {
  if (!missing) redis = await startRedis()
})
afterAll(async () => redis?.stop())
beforeEach(async () => {
  if (missing) return
  const environment = { READINGS_REDIS_URL: redis.url }
  first = await aBackend(environment, { leads: true })
  await aHall(first.db)
  await begin(first)
  second = await aBackend(environment, { beside: first, leads: true })
  await begin(second)
  stopped = new Set()
})
/** It is told of its site, and its log is at hand; the others are told its address. */
async function begin(one: TestBackend): Promise<void> {
  await one.backend.app.listen({ host: '127.0.0.1', port: 0 })
  await work(one, 'read-site').run()
  await expect.poll(async () => (await post(one)).status).toBe(202)
  await work(one, 'hold-lease').run()
}
afterEach(async () => {
  if (missing) return
  for (const backend of [second, first]) if (!stopped.has(backend)) await backend.stop()
  await redis.stop()
  await redis.start()
})

const work = ({ backend }: TestBackend, name: string) => backend.background.all.find((one) => one.name === name)!
const raddecs = () =>
  badges.map((transmitterId) => ({
    transmitterId,
    transmitterIdType: 2,
    // A moment ago: what a gateway gives the time of arrival is timed by the log.
    timestamp: Date.now() - 20,
    rssiSignature: receivers.map((receiverId, i) => ({ receiverId, receiverIdType: 1, rssi: -60 - i })),
  }))
const post = (backend: TestBackend, body: unknown = raddecs()) =>
  backend.nobody('POST', '/ingest/raddec', body, { headers: { authorization: `Bearer ${testSecrets.INGEST_KEY}` } })
const newest = () =>
  first.db
    .selectFrom('positionsCurrent')
    .select(['transmitterId', 'seq', 'at', 'receivers'])
    .orderBy('transmitterId')
    .execute()
const detected = () => first.db.selectFrom('activity').select('id').where('type', '=', 'detected').execute()

/** Readings come in at `taking` until there is a later position of each badge. */
async function untilLocated(taking: TestBackend): Promise<void> {
  const before = new Map((await newest()).map(({ transmitterId, seq }) => [transmitterId, seq]))
  await expect
    .poll(async () => {
      expect((await post(taking)).status).toBe(202)
      return (await newest()).filter(({ transmitterId, seq }) => seq > (before.get(transmitterId) ?? 0)).length
    })
    .toBe(badges.length)
}

/** Shares that it has, by its own account. */
const sharesOf = async (one: TestBackend) =>
  [...(await one.nobody('GET', '/metrics')).text.matchAll(/^rollcall_backend_share_held\{share="(\d)"\} 1$/gm)].map(
    ([, share]) => Number(share),
  )
const allShares = [0, 1, 2, 3, 4, 5]

describe.skipIf(missing)('two backends on one log', { timeout: 120_000 }, () => {
  it('have half of the shares each, and one of them all when the other is gone', async () => {
    await expect.poll(async () => [(await sharesOf(first)).length, (await sharesOf(second)).length]).toEqual([3, 3])
    expect([...(await sharesOf(first)), ...(await sharesOf(second))].toSorted()).toEqual(allShares)
    await untilLocated(first)
    await second.stop()
    stopped.add(second)
    await expect.poll(() => sharesOf(first)).toEqual(allShares)
    await untilLocated(first)
    expect(await detected()).toHaveLength(badges.length)
  })

  it('both take readings, and a batch that is sent to both counts once', async () => {
    await untilLocated(second)
    const batch = raddecs()
    const answers = await Promise.all([first, second, first].map((one) => post(one, batch)))
    for (const { status, body } of answers) expect([status, body.data]).toEqual([202, { accepted: 3, rejected: 0 }])
    const repeated = await Promise.all(
      [first, second].map(async (one) =>
        Number(/ingest_repeated_total (\d+)/.exec((await one.nobody('GET', '/metrics')).text)?.[1]),
      ),
    )
    expect(repeated[0]! + repeated[1]!).toBe(2)
    expect((await newest()).map((row) => [...row.receivers].sort())).toEqual(badges.map(() => [...receivers].sort()))
  })

  it('hand over with the readings that nobody has read, and say nothing anew', async () => {
    await untilLocated(first)
    // As if it were killed: nothing is written, and nothing more is read.
    for (const name of ['hold-lease', 'locate', 'store-positions']) await work(first, name).stop()
    const last = raddecs()
    expect((await post(second, last)).status).toBe(202)
    await sql`UPDATE leases SET until = now() - interval '1 second'`.execute(first.db)
    await work(second, 'hold-lease').run()
    await expect
      .poll(async () => {
        return (await newest()).map(({ at }) => Date.parse(at))
      })
      .toEqual(last.map(({ timestamp }) => timestamp))
    expect(await detected()).toHaveLength(badges.length)
    await untilLocated(first)
    expect(await detected()).toHaveLength(badges.length)
  })

  it('hand over at once when the one that makes the positions stops', async () => {
    await untilLocated(first)
    // By itself it would not ask any more: it must be told.
    await work(first, 'hold-lease').stop()
    await sql`UPDATE leases SET until = now() - interval '1 second'`.execute(first.db)
    await work(second, 'hold-lease').run()
    await untilLocated(first)
    await second.stop()
    stopped.add(second)
    await untilLocated(first)
    expect(await detected()).toHaveLength(badges.length)
  })

  it('answer alike what only the memory of one has', async () => {
    await expect.poll(async () => [(await sharesOf(first)).length, (await sharesOf(second)).length]).toEqual([3, 3])
    await untilLocated(second)
    const answers = await Promise.all(
      [first, second].map(
        async (one) => (await (await one.as('admin'))('GET', '/api/diagnostics/signal-monitor')).body.data,
      ),
    )
    const linksOf = ({ links }: { links: { transmitterId: string; receiverId: string }[] }) =>
      links.map(({ transmitterId, receiverId }) => `${transmitterId} ${receiverId}`).sort()
    expect(linksOf(answers[0])).toHaveLength(badges.length * receivers.length)
    expect(linksOf(answers[1])).toEqual(linksOf(answers[0]))
    const refused = await second.nobody('POST', '/peer/signals', { sealed: Buffer.alloc(40).toString('base64') })
    expect(refused.status).toBe(401)
  })

  it('propose the same calibration, whichever of them heard the badges', async () => {
    await expect.poll(async () => [(await sharesOf(first)).length, (await sharesOf(second)).length]).toEqual([3, 3])
    await untilLocated(second)
    const { id } = await first.db.selectFrom('floors').select('id').executeTakeFirstOrThrow()
    const startedAt = new Date(Date.now() - 60_000).toISOString()
    const points = badges.map((transmitterId, i) => ({ x: 30 + 20 * i, y: 40, transmitterId, startedAt, seconds: 120 }))
    const propose = async (one: TestBackend) => {
      const ask = await one.as('admin')
      const { status, body } = await ask('POST', `/api/floors/${id}/calibrate`, { mode: 'points', points })
      expect([status, body.error]).toEqual([200, undefined])
      return { ...body.data, version: null, createdAt: null }
    }
    expect(await propose(second)).toEqual(await propose(first))
  })

  it('refuse readings while Redis is away, count them, and take them again', async () => {
    await redis.stop()
    await expect.poll(async () => (await post(second)).status).toBe(503)
    const refused = await post(second)
    expect([refused.body.error.code, refused.headers['retry-after']]).toEqual(['readings_unavailable', '1'])
    expect((await second.nobody('GET', '/metrics')).text).toMatch(/ingest_unreachable_total [1-9]/)
    await redis.start()
    await expect.poll(async () => (await post(second)).status).toBe(202)
    await untilLocated(second)
    expect(await detected()).toHaveLength(badges.length)
  })
})
