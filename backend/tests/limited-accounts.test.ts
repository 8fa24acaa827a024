// Every row of the contract × an account that is limited to one building of two (docs/decisions/0051): what it reads tells nothing of the
// other, what it writes there is refused and changes nothing. A new row fails here until somebody says which kind it is.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backendRows } from '@rollcall/contracts/api'
import type { Endpoint } from '@rollcall/contracts/endpoint'
import { permissions } from '@rollcall/contracts/permissions'
import { buildingViews, tablesWithoutView } from '../src/database/building-views.ts'
import { aBackend, tokenOf, type Caller, type TestBackend } from './a-backend.ts'
import { idsOf, oneOfEverything, type OneOfEverything } from './a-hidden-building.ts'
import { aJpeg, anUpload } from './an-upload.ts'
import { aMac, square } from './site-things.ts'

/** place: of a building. register: of the organisation, known everywhere. account: one's own. whole: of everybody, refused. */
type Kind = 'place' | 'register' | 'account' | 'whole' | 'public'
const kinds: Readonly<Record<Kind, string>> = {
  public: `auth.login auth.backendLogin auth.methods auth.passkeyChallenge auth.passkeyLogin auth.forgotPassword auth.resetPassword auth.logout muster.link muster.answerLink contacts.link contacts.answerLink kiosk.open
    kiosk.scan kiosk.badge kiosk.visitor phoneBeacon.view`,
  account: `auth.me auth.deviceKey auth.sessions auth.endSession auth.changePassword secondFactor.read secondFactor.begin secondFactor.confirm
    secondFactor.renewCodes secondFactor.remove secondFactor.beginPasskey secondFactor.addPasskey secondFactor.removePasskey push.key push.subscribe push.unsubscribe realtime.negotiate
    savedViews.list savedViews.create savedViews.change savedViews.remove
    realtime.negotiateByPost phoneBeacon.completeEnrollment imports.list imports.undo`,
  whole: `users.list users.create users.roles users.change users.remove users.resetPassword users.sessions users.endSessions users.removeSecondFactor users.unlock roles.list roles.create roles.change roles.remove
    buildings.create buildings.reorder departments.create departments.change departments.remove zoneTypes.create zoneTypes.change
    zoneTypes.remove battery.changeThresholds weather.changeSettings weather.refresh settings.read settings.changeSecurity settings.storage settings.readBle
    settings.changeBle settings.readAlerts settings.changeAlerts settings.readGeneral settings.changeGeneral setup.read audit.logs
    audit.write audit.summary audit.export audit.verify instructions.change contacts.create contacts.reorder contacts.test
    contacts.testing contacts.change contacts.remove alerts.notifications gateways.syncStatus receivers.discover receivers.showSharedKey
    phoneBeacon.irkRecords`,
  register: `personnel.list personnel.exportCsv personnel.exportPdf personnel.create personnel.import personnel.batchDelete
    personnel.bulkActivate personnel.bulkDeactivate personnel.read personnel.change personnel.remove personnel.photo
    personnel.uploadPhoto personnel.removePhoto personnel.beacons transmitters.list transmitters.create transmitters.assign
    transmitters.bulk transmitters.unassigned transmitters.read transmitters.change transmitters.patch transmitters.remove
    beacons.list beacons.create beacons.read beacons.change beacons.remove departments.list departments.read zoneTypes.list
    zoneTypes.read battery.stats battery.alerts battery.thresholds battery.device battery.history weather.settings
    instructions.list phoneBeacon.createToken receivers.connection`,
  place: `buildings.list buildings.gatewayHealth buildings.read buildings.change buildings.remove floors.create floors.change
    floors.remove floors.uploadPlan floors.plan floors.radio floors.calibrate floors.rests floors.learnFromRests floors.acceptCalibration floors.rollbackCalibration
    walls.read walls.change zones.list zones.create zones.emergency zones.read zones.change zones.remove receivers.list receivers.create receivers.bulk
    receivers.read receivers.change receivers.issueKey receivers.removeKey receivers.remove assets.list assets.create assets.import assets.read
    assets.change assets.remove assets.history emergency.list emergency.create emergency.trigger emergency.active emergency.events
    emergency.read emergency.change emergency.notifications emergency.messages muster.read muster.account muster.accountMany
    muster.sweep muster.wardens muster.answerAsWarden muster.createLinks muster.sendLinks muster.linkSending muster.report
    muster.reportCsv muster.reportPdf reviews.change siteRoster.read readiness.read readiness.history contacts.list wardens.list
    wardens.mine wardens.uncovered wardens.create wardens.read wardens.change wardens.remove drills.list drills.create drills.change
    drills.remove visits.list visits.create visits.read visits.change visits.remove visits.signIn visits.signOut kiosk.list
    kiosk.create kiosk.remove dashboard.read dashboard.summary dashboard.buildings dashboard.floors dashboard.floor
    dashboard.departments dashboard.occupancy dashboard.personnel weather.conditions weather.forecast weather.alerts context.site context.floor
    diagnostics.signalMonitor positions.history positions.presence positions.heat activity.list alerts.list alerts.acknowledge
    alerts.snooze alerts.assignees alerts.assign`,
}
const kindOf = new Map(
  Object.entries(kinds).flatMap(([kind, keys]) => keys.split(/\s+/).map((key) => [key, kind as Kind] as const)),
)
const rows = Object.entries(backendRows).flatMap(([domain, named]) =>
  Object.entries<Endpoint>(named).map(([name, row]) => [`${domain}.${name}`, row] as const),
)

