// The muster board as a stream of versions: what changed after the version a page has, of one moment, and no more than it may see.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Muster, MusterPerson } from '@rollcall/contracts/domains/muster'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aSeenPerson, see } from './a-seen-person.ts'
import { aBadge, aFloor, aPerson, aZone } from './site-things.ts'

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())

let place: { floorId: string; buildingId: string }
beforeEach(async () => {
  const { id: floorId, buildingId } = await aFloor(admin)
  place = { floorId, buildingId }
})

const somebody = (fields: object = {}) => aSeenPerson(backend.db, admin, place, fields)
const trigger = async (): Promise<string> => {
  const body = { scenario: 'fire', scope: { buildingIds: [place.buildingId] } }
  return (await admin('POST', '/api/emergency/trigger', body)).body.data.id
}
const board = async (id: string, since = 0, caller = admin): Promise<Muster> =>
  (await caller('GET', `/api/emergency/muster?eventId=${id}&since=${since}`)).body.data
const account = (id: string, personId: string, status: string, fields: object = {}) =>
  admin('POST', `/api/emergency/${id}/account`, { personId, status, ...fields })
const renewEvidence = () => backend.backend.background.all.find(({ name }) => name === 'roster-evidence')?.run()
const ids = (people: readonly MusterPerson[]) => people.map(({ personId }) => personId)

