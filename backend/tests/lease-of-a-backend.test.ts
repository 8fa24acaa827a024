// What a backend knows of its leases and says of them: alone, beside another, after it has let go; and how badges are shared out.
import { type KyselyPlugin, sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect } from '../src/database/connect.ts'
import { startLease } from '../src/ownership/lease.ts'
import { everything, leadersShare, partitionCount, partitionOf, shares } from '../src/ownership/shares.ts'
import { aDatabase, type TestDatabase } from './a-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await aDatabase()
})
beforeEach(async () => {
  await sql`DELETE FROM leases WHERE name NOT LIKE 'share:%'`.execute(database.connection.db)
  await sql`UPDATE leases SET owner = NULL`.execute(database.connection.db)
})
afterEach(() => void vi.restoreAllMocks())
afterAll(async () => database.drop())

const all = [0, 1, 2, 3, 4, 5]

/** With what it says in the log. */
async function aLease({
  isShared = true,
  ableMs = Infinity as number | null,
  address = null as string | null,
  db = database.connection.db,
} = {}) {
  const said: unknown[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line) => void said.push(JSON.parse(line)) })
  const candidate = () => ({ ableMs, address, lagMs: 0 })
  return { said, lease: await startLease({ db, isShared, candidate, log }) }
}
const ours = (numbers: readonly number[]) =>
  expect.objectContaining({ code: 'positions_ours', shares: numbers, msg: 'This backend makes positions.' })
const elsewhere = expect.objectContaining({
  code: 'positions_elsewhere',
  msg: 'Another backend on this database makes the positions.',
})

describe('a backend that shares with nobody', () => {
  it('has everything when it has started, and another nothing until it is gone', async () => {
    const [first, second] = [await aLease({ isShared: false }), await aLease({ isShared: false })]
    const [one] = first.lease.ownerships
    expect(first.lease.ownerships).toHaveLength(1)
    expect(first.lease.held).toEqual(all)
    expect(one!.share).toBe(everything)
    expect([one!.isSure(), one!.isLeaving, first.lease.leader]).toEqual([true, false, one])
    const [other] = second.lease.ownerships
    expect([other!.epoch, other!.isSure(), second.lease.held]).toEqual([null, false, []])
    const before = one!.epoch!
    await first.lease.work.run()
    await first.lease.release()
    expect([one!.epoch, one!.isSure(), first.lease.held, first.lease.otherAddresses]).toEqual([null, false, [], []])
    await first.lease.work.run()
    expect(first.lease.held).toEqual([])
    await second.lease.work.run()
    expect(other!.epoch).toBe(before + 1)
    await second.lease.release()
    expect([first.said, second.said]).toEqual([[ours(all)], [elsewhere, ours(all)]])
  })

  it('is sure for as long as its lease runs, by a clock that cannot be set', async () => {
    const { lease } = await aLease({ isShared: false })
    const now = vi.spyOn(performance, 'now')
    const begun = performance.now()
    now.mockReturnValue(begun)
    await lease.work.run()
    now.mockReturnValue(begun + 4999)
    expect([lease.leader.isSure(), lease.sureMs]).toEqual([true, begun + 5000 - (begun + 4999)])
    now.mockReturnValue(begun + 5000)
    expect([lease.leader.isSure(), lease.leader.epoch === null]).toEqual([false, false])
    now.mockReturnValue(begun + 6000)
    expect(lease.sureMs).toBe(0)
    await lease.release()
  })

  it('has nothing when a part of it is gone', async () => {
    const { lease } = await aLease({ isShared: false })
    const { leader, ownerships } = lease
    const epoch = leader.epoch!
    const mayWrite = (asked: number) =>
      database.connection.db.transaction().execute((tx) => ownerships[0]!.mayWrite(tx, asked))
    expect([await mayWrite(epoch), await mayWrite(epoch + 1)]).toEqual([true, false])
    await sql`UPDATE leases SET owner = NULL WHERE name = 'share:4'`.execute(database.connection.db)
    await lease.work.run()
    expect([lease.held, leader.epoch, leader.isSure()]).toEqual([[0, 1, 2, 3, 5], null, false])
    await lease.release()
  })

  it('says what it means that it cannot renew its lease', async () => {
    const connection = connect({ url: database.url, poolSize: 1 })
    const { lease, said } = await aLease({ isShared: false, db: connection.db })
    await connection.close()
    await lease.work.run()
    expect(said.at(-1)).toMatchObject({
      code: 'background_work_failed',
      work: 'hold-lease',
      msg: 'The leases on the positions cannot be renewed; they are made all the same.',
    })
    expect(lease.held).toEqual(all)
    await lease.release()
  })
})

