// People whose badge is seen somewhere: positions are written past the backend, as positioning would.
import type { Database } from '../src/database/schema.ts'
import type { Caller } from './a-backend.ts'
import { aBadge, aPerson } from './site-things.ts'

type Place = { readonly floorId: string; readonly buildingId: string; readonly zoneId?: string | null }
/** Beside the place; metres and percent are the same unless a test says so. */
type Spot = {
  readonly secondsAgo?: number
  readonly x?: number
  readonly y?: number
  readonly accuracyM?: number
  readonly insideProbability?: number | null
  readonly musterZoneId?: string | null
  readonly musterProbability?: number | null
  readonly movedAt?: Date
  readonly musterSince?: Date | null
}

let seq = 0

export async function see(db: Database, transmitterId: string, place: Place, spot: Spot = {}): Promise<void> {
  const { secondsAgo = 0, x = 1, y = 1, ...rest } = spot
  const how = { method: 'nearest' as const, accuracyM: 3, confidence: 0.5, receiverCount: 1, seq: ++seq }
  const at = new Date(Date.now() - secondsAgo * 1000)
  const row = { zoneId: null, ...place, x, y, xM: x, yM: y, ...how, at, ...rest }
  await db
    .insertInto('positionsCurrent')
    .values({ ...row, transmitterId })
    .onConflict((conflict) => conflict.column('transmitterId').doUpdateSet(row))
    .execute()
}

export async function aSeenPerson(db: Database, admin: Caller, place: Place, fields: object = {}, spot: Spot = {}) {
  const person = await aPerson(admin, fields)
  const entityType = person['entityType']
  const badge = await aBadge(admin, { entityType, entityId: person.id })
  const transmitterId = String(badge['transmitterId'])
  await see(db, transmitterId, place, spot)
  return { id: person.id, transmitterId }
}
