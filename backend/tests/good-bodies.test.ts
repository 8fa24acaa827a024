// Every mutation of the contract with a good body: it answers 2xx by its contract and leaves exactly its own record in the audit log.
import { beforeAll, afterAll, describe, expect, it } from 'vitest'
import { backendRows } from '@rollcall/contracts/api'
import type { Endpoint } from '@rollcall/contracts/endpoint'
import { aBackend, aUser, type Caller, type TestBackend } from './a-backend.ts'
import { accountBodies } from './account-bodies.ts'
import { beforeAndAfter } from './a-plan.ts'
import { aSeenPerson } from './a-seen-person.ts'
import {
  aBadge,
  aBuilding,
  aFloor,
  aMac,
  aPerson,
  aPushSubscription,
  aReceiver,
  aZone,
  aZoneType,
  square,
} from './site-things.ts'
import { aJpeg, anUpload } from './an-upload.ts'
import { plainResource } from './plain-resources.ts'
import { importBodies } from './import-bodies.ts'
import { wardenBodies } from './warden-bodies.ts'

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend({ WEATHER_URL: 'http://127.0.0.1:9' })
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())

type Good = { path: string; body?: unknown; upload?: { field: string; mediaType: string; bytes: Buffer }; as?: Caller }
type Making = () => Promise<Good>

let count = 0
const fresh = (word: string) => `${word} ${++count} good`
const idOf = async (path: string, body: object) => String((await admin('POST', path, body)).body.data.id)
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>')
const photo = { field: 'photo', mediaType: 'image/jpeg', bytes: aJpeg }
const photoOf = (id: string): Good => ({ path: `/api/personnel/${id}/photo`, upload: photo })

async function anEmergency() {
  const { id: floorId, buildingId } = await aFloor(admin)
  const { id: personId } = await aSeenPerson(backend.db, admin, { floorId, buildingId })
  const trigger = { scenario: 'fire', mode: 'test', scope: { buildingIds: [buildingId] } }
  return { id: await idOf('/api/emergency/trigger', trigger), personId, floorId }
}

const visiting = async () => ({
  visitor: { fullName: 'Ida Good' },
  buildingId: (await aBuilding(admin)).id,
})
const aVisit = async (fields: object = {}) => idOf('/api/visits', { ...(await visiting()), ...fields })
async function aKiosk(fields: object = {}) {
  const visit = (await admin('POST', '/api/visits', { ...(await visiting()), ...fields })).body.data
  const made = await admin('POST', '/api/kiosks', { name: 'Door', buildingId: visit.buildingId })
  return { path: String(made.body.data.path), code: String(visit.code) }
}

async function aCalibration(activated: boolean) {
  const { id: floorId } = await aFloor(admin)
  const proposal = { version: 1, referencePowerDbm: -59, pathLoss: 2.4, receivers: [], better: true }
  await backend.db
    .insertInto('floorCalibrations')
    .values({
      floorId,
      version: 1,
      proposal: JSON.stringify(proposal),
      residualMaps: '{}',
      calibratedBy: 'Somebody',
      activatedAt: activated ? new Date() : null,
    })
    .execute()
  return floorId
}

async function anAlert(): Promise<string> {
  const alert = {
    kind: 'receiver_offline' as const,
    subject: fresh('Receiver'),
    text: 'A receiver is no longer heard.',
  }
  return (await backend.db.insertInto('alerts').values(alert).returning('id').executeTakeFirstOrThrow()).id
}

const badge = () => ({ transmitterId: aMac(), entityType: 'employee' })
const person = () => ({ employeeId: fresh('N'), fullName: 'Good' })
const triggering = async () => ({
  scenario: 'fire',
  mode: 'drill',
  scope: { buildingIds: [(await aBuilding(admin)).id] },
})

