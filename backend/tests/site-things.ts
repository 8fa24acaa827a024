// Builders of a site through the API: aBuilding, aFloor, aZone … each with what it needs, and what a test names.
import type { Caller } from './a-backend.ts'

let count = 0
const fresh = (word: string) => `${word} ${++count}`
export const aMac = () => (0xaa0000000000 + ++count).toString(16)

type Made = { id: string; [field: string]: unknown }

async function made(admin: Caller, path: string, body: object): Promise<Made> {
  const reply = await admin('POST', path, body)
  if (reply.status !== 201) throw new Error(`POST ${path} answered ${reply.status}: ${reply.text}`)
  return reply.body.data
}

export const aBuilding = (admin: Caller, fields: object = {}) =>
  made(admin, '/api/buildings', { name: fresh('Building'), ...fields })

export async function aFloor(
  admin: Caller,
  fields: { buildingId?: string; level?: number; [field: string]: unknown } = {},
) {
  const buildingId = fields.buildingId ?? (await aBuilding(admin)).id
  const body = { name: fresh('Floor'), level: 0, widthM: 60, heightM: 40, ...fields, buildingId }
  return { ...(await made(admin, '/api/floors', body)), buildingId }
}

export const aZoneType = (admin: Caller, fields: object = {}) =>
  made(admin, '/api/mgmt/zone-types', { name: fresh('Type'), colour: '#1d4ed8', ...fields })

export const square = [
  { x: 0, y: 0 },
  { x: 50, y: 0 },
  { x: 50, y: 50 },
]

export async function aZone(
  admin: Caller,
  fields: { floorId?: string; zoneTypeId?: string; [field: string]: unknown } = {},
) {
  const floorId = fields.floorId ?? (await aFloor(admin)).id
  const zoneTypeId = fields.zoneTypeId ?? (await aZoneType(admin)).id
  return made(admin, '/api/zones', { name: fresh('Zone'), polygon: square, ...fields, floorId, zoneTypeId })
}

export const aDepartment = (admin: Caller, fields: object = {}) =>
  made(admin, '/api/mgmt/departments', { name: fresh('Department'), ...fields })

export const aWarden = async (admin: Caller) =>
  made(admin, '/api/wardens', { buildingId: (await aBuilding(admin)).id, personIds: [(await aPerson(admin)).id] })

export const aReceiver = (admin: Caller, fields: object = {}) =>
  made(admin, '/api/receivers', { receiverId: aMac(), name: fresh('Receiver'), ...fields })

export const aPerson = (admin: Caller, fields: object = {}) =>
  made(admin, '/api/personnel', { employeeId: fresh('E'), fullName: fresh('Person'), ...fields })

export const aBadge = (admin: Caller, fields: object = {}) =>
  made(admin, '/api/transmitters', { transmitterId: aMac(), entityType: 'employee', ...fields })

export const anAsset = (admin: Caller, fields: object = {}) =>
  made(admin, '/api/assets', { name: fresh('Asset'), category: 'Trolley', ...fields })

/** Of a browser that nobody has. */
export const aPushSubscription = () => ({
  endpoint: `https://fcm.googleapis.com/${aMac()}`,
  keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
})