describe('backends that share', () => {
  it('know where the others are, and keep the rest of what they let go', async () => {
    const first = await aLease({ address: 'http://one' })
    expect(first.lease.held).toEqual([])
    await first.lease.work.run()
    const [second, third] = [await aLease({ address: 'http://two' }), await aLease()]
    await second.lease.work.run()
    await third.lease.work.run()
    await first.lease.work.run()
    expect(first.lease.otherAddresses).toEqual(['http://two'])
    expect(third.lease.otherAddresses.toSorted()).toEqual(['http://one', 'http://two'])
    const leaving = first.lease.ownerships.filter(({ isLeaving }) => isLeaving)
    expect(leaving.map(({ share }) => share.name)).toEqual(['5'])
    await leaving[0]!.letGo()
    expect(first.lease.held).toEqual([0, 1, 2, 3, 4])
    expect(first.lease.ownerships.map(({ epoch }) => epoch !== null)).toEqual(all.map((number) => number < 5))
    expect(first.said).toEqual([ours(all), ours([0, 1, 2, 3, 4])])
    for (const { lease } of [first, second, third]) await lease.release()
  })

  it('keep what they have while they cannot read the log', async () => {
    const [first, second] = [await aLease({ ableMs: null }), await aLease({ ableMs: null })]
    for (const { lease } of [first, second, first]) await lease.work.run()
    expect(first.lease.held).toEqual(all)
    expect(first.lease.ownerships.filter(({ isLeaving }) => isLeaving)).toEqual([])
    const third = await aLease()
    await third.lease.work.run()
    expect(third.lease.held).toEqual(all)
    for (const { lease } of [first, second, third]) await lease.release()
  })

  it('have nothing of what they gave away before the answer came', async () => {
    let beforeAnswer = async () => {}
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.some(({ name }) => name === 'share:5')) await beforeAnswer()
        return result
      },
    }
    const { lease } = await aLease({ db: database.connection.db.withPlugin(plugin) })
    await lease.work.run()
    expect(lease.held).toEqual(all)
    beforeAnswer = () => lease.ownerships[5]!.letGo()
    await lease.work.run()
    expect(lease.held).toEqual([0, 1, 2, 3, 4])
    beforeAnswer = () => lease.release()
    await lease.work.run()
    expect(lease.held).toEqual([])
  })
})

describe('shares', () => {
  it('have every partition once, and equally many', () => {
    expect(shares.flatMap(({ partitions }) => partitions).toSorted((a, b) => a - b)).toEqual(everything.partitions)
    expect(everything.partitions).toEqual(Array.from({ length: partitionCount }, (_, partition) => partition))
    expect(shares.map(({ name, partitions }) => [name, partitions.length])).toEqual(
      all.map((number) => [String(number), number < 4 ? 11 : 10]),
    )
    expect([everything.name, shares[leadersShare]!.partitions[1]]).toEqual(['all', 6])
  })

  it('have the same badge for ever: other versions read the same log', () => {
    expect(['', 'a', 'c0ffee000001', 'c0ffee000002'].map(partitionOf)).toEqual([25, 32, 55, 34])
    const found = Array.from({ length: 2000 }, (_, n) => partitionOf(`c0ffee${String(n).padStart(6, '0')}`))
    expect(new Set(found).size).toBe(partitionCount)
    expect(Math.max(...found)).toBe(partitionCount - 1)
  })
})