const good: Readonly<Record<string, Making>> = {
  ...beforeAndAfter(() => admin),
  'users.create': async () => ({
    path: '/api/users',
    body: { email: `u${++count}@example.org`, displayName: 'U', role: 'viewer' },
  }),
  'users.change': async () => ({ path: await anAccount(), body: { displayName: 'Else' } }),
  'users.remove': async () => ({ path: await anAccount() }),
  'users.resetPassword': async () => ({ path: `${await anAccount()}/reset-password` }),
  'users.endSessions': async () => ({ path: `${await anAccount()}/end-sessions` }),
  'users.unlock': async () => ({ path: `${await anAccount()}/unlock` }),
  'roles.create': async () => ({ path: '/api/admin/roles', body: { role: fresh('Role'), permissions: [] } }),
  'roles.remove': async () => {
    const { body } = await admin('POST', '/api/admin/roles', { role: fresh('Role'), permissions: [] })
    return { path: `/api/admin/roles/${encodeURIComponent(body.data.role)}` }
  },
  'roles.change': async () => ({ path: '/api/admin/roles/viewer', body: { permissions: ['zones.read'] } }),
  'buildings.reorder': async () => ({ path: '/api/buildings/order', body: { order: [(await aBuilding(admin)).id] } }),
  'floors.create': async () => ({
    path: '/api/floors',
    body: { buildingId: (await aBuilding(admin)).id, name: 'G', level: 0, widthM: 10, heightM: 10 },
  }),
  'floors.change': async () => ({ path: `/api/floors/${(await aFloor(admin)).id}`, body: { widthM: 12 } }),
  'floors.remove': async () => ({ path: `/api/floors/${(await aFloor(admin)).id}` }),
  'floors.uploadPlan': async () => ({
    path: `/api/floors/${(await aFloor(admin)).id}/upload`,
    upload: { field: 'plan', mediaType: 'image/svg+xml', bytes: svg },
  }),
  'floors.acceptCalibration': async () => ({
    path: `/api/floors/${await aCalibration(false)}/calibrate/accept`,
    body: { version: 1 },
  }),
  'floors.rollbackCalibration': async () => ({
    path: `/api/floors/${await aCalibration(true)}/calibrate/rollback`,
    body: { version: 1 },
  }),
  'walls.change': async () => ({
    path: `/api/floors/${(await aFloor(admin)).id}/walls`,
    body: { walls: [{ points: square.slice(0, 2), doors: [{ edge: 0, at: 0.5, widthM: 1 }] }] },
  }),
  'zones.create': async () => ({
    path: '/api/zones',
    body: { floorId: (await aFloor(admin)).id, name: 'Z', zoneTypeId: (await aZoneType(admin)).id, polygon: square },
  }),
  'zones.change': async () => ({ path: `/api/zones/${(await aZone(admin)).id}`, body: { capacity: 3 } }),
  'zones.remove': async () => ({ path: `/api/zones/${(await aZone(admin)).id}` }),
  'receivers.create': async () => ({ path: '/api/receivers', body: { receiverId: aMac(), name: 'R' } }),
  'receivers.bulk': async () => ({
    path: '/api/receivers/bulk',
    body: { receivers: [{ receiverId: aMac(), name: 'R' }] },
  }),
  'receivers.change': async () => ({
    path: `/api/receivers/${(await aReceiver(admin)).id}`,
    body: { kind: 'ceiling' },
  }),
  'receivers.showSharedKey': async () => ({ path: '/api/receivers/shared-key' }),
  'receivers.issueKey': async () => ({ path: `/api/receivers/${(await aReceiver(admin)).id}/key` }),
  'receivers.removeKey': async () => {
    const { id } = await aReceiver(admin)
    await admin('POST', `/api/receivers/${id}/key`)
    return { path: `/api/receivers/${id}/key` }
  },
  'receivers.remove': async () => ({ path: `/api/receivers/${(await aReceiver(admin)).id}` }),
  'personnel.create': async () => ({ path: '/api/personnel', body: person() }),
  'personnel.import': async () => ({ path: '/api/personnel/import', body: { people: [person()] } }),
  'personnel.batchDelete': async () => ({
    path: '/api/personnel/batch-delete',
    body: { ids: [(await aPerson(admin)).id] },
  }),
  'personnel.bulkActivate': async () => ({
    path: '/api/personnel/bulk-activate',
    body: { ids: [(await aPerson(admin, { status: 'inactive' })).id] },
  }),
  'personnel.bulkDeactivate': async () => ({
    path: '/api/personnel/bulk-deactivate',
    body: { ids: [(await aPerson(admin)).id] },
  }),
  'personnel.change': async () => ({ path: `/api/personnel/${(await aPerson(admin)).id}`, body: { jobTitle: 'Lead' } }),
  'personnel.remove': async () => ({ path: `/api/personnel/${(await aPerson(admin)).id}` }),
  'personnel.uploadPhoto': async () => photoOf((await aPerson(admin)).id),
  'personnel.removePhoto': async () => {
    const { id } = await aPerson(admin)
    await send('POST', photoOf(id))
    return { path: `/api/personnel/${id}/photo` }
  },
  'emergency.create': async () => ({ path: '/api/emergency', body: await triggering() }),
  'emergency.trigger': async () => ({ path: '/api/emergency/trigger', body: await triggering() }),
  'emergency.change': async () => ({ path: `/api/emergency/${(await anEmergency()).id}`, body: { message: 'Out' } }),
  'muster.account': async () => {
    const { id, personId } = await anEmergency()
    return { path: `/api/emergency/${id}/account`, body: { personId, status: 'accounted' } }
  },
  'muster.accountMany': async () => {
    const { id, personId } = await anEmergency()
    return { path: `/api/emergency/${id}/account-many`, body: { ids: [personId], status: 'excused' } }
  },
  'muster.sweep': async () => {
    const { id, floorId } = await anEmergency()
    return { path: `/api/emergency/${id}/sweeps`, body: { floorId, zoneId: null, state: 'searched' } }
  },
  'muster.createLinks': async () => {
    const { id, personId } = await anEmergency()
    return { path: `/api/emergency/${id}/links`, body: { personIds: [personId] } }
  },
  'muster.sendLinks': async () => ({ path: `/api/emergency/${(await anEmergency()).id}/links/send`, body: {} }),
  'muster.answerLink': async () => {
    const { id, personId } = await anEmergency()
    const links = await admin('POST', `/api/emergency/${id}/links`, { personIds: [personId] })
    return { path: links.body.data[0].path, body: { status: 'needs_help' } }
  },
  ...accountBodies(() => backend),
  ...wardenBodies(() => ({ backend, admin, idOf })),
  ...importBodies(() => admin),
  'visits.create': async () => ({ path: '/api/visits', body: await visiting() }),
  'visits.change': async () => ({ path: `/api/visits/${await aVisit()}`, body: { company: 'Else' } }),
  'visits.remove': async () => ({ path: `/api/visits/${await aVisit()}` }),
  'visits.signIn': async () => ({ path: `/api/visits/${await aVisit()}/sign-in`, body: {} }),
  'visits.signOut': async () => ({ path: `/api/visits/${await aVisit({ arrived: true })}/sign-out` }),
  'push.subscribe': async () => ({ path: '/api/push/subscriptions', body: aPushSubscription() }),
  'push.unsubscribe': async () => ({
    path: `/api/push/subscriptions/${await idOf('/api/push/subscriptions', aPushSubscription())}`,
  }),
  'kiosk.create': async () => ({
    path: '/api/kiosks',
    body: { name: 'Door', buildingId: (await aBuilding(admin)).id },
  }),
  'kiosk.remove': async () => ({
    path: `/api/kiosks/${await idOf('/api/kiosks', { name: 'Door', buildingId: (await aBuilding(admin)).id })}`,
  }),
  'kiosk.scan': async () => {
    const { path, code } = await aKiosk()
    return { path: `${path}/scan`, body: { code, direction: 'in' }, as: backend.nobody }
  },
  'kiosk.badge': async () => {
    const { path, code } = await aKiosk({ arrived: true })
    const badge = (await aBadge(admin))['transmitterId']
    return { path: `${path}/badge`, body: { visit: code, badge }, as: backend.nobody }
  },
  'kiosk.visitor': async () => ({
    path: `${(await aKiosk()).path}/visitors`,
    body: { fullName: 'Ida' },
    as: backend.nobody,
  }),
  'battery.changeThresholds': async () => ({ path: '/api/battery/thresholds', body: { low: 41, critical: 19 } }),
  'weather.changeSettings': async () => ({ path: '/api/weather/settings/Severe', body: { cooldownMinutes: 5 } }),
  'weather.refresh': async () => ({ path: '/api/weather/refresh' }),
  'transmitters.create': async () => ({ path: '/api/transmitters', body: badge() }),
  'transmitters.assign': async () => {
    const [{ transmitterId }, { id: entityId }] = [await aBadge(admin), await aPerson(admin)]
    return { path: '/api/transmitters/assign', body: { transmitterId, entityType: 'employee', entityId } }
  },
  'transmitters.bulk': async () => ({ path: '/api/transmitters/bulk', body: { transmitters: [badge()] } }),
  'transmitters.change': async () => ({ path: `/api/transmitters/${(await aBadge(admin)).id}`, body: { name: 'B' } }),
  'transmitters.patch': async () => ({ path: `/api/transmitters/${(await aBadge(admin)).id}`, body: { name: 'B' } }),
  'transmitters.remove': async () => ({ path: `/api/transmitters/${(await aBadge(admin)).id}` }),
  'phoneBeacon.createToken': async () => ({
    path: '/api/phone-beacon/onboarding-token',
    body: { personId: (await aPerson(admin)).id },
  }),
  'phoneBeacon.completeEnrollment': async () => {
    const { id: personId } = await aPerson(admin)
    const { token } = (await admin('POST', '/api/phone-beacon/onboarding-token', { personId })).body.data
    const body = { token, irk: '0123456789abcdef0123456789abcdef', platform: 'ios', label: 'Phone' }
    return { path: '/api/phone-beacon/complete-enrollment', body }
  },
  'audit.write': async () => ({ path: '/api/audit/logs', body: { action: 'visit', resource: 'archive' } }),
  'beacons.create': async () => ({ path: '/api/mgmt/beacons', body: badge() }),
  'beacons.change': async () => ({ path: `/api/mgmt/beacons/${(await aBadge(admin)).id}`, body: { name: 'B' } }),
  'beacons.remove': async () => ({ path: `/api/mgmt/beacons/${(await aBadge(admin)).id}` }),
  'zoneTypes.create': async () => ({ path: '/api/mgmt/zone-types', body: { name: fresh('Type'), colour: '#123456' } }),
  'zoneTypes.change': async () => ({
    path: `/api/mgmt/zone-types/${(await aZoneType(admin)).id}`,
    body: { colour: '#654321' },
  }),
  'zoneTypes.remove': async () => ({ path: `/api/mgmt/zone-types/${(await aZoneType(admin)).id}` }),
  'settings.changeBle': async () => ({ path: '/api/mgmt/settings/ble', body: { minimumRssiDbm: -88 } }),
  'settings.changeAlerts': async () => ({ path: '/api/mgmt/settings/alerts', body: { sms: true } }),
  'settings.changeSecurity': async () => ({ path: '/api/mgmt/settings/security', body: { secondFactorForAll: false } }),
  'settings.changeGeneral': async () => ({ path: '/api/mgmt/settings/general', body: { organisation: 'Good' } }),
  'alerts.snooze': async () => ({
    path: '/api/alerts/snooze',
    body: { ids: [await anAlert()], until: new Date(Date.now() + 3_600_000).toISOString() },
  }),
  'alerts.assign': async () => ({
    path: '/api/alerts/assign',
    body: { ids: [await anAlert()], userId: (await aUser(backend.db, { role: 'operator' })).id },
  }),
  'alerts.acknowledge': async () => ({ path: '/api/alerts/acknowledge', body: { ids: [await anAlert()] } }),
  'gateways.syncStatus': async () => ({ path: '/api/gateways/sync-status' }),
}