let backend: TestBackend
let admin: Caller
let limited: Caller
let ours: OneOfEverything
let hidden: OneOfEverything
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  ours = await oneOfEverything(backend, admin, 'Ours')
  hidden = await oneOfEverything(backend, admin, 'Hidden')
  await admin('PUT', '/api/admin/roles/safety', { permissions })
  // As if everything had been counted for long: the heat map reads other tables then.
  await sql`UPDATE applied_migrations SET applied_at = now() - interval '2 days'`.execute(backend.db)
  const email = 'limited@example.org'
  const password = 'limited horse battery'
  const account = { email, displayName: 'Limited', role: 'safety', password, buildingIds: [ours.buildingId] }
  await admin('POST', '/api/users', account)
  await backend.db.updateTable('users').set({ mustChangePassword: false }).where('email', '=', email).execute()
  limited = backend.withToken(await tokenOf(backend.nobody, email, password))
})
afterAll(() => backend.stop())

describe('the matrix', () => {
  it('has every row, once, and the row says the same', () => {
    const keys = rows.map(([key]): string => key)
    expect(keys.filter((key) => !kindOf.has(key))).toEqual([])
    expect([...kindOf.keys()].filter((key) => !keys.includes(key))).toEqual([])
    const refused = rows.filter(([, row]) => row.forLimited === 'refused').map(([key]): string => key)
    expect(refused.filter((key) => kindOf.get(key) !== 'whole')).toEqual([])
    expect([...kindOf].flatMap(([key, kind]) => (kind === 'whole' && !refused.includes(key) ? [key] : []))).toEqual([])
  })

  it('has a rule for every table', async () => {
    const { rows: tables } = await sql<{ name: string }>`
      SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
        AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition`.execute(backend.db)
    const known = [...Object.keys(buildingViews), ...tablesWithoutView]
    expect(known.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  })
})

/** Aims a row at what is hidden. */
const params: Readonly<Record<string, (key: string, things: OneOfEverything) => string>> = {
  id: (key, things) => idFor(key.split('.')[0] ?? '', things),
  floorId: (_, { floorId }) => floorId,
  deviceId: (_, { person }) => person.transmitterId,
  contactId: (_, { contactId }) => contactId,
}
function idFor(domain: string, things: OneOfEverything): string {
  const byDomain: Readonly<Record<string, string>> = {
    buildings: things.buildingId,
    floors: things.floorId,
    dashboard: things.floorId,
    zones: things.zoneId,
    receivers: things.receiver.id,
    assets: things.assetId,
    emergency: things.emergencyId,
    muster: things.emergencyId,
    reviews: things.emergencyId,
    alerts: things.alertId,
    wardens: things.wardenId,
    drills: things.drillId,
    visits: things.visitId,
    kiosk: things.kioskId,
    personnel: things.person.id,
    transmitters: things.badge.id,
    beacons: things.badge.id,
  }
  return byDomain[domain] ?? randomUUID()
}
const pathTo = (key: string, row: Endpoint, things: OneOfEverything) =>
  row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name]?.(key, things) ?? 'fire')

