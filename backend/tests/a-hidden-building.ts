// Two buildings with one of everything in each: ours, and one that a limited account must not see. What is in the hidden one is called
// Hidden, and its ids are known, so that a test finds either in any answer.
import type { Caller, TestBackend } from './a-backend.ts'
import { aSeenPerson } from './a-seen-person.ts'
import { aBadge, aBuilding, aFloor, aMac, anAsset, aReceiver, aZone } from './site-things.ts'
import { newToken } from '../src/one-time-token.ts'

export type OneOfEverything = Awaited<ReturnType<typeof oneOfEverything>>

const made = async (admin: Caller, path: string, body: object): Promise<string> => {
  const reply = await admin('POST', path, body)
  if (reply.status >= 300) throw new Error(`POST ${path} answered ${reply.status}: ${reply.text}`)
  return String(reply.body.data.id)
}

// Long because it makes one of everything that lies in a building.
export async function oneOfEverything({ db }: Pick<TestBackend, 'db'>, admin: Caller, word: string) {
  const building = await aBuilding(admin, { name: `${word} building`, latitude: 1, longitude: 2 })
  const buildingId = building.id
  const floor = await aFloor(admin, { buildingId, name: `${word} floor`, level: 0 })
  const zone = await aZone(admin, { floorId: floor.id, name: `${word} zone`, isMusterPoint: true, isEmergency: true })
  const receiverId = aMac()
  const receiver = await aReceiver(admin, { floorId: floor.id, name: `${word} receiver`, receiverId })
  const place = { floorId: floor.id, buildingId, zoneId: zone.id }
  const person = await aSeenPerson(db, admin, place)
  const asset = await anAsset(admin, { name: `${word} asset`, homeZoneId: zone.id })
  const visit = (visitor: string) => ({ visitor: { fullName: visitor }, buildingId, company: `${word} company` })
  const visitId = await made(admin, '/api/visits', visit('A guest'))
  const openVisitId = await made(admin, '/api/visits', { ...visit('Another guest'), arrived: true })
  const kioskId = await made(admin, '/api/kiosks', { name: `${word} door`, buildingId })
  const wardenId = await made(admin, '/api/wardens', { buildingId, personIds: [person.id] })
  const plannedAt = new Date(Date.now() + 86_400_000).toISOString()
  const drillId = await made(admin, '/api/emergency/drills', {
    buildingId,
    scenario: 'fire',
    plannedAt,
    note: `${word} drill`,
  })
  const contact = { name: `${word} contact`, email: 'a@example.org', channels: ['email'], buildingIds: [buildingId] }
  const contactId = await made(admin, '/api/emergency/contacts', contact)
  const scope = { buildingIds: [buildingId] }
  const trigger = { scenario: 'fire', mode: 'drill', scope, message: `${word} message` }
  const emergencyId = await made(admin, '/api/emergency/trigger', trigger)
  const now = new Date()
  const spot = { floorId: floor.id, zoneId: zone.id, x: 1, y: 1, xM: 1, yM: 1, method: 'grid' as const, accuracyM: 2 }
  await db
    .insertInto('positionHistory')
    .values({ ...spot, at: now, transmitterId: person.transmitterId })
    .execute()
  await db
    .insertInto('activity')
    .values({ type: 'zone_entered', text: `${word} activity`, receiverId, floorId: floor.id, zoneId: zone.id })
    .execute()
  const { id: alertId } = await db
    .insertInto('alerts')
    .values({
      kind: 'receiver_offline',
      subject: word,
      text: `${word} alert`,
      receiverId: receiver.id,
      floorId: floor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('ambientDevices')
    .values({ deviceId: `${word} device`, deviceType: 'phone', receiverId, rssi: -60, at: now })
    .execute()
  await db
    .insertInto('readinessHistory')
    .values({ place: buildingId, score: 50, reasons: JSON.stringify({}) })
    .execute()
  await db
    .insertInto('weatherAnswers')
    .values({ buildingId, kind: 'forecast', answer: JSON.stringify([]) })
    .execute()
  await db
    .insertInto('assetHistory')
    .values({ assetId: asset.id, type: 'moved', fromValue: null, toValue: `${word} zone` })
    .execute()
  const { tokenHash } = newToken()
  const expiresAt = new Date(Date.now() + 60_000)
  await db.insertInto('musterLinks').values({ tokenHash, emergencyId, personId: person.id, expiresAt }).execute()
  const badge = await aBadge(admin)
  return {
    buildingId,
    floorId: floor.id,
    zoneId: zone.id,
    receiver: { id: receiver.id, receiverId },
    person,
    badge: { id: badge.id, transmitterId: String(badge['transmitterId']) },
    assetId: asset.id,
    visitId,
    openVisitId,
    kioskId,
    wardenId,
    drillId,
    contactId,
    emergencyId,
    alertId,
  }
}

/** Ids that an answer must not have. People, badges and their departments are known everywhere. */
export function idsOf(things: OneOfEverything): string[] {
  const { person: _person, badge: _badge, receiver, ...rest } = things
  return [...Object.values(rest), receiver.id, receiver.receiverId]
}
