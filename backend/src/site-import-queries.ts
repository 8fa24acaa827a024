// SQL of the site import. Metres become percent of the floor's plan here; kinds of zone and departments that are there are used.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { WallsChange } from '@rollcall/contracts/domains/walls'
import type { RoleName } from '@rollcall/contracts/permissions'
import type { Site } from '@rollcall/contracts/site'
import { z } from 'zod'
import { writeWalls } from './domains/walls/wall-queries.ts'
import type { Database, DatabaseTransaction } from './database/schema.ts'

export type Account = { role: RoleName; email: string; displayName: string; passwordHash: string }
/** The stored plan of each floor, by the floor's key. */
export type Plans = ReadonlyMap<string, { planFile: string; planBytes: number }>
/** Ids given to the parts of a site file: by their name in it; floors and zones in its order. */
export type Keys = { building: string; departments: Map<string, string>; floors: string[]; zones: string[] }

export async function hasBuilding(db: Database): Promise<boolean> {
  return (await db.selectFrom('buildings').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function insertSiteParts(tx: DatabaseTransaction, site: Site, plans: Plans): Promise<Keys> {
  const building = (await tx.insertInto('buildings').values(site.building).returning('id').executeTakeFirstOrThrow()).id
  const floors = new Map<string, { id: string; widthM: number; heightM: number }>()
  for (const { key, planSvg: _, walls, ...floor } of site.floors) {
    const values = { ...floor, buildingId: building, planMediaType: 'image/svg+xml', ...plans.get(key) }
    const { id } = await tx.insertInto('floors').values(values).returning('id').executeTakeFirstOrThrow()
    floors.set(key, { id, widthM: floor.widthM, heightM: floor.heightM })
    await insertWalls(tx, { id, ...floor }, walls)
  }
  const floorOf = (key: string) => {
    const floor = floors.get(key)
    if (!floor) throw new Error(`The site file names a floor that it does not have: ${key}`)
    return floor
  }
  const zoneTypes = new Map<string, string>()
  for (const type of site.zoneTypes) {
    const { id } = await tx
      .insertInto('zoneTypes')
      .values(type)
      .onConflict((there) => there.expression(sql`lower(name)`).doUpdateSet({ colour: type.colour }))
      .returning('id')
      .executeTakeFirstOrThrow()
    zoneTypes.set(type.name, id)
  }
  const zones = site.zones.map(({ floor: key, zoneType, polygon, ...zone }) => {
    const floor = floorOf(key)
    const points = polygon.map((point) => percentOf(point, floor))
    return {
      ...zone,
      id: randomUUID(),
      floorId: floor.id,
      zoneTypeId: requireId(zoneTypes, zoneType),
      polygon: JSON.stringify(points),
    }
  })
  if (zones.length > 0) await tx.insertInto('zones').values(zones).execute()
  const receivers = site.receivers.map(({ floor: key, xM, yM, ...receiver }) => {
    const floor = floorOf(key)
    return { ...receiver, ...percentOf({ xM, yM }, floor), floorId: floor.id, buildingId: building }
  })
  if (receivers.length > 0) await tx.insertInto('receivers').values(receivers).execute()
  const departments = await insertDepartments(tx, site)
  return { building, departments, floors: [...floors.values()].map(({ id }) => id), zones: zones.map(({ id }) => id) }
}

async function insertWalls(
  tx: DatabaseTransaction,
  floor: { id: string; name: string; widthM: number; heightM: number },
  walls: Site['floors'][number]['walls'],
): Promise<void> {
  if (walls.length === 0) return
  const drawn = walls.map(({ points, doors }) => ({ points: points.map((point) => percentOf(point, floor)), doors }))
  const checked = WallsChange.safeParse({ walls: drawn })
  if (!checked.success) throw new Error(`The walls of ${floor.name}: ${z.prettifyError(checked.error)}`)
  await writeWalls(tx, floor.id, checked.data.walls)
}

async function insertDepartments(tx: DatabaseTransaction, site: Site): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const department of site.departments) {
    const { id } = await tx
      .insertInto('departments')
      .values(department)
      .onConflict((there) => there.expression(sql`lower(name)`).doUpdateSet({ code: department.code }))
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(department.name, id)
  }
  return ids
}

/** People and assets with the badges they carry, and whom to tell. */
export async function insertCarriers(tx: DatabaseTransaction, site: Site, keys: Keys): Promise<void> {
  for (const { transmitterId, batteryPct, department, ...person } of site.people) {
    const departmentId = department === null ? null : requireId(keys.departments, department)
    const values = { ...person, departmentId }
    const { id } = await tx.insertInto('people').values(values).returning('id').executeTakeFirstOrThrow()
    await insertBadge(tx, { transmitterId, batteryPct, entityType: person.entityType, entityId: id })
  }
  for (const { transmitterId, batteryPct, ...asset } of site.assets) {
    const { id } = await tx.insertInto('assets').values(asset).returning('id').executeTakeFirstOrThrow()
    await insertBadge(tx, { transmitterId, batteryPct, entityType: 'asset', entityId: id })
  }
  const contacts = site.contacts.map((contact) => ({ ...contact, channels: ['email'] }))
  if (contacts.length > 0) await tx.insertInto('emergencyContacts').values(contacts).execute()
}

/** Accounts that exist already keep their password. They may sign in at once: whoever runs the command chose the passwords. */
export async function insertAccounts(tx: DatabaseTransaction, accounts: readonly Account[]): Promise<void> {
  for (const account of accounts) {
    await tx
      .insertInto('users')
      .values({ ...account, email: account.email.toLowerCase(), mustChangePassword: false })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
      .execute()
  }
}

type Badge = {
  transmitterId: string
  batteryPct: number
  entityType: Site['people'][number]['entityType'] | 'asset'
  entityId: string
}

async function insertBadge(tx: DatabaseTransaction, badge: Badge): Promise<void> {
  await tx
    .insertInto('transmitters')
    .values({ ...badge, batteryAt: new Date(), type: 'iBeacon', status: 'assigned' })
    .execute()
}

function requireId(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name)
  if (!id) throw new Error(`The site file names something that it does not have: ${name}`)
  return id
}

/** Clamped: a receiver on the outer wall may be drawn a hair outside. */
function percentOf(
  point: { xM: number; yM: number },
  floor: { widthM: number; heightM: number },
): { x: number; y: number } {
  const percent = (metres: number, size: number) => Math.min(100, Math.max(0, (metres / size) * 100))
  return { x: percent(point.xM, floor.widthM), y: percent(point.yM, floor.heightM) }
}