describe('GET /api/emergency/muster', () => {
  // holds rules 9-14
  it('answers everybody by name, then only what changed after the version asked for', async () => {
    const [zoe, abe] = [await somebody({ fullName: 'Zoe' }), await somebody({ fullName: 'Abe' })]
    const id = await trigger()
    const whole = await board(id)
    expect(ids(whole.people)).toEqual([abe.id, zoe.id])
    expect(whole).toMatchObject({ since: 0, counts: { total: 2, unknown: 2 }, sweeps: [], undelivered: 0 })
    expect(whole.people[0]).toMatchObject({ transmitterId: abe.transmitterId, decidedAt: null, at: null })
    const nothing = await board(id, whole.version)
    expect(nothing).toMatchObject({ since: whole.version, version: whole.version, people: [], counts: { total: 2 } })
    await account(id, zoe.id, 'accounted')
    const next = await board(id, whole.version)
    expect(ids(next.people)).toEqual([zoe.id])
    expect(next.version).toBeGreaterThan(whole.version)
    expect(next.counts).toMatchObject({ unknown: 1, accounted: 1 })
    expect(next.event.counts).toEqual(next.counts)
  })

  it('answers the first of those who are missing, with the counts of all, so that the next read brings everybody', async () => {
    const [cy, abe, bob] = [
      await somebody({ fullName: 'Cy' }),
      await somebody({ fullName: 'Abe' }),
      await somebody({ fullName: 'Bob' }),
    ]
    const id = await trigger()
    await account(id, abe.id, 'accounted')
    const part = async (atMost: string) => admin('GET', `/api/emergency/muster?eventId=${id}&since=0&atMost=${atMost}`)
    const { data } = (await part('1')).body
    expect(ids(data.people)).toEqual([bob.id])
    expect(data).toMatchObject({ since: 0, version: 0, counts: { total: 3, unknown: 2, accounted: 1 } })
    expect(ids((await part('200')).body.data.people)).toEqual([bob.id, cy.id])
    expect(ids((await board(id, data.version)).people)).toEqual([abe.id, bob.id, cy.id])
    for (const atMost of ['0', '201', '1.5', 'x']) expect((await part(atMost)).status).toBe(400)
  })

  it('is whole again for a version that never was, and raised by every change of the emergency itself', async () => {
    const { id: personId } = await somebody()
    const id = await trigger()
    const { version } = await board(id)
    const odd = await board(id, version + 1000)
    expect([odd.since, ids(odd.people)]).toEqual([0, [personId]])
    await admin('PUT', `/api/emergency/${id}`, { message: 'Use the north stairs' })
    const changed = await board(id, version)
    expect(changed).toMatchObject({ people: [], event: { message: 'Use the north stairs' } })
    expect(changed.version).toBeGreaterThan(version)
    await admin('PUT', `/api/emergency/${id}`, { state: 'resolved', resolution: 'all_clear', confirmMissing: true })
    expect((await board(id, changed.version)).event.state).toBe('resolved')
    for (const since of ['-1', '1.5', 'x'])
      expect((await admin('GET', `/api/emergency/muster?eventId=${id}&since=${since}`)).status).toBe(400)
  })

  // holds rules 9-12
  it('never shows somebody what only another may see', async () => {
    const guest = {
      entityType: 'visitor',
      fullName: 'Zoë "Zed" O’Hara \\ 李',
      phone: '+441632960009',
      specialNeeds: 'Uses a wheelchair\n\t,"phone":"none" \\" 🦽',
    }
    const { id: personId } = await somebody(guest)
    const id = await trigger()
    const seenBy = async (caller: Caller) =>
      (await board(id, 0, caller)).people.find((one) => one.personId === personId)
    const [operator, viewer] = [await backend.as('operator'), await backend.as('viewer')]
    const { phone, specialNeeds, ...open } = guest
    expect(await seenBy(admin)).toMatchObject({ ...guest, evidence: { sighting: { floorId: place.floorId } } })
    const toOperator = await seenBy(operator)
    expect(toOperator).toMatchObject({ ...open, phone })
    expect(toOperator).not.toHaveProperty('specialNeeds')
    const toViewer = await seenBy(viewer)
    // The class of evidence, not the place.
    expect(toViewer).toMatchObject({ ...open, absence: 'probably_inside', evidence: null })
    expect(toViewer).not.toHaveProperty('phone')
    expect(toViewer).not.toHaveProperty('specialNeeds')
    const matrix: { role: string; permissions: string[] }[] = (await admin('GET', '/api/admin/roles')).body.data
    const permissions = matrix.find(({ role }) => role === 'viewer')?.permissions ?? []
    await admin('PUT', '/api/admin/roles/viewer', { permissions: [...permissions, 'personnel.health'] })
    const toNurse = await seenBy(viewer)
    expect(toNurse).toMatchObject({ ...open, specialNeeds })
    expect(toNurse).not.toHaveProperty('phone')
    await admin('PUT', '/api/admin/roles/viewer', { permissions })
    expect(await seenBy(viewer)).not.toHaveProperty('specialNeeds')
  })

  it('knows a new phone number at the next whole read', async () => {
    const { id: personId } = await somebody()
    const id = await trigger()
    await admin('PUT', `/api/personnel/${personId}`, { phone: '+441632960002' })
    expect((await board(id)).people[0]?.phone).toBe('+441632960002')
  })

  it('is of one moment: while many decide, version, counts and people never disagree', async () => {
    const people: string[] = []
    for (let n = 0; n < 12; n += 1) people.push((await somebody({ entityType: 'visitor' })).id)
    const id = await trigger()
    const reader = async () => {
      const known = new Map<string, MusterPerson>()
      let version = 0
      do {
        const change = await board(id, version)
        expect(change.since).toBe(version)
        for (const person of change.people) known.set(person.personId, person)
        version = change.version
        const accounted = [...known.values()].filter(({ status }) => status === 'accounted').length
        expect([accounted, known.size]).toEqual([change.counts.accounted, change.counts.total])
      } while ([...known.values()].some(({ status }) => status === 'unknown'))
    }
    const decided = Promise.all(people.map((personId) => account(id, personId, 'accounted')))
    await Promise.all([decided, reader(), reader(), reader()])
  })

  it('has nobody who was not seen there: other people, other buildings, visitors of last week', async () => {
    const elsewhere = await aFloor(admin)
    await aPerson(admin, { entityType: 'visitor' })
    await aSeenPerson(backend.db, admin, { floorId: elsewhere.id, buildingId: elsewhere.buildingId })
    await aSeenPerson(backend.db, admin, place, { entityType: 'visitor' }, { secondsAgo: 16 * 60 })
    const [visitor, contractor] = [
      await somebody({ entityType: 'visitor' }),
      await somebody({ entityType: 'contractor' }),
    ]
    expect(ids((await board(await trigger())).people).toSorted()).toEqual([visitor.id, contractor.id].toSorted())
  })
})

