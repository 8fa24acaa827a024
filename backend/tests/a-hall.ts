// aHall(): one restricted hall with receivers in its corners. It holds two people, and three badges are about to be in it.
import type { Database } from '../src/database/schema.ts'

export const badges = ['aa0000000001', 'aa0000000002', 'aa0000000003'] as const
export const receivers = ['02aa00000001', '02aa00000002', '02aa00000003', '02aa00000004'] as const

/** Answers the id of its zone. */
export async function aHall(db: Database): Promise<string> {
  const building = await db.insertInto('buildings').values({ name: 'House' }).returning('id').executeTakeFirstOrThrow()
  const floor = { buildingId: building.id, name: 'Ground', level: 0, widthM: 20, heightM: 20 }
  const { id: floorId } = await db.insertInto('floors').values(floor).returning('id').executeTakeFirstOrThrow()
  const type = { name: 'Hall', colour: '#3f9163' }
  const { id: zoneTypeId } = await db.insertInto('zoneTypes').values(type).returning('id').executeTakeFirstOrThrow()
  const polygon = JSON.stringify([0, 100, 100, 0].map((x, i) => ({ x, y: i < 2 ? 0 : 100 }))) as never
  const zone = { floorId, name: 'Hall', zoneTypeId, polygon, isRestricted: true, capacity: 2 }
  const corners = [5, 15].flatMap((x) => [5, 15].map((y) => ({ x: x * 5, y: y * 5 })))
  for (const [i, receiverId] of receivers.entries())
    await db
      .insertInto('receivers')
      .values({ receiverId, name: receiverId, floorId, buildingId: building.id, ...corners[i]!, zM: 2 })
      .execute()
  const people = badges.map((badge) => ({
    fullName: `Bearer ${badge}`,
    entityType: 'employee' as const,
    employeeId: badge,
  }))
  const made = await db.insertInto('people').values(people).returning('id').execute()
  const carried = badges.map((transmitterId, i) => ({
    transmitterId,
    type: 'other' as const,
    entityType: 'employee' as const,
    entityId: made[i]!.id,
  }))
  await db.insertInto('transmitters').values(carried).execute()
  return (await db.insertInto('zones').values(zone).returning('id').executeTakeFirstOrThrow()).id
}