const anAccount = async () => `/api/users/${(await aUser(backend.db, { role: 'viewer' })).id}`

/** A forgotten password needs a mail server, and has one in forgotten-password.test.ts. Negotiate changes nothing; a calibration needs minutes of readings and has them in positioning-calibration.test.ts, or hours of rests, as in calibration-from-rests.test.ts. */
const elsewhere = ['auth.forgotPassword', 'realtime.negotiateByPost', 'floors.calibrate', 'floors.learnFromRests']

const mutations = Object.entries(backendRows).flatMap(([domain, named]) =>
  Object.entries<Endpoint>(named)
    .filter(([, row]) => row.method !== 'GET')
    .map(([name, row]) => [`${domain}.${name}`, row] as const),
)

/** Of plain resources nobody has to say what a good body is. */
const plainKeys: ReadonlySet<string> = new Set(
  Object.keys(backendRows)
    .filter((domain) => !good[`${domain}.create`] && plainResource(domain))
    .flatMap((domain) => ['create', 'change', 'remove'].map((name) => `${domain}.${name}`)),
)

async function plainGood(key: string, row: Endpoint): Promise<Good> {
  const [domain = '', name] = key.split('.')
  const plain = plainResource(domain)
  if (!plain) throw new Error(`Nothing says what a good ${key} is: add it to the table above`)
  if (name === 'create') return plain.create
  const path = row.path.replace(/\{\w+\}/, (await plain.make(admin)).id)
  return name === 'change' ? { path, body: plain.changeBody } : { path }
}