const day = () =>
  `from=${new Date(Date.now() - 3_600_000).toISOString()}&to=${new Date(Date.now() + 60_000).toISOString()}`
/** Whatever a query can name of a place. */
function queriesOf(key: string, { floorId, buildingId, emergencyId, zoneId, receiver, person }: OneOfEverything) {
  const needed: Readonly<Record<string, string[]>> = {
    'positions.history': [day(), `${day()}&floorId=${floorId}`, `${day()}&transmitterId=${person.transmitterId}`],
    'positions.presence': [`${day()}&floorId=${floorId}`],
    'positions.heat': [`${day()}&floorId=${floorId}`],
    'dashboard.occupancy': [day(), `${day()}&buildingId=${buildingId}`],
    'muster.read': [`eventId=${emergencyId}`],
    'emergency.events': ['', `eventId=${emergencyId}`],
    'activity.list': ['', `floorId=${floorId}`, `receiverId=${receiver.receiverId}`, 'q=Hidden'],
  }
  const filters = ['', `buildingId=${buildingId}`, `floorId=${floorId}`, `zoneId=${zoneId}`, 'q=Hidden', 'pageSize=200']
  return needed[key] ?? filters
}

const reading = rows.filter(([key, { method }]) => method === 'GET' && ['place', 'register'].includes(kindOf.get(key)!))
describe('reading', () => {
  it.each(reading)('tells nothing of another building: %s', async (key, row) => {
    for (const things of [hidden, ours])
      for (const query of queriesOf(key, things)) {
        const { status, text } = await limited('GET', `${pathTo(key, row, things)}?${query}`)
        // A filter that a row does not have is refused, as to everybody.
        expect([status, [200, 400, 404].includes(status) ? '' : `${key} ${query} ${text}`]).toEqual([status, ''])
        const told = idsOf(hidden).filter((id) => text.includes(id) && !query.includes(id))
        expect([query, ...told]).toEqual([query])
        expect(query.includes('Hidden') ? '' : text).not.toContain('Hidden')
      }
  })

  const shown = rows.filter(([key, { method }]) => method === 'GET' && kindOf.get(key) === 'place')
  const elsewhere = ['floors.plan', 'buildings.read']
  it.each(shown.filter(([key, { path }]) => path.includes('{') && !elsewhere.includes(key)))(
    'answers what is in the own building: %s',
    async (key, row) => {
      const { status, text } = await limited('GET', pathTo(key, row, ours))
      expect([key, status, text]).toEqual([key, 200, expect.anything()])
      expect((await limited('GET', pathTo(key, row, hidden))).status).toBe(404)
    },
  )

  it('shows a limited account its building, floors, people and what happens there', async () => {
    const data = async (path: string) => (await limited('GET', path)).body.data
    expect((await data('/api/buildings')).items.map(({ name }: { name: string }) => name)).toEqual(['Ours building'])
    expect((await data('/api/context')).counts).toMatchObject({ people: 1, receiversTotal: 1 })
    expect((await data('/api/dashboard/summary')).peopleOnSite).toBe(1)
    expect(await data(`/api/context/floor/${ours.floorId}`)).toMatchObject({
      people: 1,
      positions: [expect.anything()],
    })
    expect((await data('/api/activity')).total).toBeGreaterThan(0)
    expect((await data('/api/emergency/active')).map(({ id }: { id: string }) => id)).toEqual([ours.emergencyId])
    expect((await data(`/api/emergency/muster?eventId=${ours.emergencyId}`)).people.length).toBeGreaterThan(0)
    expect((await data('/api/emergency/roster')).people.length).toBeGreaterThan(0)
    expect((await data('/api/emergency/readiness')).buildings).toHaveLength(1)
    // The register is the organisation's.
    expect((await data(`/api/personnel/${hidden.person.id}`)).lastSeen).toBeNull()
  })
})

