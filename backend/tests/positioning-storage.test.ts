// The position writer against the real database: newest wins, the deleted are left out, an outage loses nothing that fits.
import { createServer, connect as dial, type AddressInfo, type Server, type Socket } from 'node:net'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../src/database/connect.ts'
import { findTransmitter } from '../src/domains/transmitters/transmitter-queries.ts'
import { createPositionWriter } from '../src/positioning/position-writer.ts'
import { readSite } from '../src/positioning/site-queries.ts'
import { aDatabase, type TestDatabase } from './a-database.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
let buildingId: string
let floorId: string
let seq = 1000

beforeAll(async () => {
  database = await aDatabase()
  const { db } = database.connection
  const building = await db.insertInto('buildings').values({ name: 'House' }).returning('id').executeTakeFirstOrThrow()
  buildingId = building.id
  const floor = { buildingId, name: 'Ground', level: 0, widthM: 40, heightM: 30 }
  floorId = (await db.insertInto('floors').values(floor).returning('id').executeTakeFirstOrThrow()).id
  await db.insertInto('receivers').values({ receiverId: '02aa00000001', name: 'One', floorId, buildingId }).execute()
})
afterAll(async () => database.drop())

async function aBadge(transmitterId: string): Promise<string> {
  await database.connection.db.insertInto('transmitters').values({ transmitterId, type: 'other' }).execute()
  return transmitterId
}

const anEntry = (transmitterId: string, changes: Partial<PositionEntry> = {}): PositionEntry => ({
  transmitterId,
  position: { x: 25, y: 50, xM: 10, yM: 15 },
  positionMethod: 'grid',
  floorId,
  buildingId,
  zoneId: null,
  accuracyM: 2,
  confidence: 0.9,
  receiverCount: 4,
  entityType: 'standalone',
  entityId: null,
  name: 'Badge',
  timestamp: Date.now(),
  seq: ++seq,
  ...changes,
})

const aWriter = (db = database.connection.db) => createPositionWriter({ db, log, takeReceivers: () => [] })
const stored = (transmitterId: string) =>
  database.connection.db
    .selectFrom('positionsCurrent')
    .selectAll()
    .where('transmitterId', '=', transmitterId)
    .executeTakeFirst()
const historyOf = async (transmitterId: string) =>
  (
    await database.connection.db
      .selectFrom('positionHistory')
      .select('xM')
      .where('transmitterId', '=', transmitterId)
      .execute()
  ).length