function send(method: Endpoint['method'], { path, body, upload, as = admin }: Good) {
  if (!upload) return as(method, path, body)
  return as(method, path, undefined, anUpload(upload.field, upload.mediaType, upload.bytes))
}

const recordsOf = async (requestId: string) =>
  (await backend.db.selectFrom('auditLog').select('action').where('requestId', '=', requestId).execute()).map(
    ({ action }) => action,
  )

/** Rows that share an operation share the name of its record. */
const recordNames: Readonly<Record<string, string>> = {
  'auth.backendLogin': 'auth.login',
  'auth.passkeyLogin': 'auth.login',
  'settings.changeSecurity': 'settings.change',
  'emergency.create': 'emergency.trigger',
  'transmitters.patch': 'transmitters.change',
  'transmitters.bulk': 'transmitters.create',
  'receivers.bulk': 'receivers.create',
  'personnel.import': 'personnel.create',
  'assets.import': 'assets.create',
  'personnel.batchDelete': 'personnel.remove',
  'personnel.bulkActivate': 'personnel.change',
  'personnel.bulkDeactivate': 'personnel.change',
  'beacons.create': 'transmitters.create',
  'beacons.change': 'transmitters.change',
  'beacons.remove': 'transmitters.remove',
  'settings.changeBle': 'settings.change',
  'settings.changeAlerts': 'settings.change',
  'settings.changeGeneral': 'settings.change',
  'audit.write': 'visit',
}