describe('the evidence of somebody still unknown', () => {
  it('is that of the badge seen last, and a new version when it changes', async () => {
    const zones = [
      await aZone(admin, { floorId: place.floorId, name: 'The "quiet" \\ room' }),
      await aZone(admin, { floorId: place.floorId }),
    ]
    const person = await aPerson(admin, { fullName: 'Two Badges' })
    const badges: string[] = []
    for (const zone of zones) {
      const badge = await aBadge(admin, { entityId: person.id })
      badges.push(String(badge['transmitterId']))
      await see(backend.db, badges.at(-1) ?? '', { ...place, zoneId: zone.id }, { secondsAgo: 20 - badges.length })
    }
    const id = await trigger()
    const first = await board(id)
    expect(first.people[0]?.evidence).toMatchObject({ sighting: { zoneId: zones[1]?.id, floorId: place.floorId } })
    await renewEvidence()
    expect((await board(id)).version).toBe(first.version)
    const spot = { x: 12.344, accuracyM: 0.5, insideProbability: 0.9, movedAt: new Date('2026-01-02T03:04:05.678Z') }
    await see(backend.db, badges[0] ?? '', { ...place, zoneId: zones[0]?.id ?? null }, spot)
    await renewEvidence()
    const next = await board(id, first.version)
    expect(next.people[0]?.evidence).toMatchObject({
      sighting: { zoneId: zones[0]?.id, zoneName: 'The "quiet" \\ room' },
      nearZoneName: null,
      position: { x: 12.34, y: 1, xM: 12.34, yM: 1 },
      accuracyM: 0.5,
      insideProbability: 0.9,
      movedAt: '2026-01-02T03:04:05.678Z',
      batteryPct: null,
    })
  })

  it('names the zone nearby where the position is in none', async () => {
    await aZone(admin, { floorId: place.floorId, name: 'Kitchen' })
    await somebody()
    const [person] = (await board(await trigger())).people
    expect(person?.evidence).toMatchObject({ sighting: { zoneId: null }, nearZoneName: 'Kitchen' })
  })

  it('is not touched once somebody has decided, or the emergency is over', async () => {
    const [a, b] = [await somebody(), await somebody()]
    const id = await trigger()
    await account(id, a.id, 'accounted')
    const { version } = await board(id)
    await see(backend.db, a.transmitterId, place, { x: 40 })
    await renewEvidence()
    expect(await board(id, version)).toMatchObject({ version, people: [] })
    await admin('PUT', `/api/emergency/${id}`, { state: 'resolved', resolution: 'all_clear', confirmMissing: true })
    const ended = await board(id, version)
    await see(backend.db, b.transmitterId, place, { x: 40 })
    await renewEvidence()
    expect((await board(id, version)).version).toBe(ended.version)
  })

  it('says near a muster point, not inside, when that is where they probably are', async () => {
    const point = await aZone(admin, { floorId: place.floorId, isMusterPoint: true })
    const [outside, beside, inZone, inside] = [await somebody(), await somebody(), await somebody(), await somebody()]
    const id = await trigger()
    await see(backend.db, outside.transmitterId, place, { insideProbability: 0.1 })
    const spot = { insideProbability: 0.4, musterZoneId: point.id, musterProbability: 0.9 }
    await see(backend.db, beside.transmitterId, place, spot)
    await see(backend.db, inZone.transmitterId, { ...place, zoneId: point.id })
    await see(backend.db, inside.transmitterId, place, { insideProbability: 0.8 })
    await renewEvidence()
    const absence = new Map((await board(id)).people.map((one) => [one.personId, one.absence]))
    expect([outside, beside, inZone, inside].map((one) => absence.get(one.id))).toEqual([
      'near_muster_point',
      'near_muster_point',
      'near_muster_point',
      'probably_inside',
    ])
  })
})

describe('a roster', () => {
  it('belongs to an emergency that exists, and goes with it', async () => {
    await somebody()
    const id = await trigger()
    const nobodys = {
      emergencyId: randomUUID(),
      personId: randomUUID(),
      entityType: 'employee',
      employeeId: 'E',
      fullName: 'F',
    }
    await expect(backend.db.insertInto('emergencyRoster').values(nobodys).execute()).rejects.toThrow('foreign key')
    await backend.db.deleteFrom('emergencies').where('id', '=', id).execute()
    const left = backend.db.selectFrom('emergencyRoster').select('personId').where('emergencyId', '=', id)
    expect(await left.execute()).toEqual([])
  })
})