describe('what concerns everybody', () => {
  it.each(rows.filter(([key]) => kindOf.get(key) === 'whole'))('is refused: %s', async (key, row) => {
    const { status, body } = await limited(row.method, pathTo(key, row, ours), row.body ? {} : undefined)
    expect([status, body.error.code]).toEqual([403, 'forbidden'])
  })

  it('is not among what the account may do', async () => {
    const { permissions: held, buildingIds } = (await limited('GET', '/api/auth/backend-me')).body.data
    expect(buildingIds).toEqual([ours.buildingId])
    expect(held.filter((name: string) => /^(?:admin|audit|departments\.(?!read))/.test(name))).toEqual([])
  })

  it('is told of without live updates, which nobody can limit', async () => {
    const { status, body } = await limited('GET', '/api/negotiate')
    expect([status, body.error.code]).toEqual([503, 'realtime_for_whole_site'])
  })
})

const fire = (id: string) => ({ scenario: 'fire', mode: 'live', scope: { buildingIds: [id] } })
/** Bodies that are good, for whoever may. */
const bodies: Readonly<Record<string, (things: OneOfEverything) => unknown>> = {
  'buildings.change': () => ({ address: 'Elsewhere' }),
  'floors.create': ({ buildingId }) => ({ buildingId, name: 'New', level: 9, widthM: 10, heightM: 10 }),
  'floors.change': () => ({ widthM: 12 }),
  'floors.calibrate': () => ({ mode: 'auto' }),
  'floors.learnFromRests': () => ({}),
  'floors.acceptCalibration': () => ({ version: 1 }),
  'floors.rollbackCalibration': () => ({ version: 1 }),
  'walls.change': () => ({ walls: [] }),
  'zones.change': () => ({ capacity: 3 }),
  'receivers.create': ({ floorId }) => ({ receiverId: aMac(), name: 'New', floorId }),
  'receivers.bulk': ({ buildingId }) => ({ receivers: [{ receiverId: aMac(), name: 'New', buildingId }] }),
  'receivers.change': () => ({ kind: 'ceiling' }),
  'assets.create': ({ zoneId }) => ({ name: 'New', category: 'C', homeZoneId: zoneId }),
  'assets.import': ({ zoneId }) => ({
    assets: [{ serialNumber: aMac(), name: 'New', category: 'C', homeZoneId: zoneId }],
  }),
  'assets.change': () => ({ category: 'Else' }),
  'emergency.create': ({ buildingId }) => fire(buildingId),
  'emergency.trigger': ({ buildingId }) => fire(buildingId),
  'emergency.change': () => ({ state: 'resolved', resolution: 'drill_complete', confirmMissing: true }),
  'muster.account': ({ person }) => ({ personId: person.id, status: 'accounted' }),
  'muster.accountMany': ({ person }) => ({ ids: [person.id], status: 'accounted' }),
  'muster.sweep': ({ floorId }) => ({ floorId, zoneId: null, state: 'searched' }),
  'muster.answerAsWarden': () => ({ answer: 'on_it' }),
  'muster.createLinks': ({ person }) => ({ personIds: [person.id] }),
  'muster.sendLinks': () => ({}),
  'reviews.change': () => ({ notes: 'Well' }),
  'wardens.create': ({ buildingId, floorId, person }) => ({ buildingId, floorId, personIds: [person.id] }),
  'wardens.change': ({ person }) => ({ personIds: [person.id] }),
  'drills.create': ({ buildingId }) => ({ buildingId, scenario: 'fire', plannedAt: '2099-01-01T00:00:00Z' }),
  'drills.change': () => ({ note: 'Else' }),
  'visits.create': ({ buildingId }) => ({ visitor: { fullName: 'New' }, buildingId }),
  'visits.change': () => ({ company: 'Else' }),
  'visits.signIn': () => ({}),
  'kiosk.create': ({ buildingId }) => ({ name: 'New', buildingId }),
  'alerts.acknowledge': ({ alertId }) => ({ ids: [alertId] }),
  'alerts.assign': ({ alertId }) => ({ ids: [alertId], userId: null }),
  'alerts.snooze': ({ alertId }) => ({ ids: [alertId], until: new Date(Date.now() + 3_600_000).toISOString() }),
}

/** All that lies in a building, as text. */
async function everything(): Promise<string> {
  const tables = Object.keys(buildingViews).filter((name) => !/^(audit_|occupancy|carriers)/.test(name))
  const texts = tables.map(async (name) => {
    const all = sql<{
      text: string
    }>`SELECT coalesce(string_agg(t::text, '|' ORDER BY t::text), '') AS text FROM ${sql.table(name)} t`
    return `${name}: ${(await all.execute(backend.db)).rows[0]?.text}`
  })
  return (await Promise.all(texts)).join('\n')
}