describe('a good body', () => {
  // holds spec 2.6-1
  it('is known for every mutation', () => {
    const keys: readonly string[] = mutations.map(([key]) => key)
    expect(keys.filter((key) => !good[key] && !elsewhere.includes(key) && !plainKeys.has(key))).toEqual([])
    expect([...Object.keys(good), ...elsewhere].filter((key) => !keys.includes(key) || plainKeys.has(key))).toEqual([])
  })

  const covered = mutations.filter(([key]) => !elsewhere.includes(key))
  // holds spec 2.5-4
  it.each(covered)('is answered with a success and recorded once: %s', async (key, row) => {
    const reply = await send(row.method, await (good[key]?.() ?? plainGood(key, row)))
    expect([reply.status, reply.text]).toEqual([row.reply === null ? 204 : row.status, expect.anything()])
    expect(await recordsOf(String(reply.headers['x-request-id']))).toEqual([recordNames[key] ?? key])
  })

  it('leaves one unbroken chain', async () => {
    expect((await admin('GET', '/api/audit/verify')).body.data.broken).toBeNull()
  })
})

// After everything above there is something in almost every list.
describe('a list', () => {
  const lists = Object.values(backendRows)
    .flatMap((named) => Object.values<Endpoint>(named))
    .filter(({ path, query }) => {
      const parsed = query?.safeParse({ page: '3' })
      return !path.includes('{') && parsed?.success && Object.hasOwn(parsed.data as object, 'pageSize')
    })
  const keyOf = (item: object) => JSON.stringify(item)

  it.each(lists.map(({ path }) => path))(
    'pages without gaps, sorts both ways, and finds what it holds: %s',
    async (path) => {
      const read = async (query: string) => (await admin('GET', `${path}?${query}`)).body.data
      const refused = await admin('GET', `${path}?sort=noSuchField`)
      const fields = /one of (.+?)\."/.exec(refused.text)?.[1]?.split(', ') ?? []
      expect(fields.length).toBeGreaterThan(0)
      const { total, items } = await read('pageSize=200')
      expect(items).toHaveLength(Math.min(total, 200))
      for (const field of fields) {
        const [up, down] = [await read(`pageSize=200&sort=${field}`), await read(`pageSize=200&sort=-${field}`)]
        expect([up.total, down.total]).toEqual([total, total])
        // A longer list shows its two ends.
        const [first, last] = [up, down].map((page) => (total <= 200 ? page.items.map(keyOf).toSorted() : []))
        expect(first).toEqual(last)
      }
      const half = Math.ceil(items.length / 2)
      const pages = [await read(`pageSize=${half || 1}`), await read(`pageSize=${half || 1}&page=2`)]
      expect(pages.flatMap((page) => page.items).map(keyOf)).toEqual(items.map(keyOf))
      expect((await read('q=nothing-is-called-like-this')).total).toBe(0)
    },
  )
})
