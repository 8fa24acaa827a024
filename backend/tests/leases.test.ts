// The table of leases under a simulated clock: whatever backends do, and however time passes for the database, at most one of them can
// write at any time, nobody is displaced who renews in time, and nobody who is gone keeps it.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../src/database/connect.ts'
import { holdLease, isEpochCurrent, releaseLease } from '../src/ownership/lease-queries.ts'
import { aDatabase, type TestDatabase } from './a-database.ts'

const name = 'positions'
const leaseMs = 60_000

let database: TestDatabase
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(async () => database.drop())

const db = () => database.connection.db
/** Time passes for the database: the lease ends sooner. Negative: its clock is set back. */
const pass = (ms: number) => sql`UPDATE leases SET until = until - make_interval(secs => ${ms / 1000})`.execute(db())
const hold = (owner: string) => holdLease(db(), name, owner, leaseMs)
const mayWrite = (epoch: number) =>
  db()
    .transaction()
    .execute((tx) => isEpochCurrent(tx, name, epoch))

/** Numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

describe('leases', { timeout: 180_000 }, () => {
  it.each([1, 2, 3, 4])('have one effective owner at any time (seed %d)', async (seed) => {
    const random = randomNumbers(seed)
    const nodes = [0, 1, 2].map(() => ({ id: randomUUID() as string, epoch: 0, renewedAt: -Infinity }))
    await sql`UPDATE leases SET owner = NULL, until = NULL`.execute(db())
    let [time, newest, clockWasSet] = [0, 0, false]
    const wrong: string[] = []
    const must = (holds: boolean, what: string) => void (holds || wrong.push(`${step}: ${what}`))
    let step = 0
    for (; step < 80; step++) {
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
        await releaseLease(db(), name, node.id)
        node.renewedAt = -Infinity
      } else {
        const { owner, epoch } = await hold(node.id)
        must(epoch >= newest, 'epochs grow')
        const holder = nodes.find(({ epoch: held, renewedAt }) => held === newest && time - renewedAt < leaseMs)
        must(
          !holder || clockWasSet || owner === holder.id,
          'nobody is displaced who renewed in time, by a clock nobody set',
        )
        must(holder !== undefined || owner === node.id, 'nobody who is gone keeps it')
        if (owner === node.id) Object.assign(node, { epoch, renewedAt: time })
        if (owner === node.id) clockWasSet = false
        newest = Math.max(newest, epoch)
      }
      const held = nodes.map(({ epoch }) => epoch).filter((epoch) => epoch > 0)
      must(new Set(held).size === held.length, 'no epoch is given twice')
      for (const epoch of held) must(!(await mayWrite(epoch)) || epoch === newest, 'only the newest owner writes')
    }
    expect(wrong).toEqual([])
  })

  it('are free at once when the process of their owner is gone', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    await sql`UPDATE leases SET owner = NULL, until = NULL`.execute(db())
    const gone = connect({ url: database.url, poolSize: 1 })
    const { epoch } = await holdLease(gone.db, name, first, leaseMs)
    expect(await hold(second)).toMatchObject({ owner: first, epoch })
    await gone.close()
    await expect.poll(() => hold(second)).toMatchObject({ owner: second, epoch: epoch + 1 })
  })

  it('go from an owner who cannot read the log to one who can, and to nobody else', async () => {
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
    await sql`UPDATE leases SET owner = NULL, until = NULL`.execute(db())
    const holdAs = (owner: string, able: boolean) =>
      holdLease(db(), name, owner, leaseMs, { able, address: `http://${owner}` })
    const { epoch } = await holdAs(first, true)
    expect(await holdAs(second, true)).toMatchObject({ owner: first, address: `http://${first}` })
    // Its log is away: it stays the owner, for nobody can do better.
    expect(await holdAs(first, false)).toMatchObject({ owner: first, epoch })
    expect(await holdAs(second, false)).toMatchObject({ owner: first, epoch })
    expect(await holdAs(third, true)).toMatchObject({ owner: third, epoch: epoch + 1 })
    expect(await mayWrite(epoch)).toBe(false)
    expect(await holdAs(first, true)).toMatchObject({ owner: third })
  })

  it('are not taken while their owner is writing, and nobody waits for it', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    await sql`UPDATE leases SET owner = NULL, until = NULL`.execute(db())
    const { epoch } = await hold(first)
    await pass(2 * leaseMs)
    await db()
      .transaction()
      .execute(async (tx) => {
        expect(await isEpochCurrent(tx, name, epoch)).toBe(true)
        expect(await hold(second)).toMatchObject({ owner: first, epoch })
      })
    expect(await hold(second)).toMatchObject({ owner: second, epoch: epoch + 1 })
    expect(await mayWrite(epoch)).toBe(false)
  })
})
