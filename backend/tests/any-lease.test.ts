// Any order of what backends do with the table of leases, and any passing of its clock: an epoch never goes back and is never given to
// two, and a share is written by its owner in its epoch and by nobody else. The recorded orders are always tried; FUZZ_RUNS tries more
// than usual (CONTRIBUTING.md). What is promised to who renews in time is in leases.test.ts.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { areSharesOf, holdShares, leaveShares, releaseShares } from '../src/ownership/lease-queries.ts'
import { shareCount } from '../src/ownership/shares.ts'
import { aDatabase, type TestDatabase } from './a-database.ts'

type Step =
  | { does: 'hold'; who: number; able: boolean; ableMs: number; shares: boolean }
  | { does: 'leave'; who: number }
  | { does: 'letGo' | 'write'; who: number; share: number }
  | { does: 'pass'; ms: number }
type Row = { owner: string | null; epoch: number }
type Claim = { id: string; share: number; epoch: number }

const leaseMs = 60_000
const backends = 4
/** Each asks the database some hundred times. */
const numRuns = Math.ceil(Number(process.env['FUZZ_RUNS'] ?? 500) / 20)
const recorded = (
  JSON.parse(readFileSync(new URL('corpus/lease-steps.json', import.meta.url), 'utf8')) as Step[][]
).map((steps): [Step[]] => [steps])

let database: TestDatabase
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.drop())

const who = fc.nat(backends - 1)
const share = fc.nat(shareCount - 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('hold'),
      who,
      able: fc.boolean(),
      ableMs: fc.constantFrom(0, leaseMs),
      shares: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('write', 'letGo'), who, share }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('pass'), ms: fc.integer({ min: -200_000, max: 200_000 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('leave'), who }) },
)

it('is followed by no share with two writers, and no epoch that comes twice', async () => {
  const tries = async (steps: Step[]) => {
    const { db } = database.connection
    await sql`DELETE FROM leases WHERE name NOT LIKE 'share:%'`.execute(db)
    await sql`UPDATE leases SET owner = NULL`.execute(db)
    const ids = Array.from({ length: backends }, () => randomUUID())
    const claims: Claim[] = []
    let before = await table()
    for (const one of steps) {
      await take(one, ids, claims)
      const now = await table()
      for (const [number, { owner, epoch }] of now.entries()) {
        const was = before[number]!
        const isNew = owner !== null && owner !== was.owner
        expect([number, isNew ? epoch > was.epoch : epoch === was.epoch]).toEqual([number, true])
      }
      if (one.does === 'write') await expectOneWriter(claims, one.share, now[one.share]!)
      before = now
    }
    for (const [number, row] of before.entries()) await expectOneWriter(claims, number, row)
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 25 }), tries), { numRuns, examples: recorded })
})

async function take(one: Step, ids: readonly string[], claims: Claim[]): Promise<void> {
  const { db } = database.connection
  if (one.does === 'pass')
    await sql`UPDATE leases SET until = until - make_interval(secs => ${one.ms / 1000})`.execute(db)
  if (one.does === 'leave') await leaveShares(db, ids[one.who]!)
  if (one.does === 'letGo') await releaseShares(db, ids[one.who]!, [one.share])
  if (one.does !== 'hold') return
  const id = ids[one.who]!
  const { mine } = await holdShares(db, { ...one, id, address: null }, leaseMs)
  const rows = await table()
  expect([...mine.keys()]).toEqual([...rows.keys()].filter((number) => rows[number]?.owner === id))
  for (const [number, epoch] of mine) claims.push({ id, share: number, epoch })
}

/** Of all who were ever told that it is theirs. */
async function expectOneWriter(claims: readonly Claim[], number: number, { owner, epoch }: Row): Promise<void> {
  const writers = new Set<string>()
  for (const claim of claims.filter((one) => one.share === number)) {
    const mayWrite = await database.connection.db
      .transaction()
      .execute((tx) => areSharesOf(tx, claim.id, [number], claim.epoch))
    expect([claim, mayWrite]).toEqual([claim, claim.id === owner && claim.epoch === epoch])
    if (mayWrite) writers.add(claim.id)
  }
  expect(writers.size).toBeLessThanOrEqual(1)
}

async function table(): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT owner, epoch FROM leases WHERE name LIKE 'share:%' ORDER BY name`.execute(database.connection.db)
  return rows
}