const writing = rows.filter(([key, { method }]) => method !== 'GET' && kindOf.get(key) === 'place')
describe('writing', () => {
  it.each(writing)('in another building is refused and changes nothing: %s', async (key, row) => {
    if (key === 'floors.uploadPlan') return
    const zone = { floorId: hidden.floorId, name: 'New', zoneTypeId: await zoneTypeId(), polygon: square }
    const body = key === 'zones.create' ? zone : bodies[key]?.(hidden)
    const before = await everything()
    const { status, text } = await limited(row.method, pathTo(key, row, hidden), body)
    const isPartly = [
      'alerts.acknowledge',
      'alerts.snooze',
      'alerts.assign',
      'receivers.bulk',
      'assets.import',
    ].includes(key)
    const isDone = isPartly ? !/"(?:updated|created)":0/.test(text) : ![403, 404].includes(seen(status, text))
    expect([key, isDone && text]).toEqual([key, false])
    expect(await everything()).toBe(before)
  })

  it('in the own building is done', async () => {
    const good = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => {
      const { status, text } = await limited(method, path, body)
      expect([path, status < 300, status < 300 || text]).toEqual([path, true, true])
    }
    const { floorId, buildingId, emergencyId, person } = ours
    await good('PUT', `/api/buildings/${buildingId}`, { address: 'Here' })
    await good('POST', '/api/zones', { floorId, name: 'New', zoneTypeId: await zoneTypeId(), polygon: square })
    await good('POST', '/api/receivers', { floorId, name: 'New', receiverId: aMac() })
    await good('POST', `/api/emergency/${emergencyId}/account`, { personId: person.id, status: 'accounted' })
    await good('POST', `/api/emergency/${emergencyId}/sweeps`, { floorId, zoneId: null, state: 'searched' })
    await good('POST', `/api/emergency/${emergencyId}/links`, { personIds: [person.id] })
    await good('POST', `/api/visits/${ours.visitId}/sign-in`, {})
    await good('PUT', `/api/emergency/${emergencyId}`, {
      state: 'resolved',
      resolution: 'drill_complete',
      confirmMissing: true,
    })
    await good('POST', '/api/emergency/trigger', fire(buildingId))
    await good('POST', '/api/alerts/acknowledge', { ids: [ours.alertId] })
    await good('POST', '/api/personnel', { employeeId: 'N 1', fullName: 'New' })
    await good('DELETE', `/api/kiosks/${ours.kioskId}`)
    const importId = randomUUID()
    await good('POST', '/api/personnel/import', { people: [{ employeeId: 'N 2', fullName: 'New' }], importId })
    await good('POST', `/api/imports/${importId}/undo`)
  })

  it('over the edge of the own building is refused', async () => {
    const both = { scenario: 'fire', mode: 'live', scope: { buildingIds: [ours.buildingId, hidden.buildingId] } }
    expect((await limited('POST', '/api/emergency/trigger', both)).status).toBe(403)
    const plan = anUpload('plan', 'image/jpeg', aJpeg)
    expect((await limited('POST', `/api/floors/${hidden.floorId}/upload`, undefined, plan)).status).toBe(404)
    expect((await limited('PUT', `/api/receivers/${ours.receiver.id}`, { floorId: hidden.floorId })).status).toBe(400)
    const moved = await limited('PUT', `/api/visits/${ours.openVisitId}`, { buildingId: hidden.buildingId })
    expect([400, 403]).toContain(moved.status)
    expect((await limited('PUT', `/api/assets/${ours.assetId}`, { homeZoneId: hidden.zoneId })).status).toBe(403)
  })
})

/** What it does not see does not exist: a body that names it is refused as for any id that nobody has. */
const seen = (status: number, text: string) =>
  status === 400 && /There is no|does not exist|It is not in this building|not on the roster|Is not a floor/.test(text)
    ? 404
    : status

const zoneTypeId = async () =>
  (await backend.db.selectFrom('zoneTypes').select('id').limit(1).executeTakeFirstOrThrow()).id
