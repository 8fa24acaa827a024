// The table of leases under a simulated clock: whatever backends do, and however time passes for the database, at most one of them can
// write the positions of a share at any time, nobody is displaced who renews in time and keeps to its part, nobody who is gone keeps
// anything, and in the end everybody has an equal part.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { changesChannel, listenStatement } from '../src/changes/change-queries.ts'
import { connect } from '../src/database/connect.ts'
import {
  areSharesOf,
  type Candidate,
  type Held,
  holdShares,
  leaveShares,
  releaseShares,
} from '../src/ownership/lease-queries.ts'
import { startLease } from '../src/ownership/lease.ts'
import { shareCount } from '../src/ownership/shares.ts'
import { aDatabase, type TestDatabase } from './a-database.ts'

const leaseMs = 60_000
const numbers = Array.from({ length: shareCount }, (_, number) => number)

let database: TestDatabase
beforeAll(async () => {
  database = await aDatabase()
})
beforeEach(async () => {
  await sql`DELETE FROM leases WHERE name NOT LIKE 'share:%'`.execute(db())
  await sql`UPDATE leases SET owner = NULL`.execute(db())
})
afterAll(async () => database.drop())

const db = () => database.connection.db
/** Time passes for the database: leases end sooner. Negative: its clock is set back. */
const pass = (ms: number) => sql`UPDATE leases SET until = until - make_interval(secs => ${ms / 1000})`.execute(db())
const candidate = (id: string, more: Partial<Candidate> = {}): Candidate => {
  return { id, shares: true, able: true, ableMs: leaseMs, address: `http://${id}`, ...more }
}
const hold = (id: string, more: Partial<Candidate> = {}, over = db()) => holdShares(over, candidate(id, more), leaseMs)
const mayWrite = (id: string, shares: readonly number[], epoch: number) =>
  db()
    .transaction()
    .execute((tx) => areSharesOf(tx, id, shares, epoch))
const sizes = (held: readonly Held[]) => held.map(({ mine }) => mine.size).toSorted((a, b) => a - b)

/** Numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

interface Node {
  id: string
  /** Epochs by share, as it believes. */
  believed: Map<number, number>
  renewedAt: number
}

/** As lease.ts does it: who has more than its part gives the rest back. */
async function renew(node: Node, time: number): Promise<Held> {
  const held = await hold(node.id)
  node.believed = new Map(held.mine)
  node.renewedAt = time
  const surplus = [...held.mine.keys()].slice(held.most)
  await releaseShares(db(), node.id, surplus)
  for (const number of surplus) node.believed.delete(number)
  return held
}

