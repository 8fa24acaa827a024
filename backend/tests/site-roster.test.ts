// The roster as it would be if it rang now, and the key that seals what a phone keeps of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBackend, aUser, tokenOf, type Caller, type TestBackend } from './a-backend.ts'
import { aSeenPerson } from './a-seen-person.ts'
import { aFloor, aPerson, aZone } from './site-things.ts'

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())

type Roster = { asOf: string; people: { personId: string; [field: string]: unknown }[] }
const rosterAs = async (caller: Caller, buildingId?: string) =>
  (await caller('GET', `/api/emergency/roster${buildingId ? `?buildingId=${buildingId}` : ''}`)).body.data as Roster

describe('GET /api/emergency/roster', () => {
  it('has whoever was seen within 15 minutes and open visits, with where and whom they visit', async () => {
    const floor = await aFloor(admin)
    const zone = await aZone(admin, { floorId: floor.id })
    const place = { buildingId: floor.buildingId, floorId: floor.id, zoneId: zone.id }
    const seen = await aSeenPerson(backend.db, admin, place, { fullName: 'Anna', phone: '+4912345' })
    await aSeenPerson(backend.db, admin, place, { fullName: 'Long gone' }, { secondsAgo: 1_000 })
    const host = await aPerson(admin, { fullName: 'Host' })
    const visitor = { fullName: 'Zoe' }
    const visit = { visitor, buildingId: floor.buildingId, hostId: host.id, arrived: true }
    const { personId } = (await admin('POST', '/api/visits', visit)).body.data

    const { people } = await rosterAs(admin, floor.buildingId)
    expect(people).toEqual([
      expect.objectContaining({
        personId: seen.id,
        fullName: 'Anna',
        phone: '+4912345',
        buildingId: floor.buildingId,
        sighting: expect.objectContaining({
          floorId: floor.id,
          floorName: expect.stringMatching(/./),
          zoneName: zone['name'],
        }),
      }),
      expect.objectContaining({ personId, entityType: 'visitor', hostName: 'Host', sighting: null }),
    ])
    const everywhere = (await rosterAs(admin)).people.map((one) => one.personId)
    expect(everywhere).toEqual(expect.arrayContaining([seen.id, personId]))
    expect((await rosterAs(admin, (await aFloor(admin)).buildingId)).people).toEqual([])
  })
  it('tells those without positions.read who is there, and no place, phone or health', async () => {
    const floor = await aFloor(admin)
    const place = { buildingId: floor.buildingId, floorId: floor.id }
    await aSeenPerson(backend.db, admin, place, { phone: '+4912345', specialNeeds: 'Wheelchair' })
    const [one] = (await rosterAs(await backend.as('viewer'), floor.buildingId)).people
    expect(one).toMatchObject({ sighting: null })
    expect(one).not.toHaveProperty('phone')
    expect(one).not.toHaveProperty('specialNeeds')
  })
})

describe('GET /api/auth/device-key', () => {
  it('is the same for an account at every sign-in, and another for every account', async () => {
    const keyOf = async (email: string) => {
      const caller = backend.withToken(await tokenOf(backend.nobody, email))
      return (await caller('GET', '/api/auth/device-key')).body.data.key as string
    }
    const [one, two] = [await aUser(backend.db, { role: 'operator' }), await aUser(backend.db, { role: 'operator' })]
    const keys = [await keyOf(one.email), await keyOf(one.email), await keyOf(two.email)]
    expect(Buffer.from(keys[0] ?? '', 'base64')).toHaveLength(32)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })
})