describe('createPositionWriter', () => {
  it('stores what badges at rest told with their positions, once', async () => {
    const badge = await aBadge('aa00000000f1')
    const heard = [{ receiverId: '02aa00000001', rssi: -71.25, count: 60 }]
    const rest = { floorId, transmitterId: badge, layout: 'any', endedAt: Date.now(), seconds: 60, heard }
    const { db } = database.connection
    const waiting = [rest]
    const takeRests = () => waiting.splice(0)
    const writer = createPositionWriter({ db, log, takeReceivers: () => [], takeRests })
    writer.add([anEntry(badge)])
    await writer.work.run()
    writer.add([anEntry(badge)])
    await writer.work.run()
    expect(await db.selectFrom('floorRests').select(['layout', 'seconds', 'heard']).execute()).toEqual([
      { layout: 'any', seconds: 60, heard },
    ])
  })

  it('stores the newest position, its history and when the badge was seen', async () => {
    const badge = await aBadge('aa0000000001')
    const writer = aWriter()
    const moved = anEntry(badge, { position: { x: 50, y: 50, xM: 20, yM: 15 } })
    writer.add([anEntry(badge), moved])
    await writer.work.run()
    expect(await stored(badge)).toMatchObject({ xM: 20, seq: moved.seq, floorId, buildingId, method: 'grid' })
    expect(await historyOf(badge)).toBe(2)
    const seen = await database.connection.db
      .selectFrom('transmitters')
      .select('lastSeenAt')
      .where('transmitterId', '=', badge)
      .executeTakeFirst()
    expect(seen?.lastSeenAt).toBe(new Date(moved.timestamp).toISOString())
  })

  it('remembers how strong a badge is, until its power is set to another', async () => {
    const badge = await aBadge('aa0000000010')
    const { db } = database.connection
    const writer = aWriter()
    const learnt = anEntry(badge)
    writer.add([
      { ...learnt, strength: { db: -4.2, sureDb: 1.1 } },
      { ...anEntry(badge), strength: null },
    ])
    await writer.work.run()
    const carrier = async () => (await readSite(db)).carriers.find(({ transmitterId }) => transmitterId === badge)
    expect((await carrier())?.strength).toEqual({ db: -4.2, sureDb: 1.1 })
    const { id } = await db
      .selectFrom('transmitters')
      .select('id')
      .where('transmitterId', '=', badge)
      .executeTakeFirstOrThrow()
    expect(await findTransmitter(db, id)).toMatchObject({
      strengthDb: -4.2,
      strengthSureDb: 1.1,
      strengthAt: new Date(learnt.timestamp).toISOString(),
    })
    await db.updateTable('transmitters').set({ name: 'Renamed' }).where('id', '=', id).execute()
    expect((await carrier())?.strength).not.toBeNull()
    await db.updateTable('transmitters').set({ txPower1m: -63 }).where('id', '=', id).execute()
    expect((await carrier())?.strength).toBeNull()
  })

  it('does not let an older position replace a newer one', async () => {
    const badge = await aBadge('aa0000000002')
    const writer = aWriter()
    writer.add([anEntry(badge, { seq: 9_000_000, accuracyM: 7 })])
    await writer.work.run()
    writer.add([anEntry(badge, { accuracyM: 1 })])
    await writer.work.run()
    expect((await stored(badge))?.accuracyM).toBe(7)
  })

  it('leaves out a badge, and forgets a zone, that was deleted meanwhile', async () => {
    const badge = await aBadge('aa0000000003')
    const writer = aWriter()
    writer.add([anEntry('deadbeef0000'), anEntry(badge, { zoneId: '00000000-0000-4000-8000-000000000000' })])
    await writer.work.run()
    expect(await stored(badge)).toMatchObject({ zoneId: null })
    expect(await stored('deadbeef0000')).toBeUndefined()
  })

  it('stores what an emergency asks: inside, at which muster point, and when it moved last', async () => {
    const badge = await aBadge('aa0000000007')
    const writer = aWriter()
    const { db } = database.connection
    const type = await db.insertInto('zoneTypes').values({ name: 'Point', colour: '#3f9163' }).returning('id').execute()
    const polygon = JSON.stringify([0, 1, 2].map((x) => ({ x, y: x * x })))
    const zone = {
      floorId,
      name: 'Gate',
      zoneTypeId: type[0]!.id,
      polygon: sql<never>`${polygon}::jsonb`,
      isMusterPoint: true,
    }
    const gate = await db.insertInto('zones').values(zone).returning('id').executeTakeFirstOrThrow()
    const movedAt = Date.parse('2026-11-15T10:00:00Z')
    const presence = { insideProbability: 0.1, musterZoneId: gate.id, musterProbability: 0.9, movedAt }
    writer.add([{ ...anEntry(badge), ...presence }])
    await writer.work.run()
    const moved = new Date(movedAt).toISOString()
    expect(await stored(badge)).toMatchObject({ ...presence, movedAt: moved })
    // A process that has just been started has not seen it move; it did all the same.
    writer.add([
      { ...anEntry(badge), insideProbability: null, musterZoneId: null, musterProbability: 0, movedAt: null },
    ])
    await writer.work.run()
    const nothing = { insideProbability: null, musterZoneId: null, musterProbability: 0, movedAt: moved }
    expect(await stored(badge)).toMatchObject(nothing)
  })

  it('does not fill the history with a badge that rests', async () => {
    const badge = await aBadge('aa0000000004')
    const writer = aWriter()
    for (let i = 0; i < 20; i++) writer.add([anEntry(badge, { timestamp: 1_790_000_000_000 + i * 1000 })])
    await writer.work.run()
    expect(await historyOf(badge)).toBe(1)
  })

  it('stores what badges say of their batteries: the newest, and a history of changes', async () => {
    const badge = await aBadge('aa0000000006')
    const writer = aWriter()
    const at = 1_790_000_000_000
    writer.addBatteries([
      { transmitterId: badge, pct: 80, mv: 2900, at },
      { transmitterId: 'deadbeef0000', pct: 1, mv: 1, at },
    ])
    await writer.stop()
    for (const report of [
      { pct: 80, mv: 2890, at: at + 60_000 },
      { pct: 79, mv: null, at: at + 120_000 },
      { pct: 50, mv: 1, at: at - 5 },
    ]) {
      const next = aWriter()
      next.addBatteries([{ transmitterId: badge, ...report }])
      await next.stop()
    }
    const { db } = database.connection
    const now = await db
      .selectFrom('transmitters')
      .select(['batteryPct', 'batteryMv'])
      .where('transmitterId', '=', badge)
      .executeTakeFirst()
    expect(now).toEqual({ batteryPct: 79, batteryMv: 2890 })
    const past = await db
      .selectFrom('batteryHistory')
      .select('batteryPct')
      .where('transmitterId', '=', badge)
      .orderBy('at')
      .execute()
    expect(past.map(({ batteryPct }) => batteryPct)).toEqual([80, 79])
  })

  it('keeps positions through an outage and stores them afterwards, without a restart', async () => {
    const badge = await aBadge('aa0000000005')
    const wire = await aWire(database.url)
    const { db, close } = connect({ url: wire.url, poolSize: 2 })
    const writer = aWriter(db)
    writer.add([anEntry(badge)])
    await writer.work.run()
    await wire.cut()
    const far = (xM: number) => ({ position: { x: 0, y: 0, xM, yM: 0 } })
    writer.add([anEntry(badge, far(1)), anEntry(badge, far(5)), anEntry(badge, far(30))])
    await writer.work.run()
    expect((await stored(badge))?.xM).toBe(10)
    await wire.mend()
    await writer.work.run()
    expect((await stored(badge))?.xM).toBe(30)
    expect(await historyOf(badge)).toBe(4)
    expect(writer.dropped).toBe(0)
    await writer.stop()
    await close()
    await wire.cut()
  })
})

/** A TCP wire to the database that can be cut and mended. */
async function aWire(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let server: Server
  const listen = (port: number) => {
    server = createServer((near) => {
      const far = dial(Number(target.port), target.hostname)
      for (const socket of [near, far]) {
        sockets.add(socket)
        socket.on('error', () => socket.destroy())
        socket.on('close', () => [near, far].forEach((end) => end.destroy()))
      }
      near.pipe(far).pipe(near)
    })
    return new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  }
  await listen(0)
  const url = new URL(databaseUrl)
  const { port } = server!.address() as AddressInfo
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    cut: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
        sockets.clear()
      }),
    mend: () => listen(port),
  }
}