describe('leases', { timeout: 300_000 }, () => {
  it.each([1, 2, 3, 4])('have one effective owner of each share at any time (seed %d)', async (seed) => {
    const random = randomNumbers(seed)
    const nodes = [0, 1, 2].map((): Node => ({ id: randomUUID(), believed: new Map(), renewedAt: -Infinity }))
    const newest = new Map<number, number>()
    let [time, clockWasSet] = [0, false]
    const wrong: string[] = []
    let step = 0
    const must = (holds: boolean, what: string) => void (holds || wrong.push(`${step}: ${what}`))
    for (; step < 60; step++) {
      const node = nodes[Math.floor(random() * nodes.length)]!
      const what = random()
      if (what < 0.15) {
        const ms = Math.round(random() * 1.5 * leaseMs)
        time += ms
        await pass(ms)
      } else if (what < 0.2) {
        clockWasSet = true
        await pass(-Math.round(random() * 100 * leaseMs))
      } else if (what < 0.3) {
        await leaveShares(db(), node.id)
        Object.assign(node, { believed: new Map(), renewedAt: -Infinity })
      } else {
        const others = nodes.filter((one) => one !== node && time - one.renewedAt < leaseMs)
        const theirs = new Map(others.flatMap((one) => [...one.believed]))
        const held = await renew(node, time)
        for (const [number, epoch] of held.mine) {
          must(epoch >= (newest.get(number) ?? 0), 'epochs grow')
          must(
            clockWasSet ||
              theirs.get(number) !== newest.get(number) ||
              epoch === newest.get(number) ||
              !theirs.has(number),
            'nobody is displaced who renewed in time, by a clock nobody set',
          )
          newest.set(number, Math.max(epoch, newest.get(number) ?? 0))
        }
        clockWasSet = false
        must(node.believed.size <= held.most, 'nobody keeps more than its part')
      }
      for (const number of numbers) {
        const writing = []
        for (const { id, believed } of nodes) {
          const epoch = believed.get(number)
          if (epoch === undefined || !(await mayWrite(id, [number], epoch))) continue
          writing.push(id)
          must(epoch === newest.get(number), 'only the newest owner writes')
        }
        must(writing.length <= 1, 'one writes')
      }
    }
    for (let round = 0; round < 3; round++) for (const node of nodes) await renew(node, time)
    expect(nodes.map(({ believed }) => believed.size)).toEqual([2, 2, 2])
    expect(new Set(nodes.flatMap(({ believed }) => [...believed.keys()])).size).toBe(shareCount)
    expect(wrong).toEqual([])
  })

  it.each([
    [1, [6]],
    [2, [3, 3]],
    [4, [1, 1, 2, 2]],
    [7, [0, 1, 1, 1, 1, 1, 1]],
  ])('are shared out evenly among %d, all of them', async (count, expected) => {
    const nodes = Array.from({ length: count }, (): Node => ({ id: randomUUID(), believed: new Map(), renewedAt: 0 }))
    for (let round = 0; round < 3; round++) for (const node of nodes) await renew(node, 0)
    expect(nodes.map(({ believed }) => believed.size).toSorted((a, b) => a - b)).toEqual(expected)
  })

  it('are free at once when the process of their owner is gone', async () => {
    const shortMs = 1000
    const [first, second] = [randomUUID(), randomUUID()]
    const now = async () =>
      (await sql<{ ms: number }>`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms`.execute(db()))
        .rows[0]!.ms
    /** Whether it was taken before the lease had ended; a slow machine may take longer than that. */
    const isTakenInTime = async () => {
      await leaveShares(db(), second)
      const owner = connect({ url: database.url, poolSize: 1 })
      const heldAt = await now()
      await holdShares(owner.db, candidate(first), shortMs)
      await owner.close()
      while ((await holdShares(db(), candidate(second), shortMs)).mine.size === 0);
      return (await now()) < heldAt + shortMs
    }
    await expect.poll(isTakenInTime, { timeout: 30_000 }).toBe(true)
  })

  it('stay with their owners for a while when all sessions ended, whoever comes back first', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    const gone = connect({ url: database.url, poolSize: 1 })
    const back = connect({ url: database.url, poolSize: 1 })
    const dayMs = 86_400_000
    expect((await holdShares(gone.db, candidate(first), dayMs)).mine.size).toBe(6)
    await gone.close()
    const { mine, most } = await holdShares(back.db, candidate(second), dayMs)
    expect([mine.size, most]).toEqual([0, 3])
    // Nobody waits for one that shared with nobody.
    await leaveShares(db(), first)
    const alone = connect({ url: database.url, poolSize: 1 })
    expect((await holdShares(alone.db, candidate(first, { shares: false }), dayMs)).mine.size).toBe(6)
    await alone.close()
    await expect.poll(async () => (await holdShares(back.db, candidate(second), dayMs)).mine.size).toBe(6)
    await back.close()
  })

  it('are given back one after the other, and once, by who has more than its part', async () => {
    const log = pino({ level: 'silent' })
    const lease = () => startLease({ db: db(), isShared: true, log })
    const [first, second] = [await lease(), await lease()]
    await first.work.run()
    await second.work.run()
    for (let given = 1; given <= 3; given++) {
      await first.work.run()
      const leaving = first.ownerships.filter(({ isLeaving }) => isLeaving)
      expect(leaving).toHaveLength(1)
      await leaving[0]!.letGo()
      // Else every round would give it back anew, and hear of nothing else.
      expect(first.ownerships.filter(({ isLeaving }) => isLeaving)).toEqual([])
      await second.work.run()
      expect(second.held).toHaveLength(given)
    }
    await first.work.run()
    expect(first.ownerships.filter(({ isLeaving }) => isLeaving)).toEqual([])
    expect([first.held.length, second.held.length]).toEqual([3, 3])
    await first.release()
    await second.release()
  })

  it('are given back when the positions of who has more are no longer late, or have been for long', async () => {
    const log = pino({ level: 'silent' })
    let lagMs = 2000
    const now = vi.spyOn(performance, 'now')
    const candidate = () => ({ ableMs: Infinity, address: null, lagMs })
    const first = await startLease({ db: db(), isShared: true, candidate, log })
    const second = await startLease({ db: db(), isShared: true, log })
    const leaving = async () => {
      await first.work.run()
      return first.ownerships.filter(({ isLeaving }) => isLeaving).length
    }
    await first.work.run()
    await second.work.run()
    expect(await leaving()).toBe(0)
    lagMs = 1999
    expect(await leaving()).toBe(1)
    lagMs = 60_000
    const begun = performance.now()
    now.mockReturnValue(begun)
    expect(await leaving()).toBe(0)
    now.mockReturnValue(begun + 31_000)
    expect(await leaving()).toBe(1)
    now.mockRestore()
    await first.release()
    await second.release()
  })

  it('stay with their owners for a while when the database was started anew', async () => {
    const [first, second, alone] = [randomUUID(), randomUUID(), randomUUID()]
    const sinceStartMs = 86_400_000
    const holdLong = (id: string, more: Partial<Candidate> = {}) => holdShares(db(), candidate(id, more), sinceStartMs)
    /** As if the database had been started after it, and its lease had ended so long before. */
    const startAnew = (endedMs: number) => sql`UPDATE leases SET session = 0,
      session_start = pg_postmaster_start_time() - interval '1 minute',
      until = pg_postmaster_start_time() - make_interval(secs => ${endedMs / 1000}) WHERE name NOT LIKE 'share:%'`
    await holdLong(first)
    await startAnew(1000).execute(db())
    const { mine, most } = await holdLong(second)
    expect([mine.size, most]).toEqual([0, 3])
    expect((await holdLong(first)).mine.size).toBe(6)
    await startAnew(sinceStartMs + 1000).execute(db())
    expect((await holdLong(second)).mine.size).toBe(6)
    // Whoever shares with nobody is not waited for: a machine that is started again makes positions at once.
    await leaveShares(db(), second)
    expect((await holdLong(first, { shares: false })).mine.size).toBe(6)
    await startAnew(1000).execute(db())
    expect((await holdLong(alone, { shares: false })).mine.size).toBe(6)
  })

  it('go from an owner who cannot read the log to those who can, and to nobody else', async () => {
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
    const { mine } = await hold(first)
    // Its log is away: it stays the owner, for nobody can do better.
    expect((await hold(first, { able: false })).mine).toEqual(mine)
    expect((await hold(second, { able: false })).mine.size).toBe(0)
    const taken = await hold(third)
    expect([taken.mine.size, taken.others.length]).toEqual([6, 2])
    expect(await mayWrite(first, [0], mine.get(0)!)).toBe(false)
    expect((await hold(first, { able: false })).mine.size).toBe(0)
    // It can again: its part is free as soon as the other gives it back.
    const again = await hold(first)
    expect([again.mine.size, again.most]).toEqual([0, 3])
    expect(again.others).toContainEqual({ address: `http://${third}` })
    expect((await hold(third)).most).toBe(3)
  })

  it('stay where they are when the log was away from everybody, whoever finds it again first', async () => {
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
    const everybody = [first, second, third]
    await hold(first)
    for (const id of [second, third]) await hold(id)
    await releaseShares(db(), first, [2, 3, 4, 5])
    const before = new Map<string, Held>()
    for (const id of everybody) before.set(id, await hold(id))
    expect(sizes([...before.values()])).toEqual([2, 2, 2])
    for (const id of everybody) await hold(id, { able: false, ableMs: 0 })
    expect((await hold(second, { ableMs: leaseMs - 1 })).mine).toEqual(before.get(second)?.mine)
    for (const id of [first, third]) expect((await hold(id, { ableMs: 0 })).mine).toEqual(before.get(id)?.mine)
  })

  it("are nobody's when their owner has left, and whoever listens is told of every one that was given away", async () => {
    const listener = database.connection.newClient('test')
    const told: unknown[] = []
    listener.on('notification', ({ payload = '' }) => void told.push(JSON.parse(payload)))
    await listener.connect()
    await listener.query(listenStatement)
    const [sharing, alone] = [randomUUID(), randomUUID()]
    const rows = () => sql`SELECT FROM leases WHERE name NOT LIKE 'share:%' OR owner IS NOT NULL`.execute(db())
    for (const [id, shares] of [
      [sharing, true],
      [alone, false],
    ] as const) {
      await hold(id, { shares })
      await leaveShares(db(), id)
      expect((await rows()).rows).toEqual([])
    }
    await releaseShares(db(), sharing, numbers)
    await sql`SELECT pg_notify(${changesChannel}, '"the end"')`.execute(db())
    await expect.poll(() => told.at(-1)).toBe('the end')
    const change = { topics: ['ownership'], row: 'leases', entityId: null, from: null }
    expect(told).toEqual([change, change, 'the end'])
    await listener.end()
  })

  it('are taken by nobody in part who shares with nobody', async () => {
    const [sharing, alone, other] = [randomUUID(), randomUUID(), randomUUID()]
    await hold(sharing)
    expect((await hold(alone, { shares: false })).mine.size).toBe(0)
    await leaveShares(db(), sharing)
    const { mine } = await hold(alone, { shares: false })
    expect(mine.size).toBe(6)
    expect(sizes([await hold(sharing), await hold(other, { shares: false })])).toEqual([0, 0])
    expect(await mayWrite(alone, numbers, mine.get(0)!)).toBe(true)
    expect(await mayWrite(alone, [], mine.get(0)!)).toBe(false)
    // One of them is gone: nothing is written any more.
    await sql`UPDATE leases SET owner = NULL WHERE name = 'share:4'`.execute(db())
    expect(await mayWrite(alone, numbers, mine.get(0)!)).toBe(false)
  })

  it('are not taken while their owner is writing, and nobody waits for it', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    const { mine } = await hold(first)
    await pass(2 * leaseMs)
    await db()
      .transaction()
      .execute(async (tx) => {
        expect(await areSharesOf(tx, first, [2], mine.get(2)!)).toBe(true)
        expect([...(await hold(second)).mine.keys()]).toEqual([0, 1, 3, 4, 5])
      })
    expect((await hold(second)).mine.get(2)).toBe(mine.get(2)! + 1)
    expect(await mayWrite(first, [2], mine.get(2)!)).toBe(false)
  })
})
