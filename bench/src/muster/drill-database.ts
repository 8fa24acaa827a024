// A database of its own for one drill, with the simulated site imported as `npm start` does, and an emergency in it.
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { Client } from 'pg'
import { ensureRoles } from '@rollcall/backend/auth/role-setup-queries'
import { createPasswords } from '@rollcall/backend/auth/passwords'
import { connect, type Connection } from '@rollcall/backend/database/connect'
import { migrate } from '@rollcall/backend/database/migrate'
import type { Database } from '@rollcall/backend/database/schema'
import {
  insertEmergency,
  insertScope,
  musterPointsOf,
  setMusterPoints,
} from '@rollcall/backend/domains/emergency/emergency-queries'
import { freezeRoster } from '@rollcall/backend/domains/emergency/muster-queries'
import { createFileStore, databasePlace } from '@rollcall/backend/files/file-store'
import { importSite } from '@rollcall/backend/site-import'
import type { Site } from '@rollcall/contracts/site'
import { temporaryFolder } from '../measuring/database-server.ts'

export async function openDrillDatabase(serverUrl: string, site: Site): Promise<Connection> {
  const name = `drill_${randomBytes(6).toString('hex')}`
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const connection = connect({ url: url.href, poolSize: 2, urgentPoolSize: 1 })
  await migrate(connection.db)
  await ensureRoles(connection.db)
  const folder = temporaryFolder()
  const needs = {
    db: connection.db,
    files: createFileStore(databasePlace(connection.db)),
    passwords: createPasswords(4),
  }
  await importSite(needs, site, [])
  rmSync(folder, { recursive: true, force: true })
  return connection
}

/** For the whole site with all its muster points; answers its id. */
export async function ring(db: Database, triggeredAt: Date): Promise<string> {
  const buildings = (await db.selectFrom('buildings').select('id').execute()).map((building) => building.id)
  const scope = { buildingIds: buildings }
  const asked = { scenario: 'fire', mode: 'drill', message: '', scope } as const
  const id = await insertEmergency(db, { ...asked, musterPoints: [] }, { id: null, displayName: 'Measurement' })
  await db.updateTable('emergencies').set({ triggeredAt }).where('id', '=', id).execute()
  await insertScope(db, id, buildings)
  await setMusterPoints(db, id, await musterPointsOf(db, [], buildings))
  await freezeRoster(db, id, buildings)
  return id
}

/** Badge of everybody who is accounted for now. */
export async function accountedBadges(db: Database, emergencyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('emergencyRoster')
    .select('transmitterId')
    .where('emergencyId', '=', emergencyId)
    .where('status', '=', 'accounted')
    .execute()
  return rows.flatMap(({ transmitterId }) => transmitterId ?? [])
}
