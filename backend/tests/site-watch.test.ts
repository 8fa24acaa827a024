// What positioning knows of the site: no change is overlooked, whenever it was made and announced.
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '../src/database/schema.ts'
import { writeWalls } from '../src/domains/walls/wall-queries.ts'
import { createSiteWatch, type SiteWatch } from '../src/positioning/site-watch.ts'
import { aDatabase, type TestDatabase } from './a-database.ts'

let database: TestDatabase
let watch: SiteWatch

beforeAll(async () => {
  database = await aDatabase()
  // Never started: it is read when the test asks for it, and not otherwise.
  watch = createSiteWatch(database.connection.db, pino({ level: 'silent' }))
  await watch.work.run()
})
afterAll(async () => database?.drop())

const aBadge = (transmitterId: string) => ({ transmitterId, type: 'other' as const })

describe('the site that positioning knows', () => {
  it('shows a change that was announced while the site was being read', async () => {
    const { db } = database.connection
    await db.insertInto('transmitters').values(aBadge('aa0000000e01')).execute()
    const readings = await db.transaction().execute(async (holding) => {
      await sql`LOCK TABLE floor_calibrations IN ACCESS EXCLUSIVE MODE`.execute(holding)
      const first = watch.work.run()
      await vi.waitFor(async () => {
        const { rows } = await sql`SELECT 1 FROM pg_locks WHERE NOT granted`.execute(db)
        expect(rows.length).toBe(1)
      }, 20_000)
      await db.insertInto('transmitters').values(aBadge('aa0000000e02')).execute()
      return [first, watch.work.run(), watch.work.run()]
    })
    await Promise.all(readings)
    expect([...watch.site!.carriers.keys()].toSorted()).toEqual(['aa0000000e01', 'aa0000000e02'])
  })

  it('shows a change whose transaction began before another and ended after it', async () => {
    const { db } = database.connection
    const powerOf = (transmitterId: string) => watch.site?.carriers.get(transmitterId)?.referenceDbm
    const tuned = (on: Database, transmitterId: string) =>
      on
        .updateTable('transmitters')
        .set({ txPower1m: -61, updatedAt: sql`now()` })
        .where('transmitterId', '=', transmitterId)
        .execute()
    await db.transaction().execute(async (slow) => {
      await tuned(slow, 'aa0000000e01')
      await tuned(db, 'aa0000000e02')
      await watch.work.run()
      expect([powerOf('aa0000000e01'), powerOf('aa0000000e02')]).toEqual([null, -61])
    })
    await watch.work.run()
    expect(powerOf('aa0000000e01')).toBe(-61)
  })

  it('keeps what a floor has learnt when its receivers are only written anew, as with every sign of life', async () => {
    const { db } = database.connection
    const building = await db
      .insertInto('buildings')
      .values({ name: 'Learning' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const floor = await db
      .insertInto('floors')
      .values({ buildingId: building.id, name: 'Ground', level: 0, widthM: 40, heightM: 20 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const hung = ['ee0000000e01', 'ee0000000e02', 'ee0000000e03']
    await db
      .insertInto('receivers')
      .values(hung.map((receiverId, i) => ({ receiverId, name: receiverId, floorId: floor.id, x: 10 * i, y: 10 })))
      .execute()
    await watch.work.run()
    const before = watch.site!.floors.get(floor.id)
    await db.updateTable('receivers').set({ lastSeenAt: new Date() }).where('receiverId', '=', hung[0]!).execute()
    await watch.work.run()
    expect(watch.site!.floors.get(floor.id)).toBe(before)
  })

  it('keeps people from walking through walls as soon as they are drawn', async () => {
    const { db } = database.connection
    const floor = await db.selectFrom('floors').select('id').executeTakeFirstOrThrow()
    await watch.work.run()
    expect(watch.site!.floors.get(floor.id)!.grid.walls).toBeNull()
    const points = [at(50, 0), at(50, 100)]
    await writeWalls(db, floor.id, [{ points, doors: [] }])
    await watch.work.run()
    const { columns, rows, across } = watch.site!.floors.get(floor.id)!.grid.walls!
    const cellsToWall = (_: unknown, row: number) => across[row * columns + columns / 2 - 1]
    expect(Array.from({ length: rows }, cellsToWall)).toEqual(Array<number>(rows).fill(0))
  })
})

const at = (x: number, y: number) => ({ x, y })
