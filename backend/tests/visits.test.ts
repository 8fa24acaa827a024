// Visits: signing in hands out a badge and signing out takes it back, at the reception and at its tablet; who is on which roster.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { see } from './a-seen-person.ts'
import { aBadge, aFloor, aPerson } from './site-things.ts'

let backend: TestBackend
let admin: Caller
let operator: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  operator = await backend.as('operator')
})
afterAll(() => backend.stop())

let here: { buildingId: string; floorId: string }
let elsewhere: { buildingId: string; floorId: string }
beforeEach(async () => {
  const [one, two] = [await aFloor(admin), await aFloor(admin)]
  here = { buildingId: one.buildingId, floorId: one.id }
  elsewhere = { buildingId: two.buildingId, floorId: two.id }
})

type Visit = { id: string; personId: string; code: string; [field: string]: unknown }
let count = 0
async function aVisit(fields: object = {}): Promise<Visit> {
  const visitor = { fullName: `訪客 ${++count} زائر` }
  const reply = await operator('POST', '/api/visits', { visitor, buildingId: here.buildingId, ...fields })
  expect([reply.status, reply.text]).toEqual([201, expect.anything()])
  return reply.body.data
}
const aFreeBadge = async () => String((await aBadge(admin, { name: `Visitor ${++count}` }))['transmitterId'])
const badgeOf = async (radioId: string) =>
  (await admin('GET', `/api/transmitters?q=${radioId}`)).body.data.items[0] as {
    status: string
    entityId: string | null
  }
const read = async ({ id }: Visit) => (await operator('GET', `/api/visits/${id}`)).body.data as Visit

/** Who would be looked for if it rang in this building now; the emergency is over at once. */
async function rosterOf({ buildingId }: { buildingId: string }) {
  const scope = { buildingIds: [buildingId] }
  const { id } = (await admin('POST', '/api/emergency/trigger', { scenario: 'fire', mode: 'test', scope })).body.data
  const { people } = (await admin('GET', `/api/emergency/muster?eventId=${id}`)).body.data
  await admin('PUT', `/api/emergency/${id}`, { state: 'resolved', resolution: 'drill_complete', confirmMissing: true })
  return people as { personId: string; absence: string; hostName: string | null; entityType: string }[]
}
const isOn = async (place: { buildingId: string }, { personId }: Visit) =>
  (await rosterOf(place)).some((one) => one.personId === personId)

describe('a visit', () => {
  // holds rules 8-19
  it('is expected, begins with a badge and ends without it', async () => {
    const host = await aPerson(admin, { fullName: 'Ada Host' })
    const badge = await aFreeBadge()
    const visit = await aVisit({ hostId: host.id, company: 'Tide & Co', expectedAt: '2026-11-16T09:00:00.000Z' })
    expect(visit).toMatchObject({ state: 'expected', hostName: 'Ada Host', arrivedAt: null, badge: null })
    const begun = await operator('POST', `/api/visits/${visit.id}/sign-in`, { badge })
    expect(begun.body.data).toMatchObject({ state: 'open', badge, leftAt: null })
    expect(await badgeOf(badge)).toMatchObject({ status: 'assigned', entityId: visit.personId })
    for (const _ of [1, 2]) {
      const ended = await operator('POST', `/api/visits/${visit.id}/sign-out`)
      expect(ended.body.data).toMatchObject({ state: 'ended', badge, note: null })
    }
    expect(await badgeOf(badge)).toMatchObject({ status: 'in_stock', entityId: null })
    const audit = await admin('GET', `/api/audit/logs?resource=visits&entityId=${visit.id}`)
    expect(audit.body.data.items.map((one: { action: string }) => one.action)).toEqual([
      'visits.signOut',
      'visits.signIn',
      'visits.create',
    ])
  })

  it('hands out no badge that somebody carries, is retired or does not exist', async () => {
    const badge = await aFreeBadge()
    await aVisit({ arrived: true, badge })
    const second = await aVisit()
    const retired = await aFreeBadge()
    const { id } = await badgeOf(retired).then((one) => one as unknown as { id: string })
    await admin('PUT', `/api/transmitters/${id}`, { status: 'retired' })
    for (const wrong of [badge, retired, 'ffeeddccbbaa']) {
      const refused = await operator('POST', `/api/visits/${second.id}/sign-in`, { badge: wrong })
      expect([refused.status, refused.body.error.issues?.[0]?.path]).toEqual([400, 'badge'])
    }
    expect((await read(second))['state']).toBe('expected')
  })

  it('is of visitors and contractors only, and one that began is kept', async () => {
    const employee = await aPerson(admin)
    const refused = await operator('POST', '/api/visits', { personId: employee.id, buildingId: here.buildingId })
    expect([refused.status, refused.body.error.issues?.[0]?.path]).toEqual([400, 'personId'])
    const visit = await aVisit({ arrived: true })
    expect((await operator('DELETE', `/api/visits/${visit.id}`)).status).toBe(409)
    expect((await operator('DELETE', `/api/visits/${(await aVisit()).id}`)).status).toBe(204)
  })

  it('ends where another begins, and the badge goes along', async () => {
    const badge = await aFreeBadge()
    const first = await aVisit({ arrived: true, badge })
    const { personId } = first
    const reply = await operator('POST', '/api/visits', {
      personId,
      buildingId: elsewhere.buildingId,
      arrived: true,
    })
    expect(reply.body.data).toMatchObject({ state: 'open', badge })
    expect(await read(first)).toMatchObject({ state: 'ended', note: expect.stringContaining('Signed in at') })
    expect(await badgeOf(badge)).toMatchObject({ entityId: personId })
  })

  // holds rules 8-19
  it('that nobody ended is closed at the end of the day of its building, with a note', async () => {
    const badge = await aFreeBadge()
    await admin('PUT', `/api/buildings/${elsewhere.buildingId}`, { timezone: 'Pacific/Kiritimati' })
    const kept = await aVisit({ arrived: true })
    const closed = await aVisit({ arrived: true, badge, buildingId: elsewhere.buildingId })
    await sql`UPDATE visits SET arrived_at = now() - interval '25 hours' WHERE id = ${closed.id}`.execute(backend.db)
    await backend.backend.background.all.find(({ name }) => name === 'close-visits')?.run()
    expect((await read(kept))['state']).toBe('open')
    const ended = await read(closed)
    expect(ended).toMatchObject({ state: 'ended', note: expect.stringContaining('end of the day') })
    expect(String(ended['leftAt'])).toMatch(/T10:00:00.000Z$/)
    expect(await badgeOf(badge)).toMatchObject({ status: 'in_stock', entityId: null })
    const audit = await admin('GET', `/api/audit/logs?action=visits.close&entityId=${closed.id}`)
    expect(audit.body.data.items).toHaveLength(1)
  })
})

describe('the roster', () => {
  // holds rules 9-6
  it('has an open visit of that building only, with host and reason, also without a badge', async () => {
    const host = await aPerson(admin, { fullName: 'Grace Host' })
    const visit = await aVisit({ hostId: host.id })
    expect(await isOn(here, visit)).toBe(false)
    await operator('POST', `/api/visits/${visit.id}/sign-in`, {})
    const listed = (await rosterOf(here)).find(({ personId }) => personId === visit.personId)
    expect(listed).toMatchObject({ entityType: 'visitor', hostName: 'Grace Host', absence: 'no_badge' })
    expect(await isOn(elsewhere, visit)).toBe(false)
    await operator('POST', `/api/visits/${visit.id}/sign-out`)
    expect(await isOn(here, visit)).toBe(false)
  })

  it('has visitors whose badge is seen there, until they sign out', async () => {
    const badge = await aFreeBadge()
    const visit = await aVisit({ arrived: true, badge })
    await see(backend.db, badge, elsewhere)
    expect([await isOn(here, visit), await isOn(elsewhere, visit)]).toEqual([true, true])
    await operator('POST', `/api/visits/${visit.id}/sign-out`)
    expect([await isOn(here, visit), await isOn(elsewhere, visit)]).toEqual([false, false])
  })

  it('has a contractor with a badge of their own only while seen after signing out', async () => {
    const person = await aPerson(admin, { entityType: 'contractor' })
    const own = await aBadge(admin, { entityType: 'contractor', entityId: person.id })
    const visit = await aVisit({ visitor: undefined, personId: person.id, arrived: true })
    await see(backend.db, String(own['transmitterId']), here)
    await operator('POST', `/api/visits/${visit.id}/sign-out`)
    expect(await isOn(here, visit), 'what was seen before they left').toBe(false)
    await see(backend.db, String(own['transmitterId']), here, { secondsAgo: -1 })
    expect(await isOn(here, visit), 'they came back without a word').toBe(true)
  })

  it('has nobody who was registered once, without a visit and without a badge that is seen', async () => {
    await aPerson(admin, { entityType: 'visitor' })
    await aVisit()
    expect(await rosterOf(here)).toEqual([])
  })
})

describe('the tablet at the reception', () => {
  async function aKiosk(place = here): Promise<string> {
    const { status, body } = await operator('POST', '/api/kiosks', { name: 'Door', buildingId: place.buildingId })
    expect(status).toBe(201)
    return body.data.path
  }
  const scan = (path: string, code: string, direction: 'in' | 'out') =>
    backend.nobody('POST', `${path}/scan`, { code, direction })
  const said = (reply: Awaited<ReturnType<Caller>>) => reply.body.error.issues?.[0]?.message

  it('signs in by the code of the visit, gives a badge, signs out by that badge', async () => {
    const path = await aKiosk()
    const badge = await aFreeBadge()
    const visit = await aVisit()
    const code = `${visit.code.slice(0, 5).toLowerCase()}-${visit.code.slice(5)}`
    for (const _ of [1, 2]) {
      const welcome = await scan(path, code, 'in')
      expect(welcome.body.data).toMatchObject({ direction: 'in', code: visit.code, badge: null })
    }
    const label = `https://rollcall.example/badges/${badge.toUpperCase().match(/../g)?.join(':')}`
    const given = await backend.nobody('POST', `${path}/badge`, { visit: visit.code, badge: label })
    expect(given.body.data).toMatchObject({ direction: 'in', badge: expect.stringMatching(/^Visitor/) })
    expect((await scan(path, label, 'out')).body.data).toMatchObject({ direction: 'out', code: visit.code })
    expect((await scan(path, label, 'out')).status, 'nobody carries it any more').toBe(400)
    expect((await read(visit))['state']).toBe('ended')
    expect(said(await scan(path, visit.code, 'in'))).toContain('has ended')
  })

  it('signs in somebody whom nobody expects, with the host where there is one of that name', async () => {
    const path = await aKiosk()
    await aPerson(admin, { fullName: `Zoë 李 ${++count}` })
    const body = { fullName: 'Ngozi', company: 'Tide', host: `zoë 李 ${count}` }
    const { data } = (await backend.nobody('POST', `${path}/visitors`, body)).body
    expect(data).toMatchObject({ direction: 'in', name: 'Ngozi', hostName: `Zoë 李 ${count}` })
    const unknown = await backend.nobody('POST', `${path}/visitors`, { ...body, host: 'Nobody at all' })
    const { items } = (await operator('GET', `/api/visits?buildingId=${here.buildingId}&state=open`)).body.data
    const second = items.find((one: Visit) => one.code === unknown.body.data.code)
    expect(second).toMatchObject({ hostId: null, purpose: 'To see Nobody at all' })
    expect((await scan(path, data.code, 'out')).body.data.direction).toBe('out')
  })

  it('tells nothing of anybody else: only the building, and the person whose code it is', async () => {
    const path = await aKiosk()
    await aVisit({ arrived: true })
    const view = await backend.nobody('GET', `/api${path}`)
    expect(Object.keys(view.body.data).toSorted()).toEqual(['buildingName', 'organisation', 'timezone'])
    const employee = await aPerson(admin)
    const worn = await aBadge(admin, { entityId: employee.id })
    const refusals = [scan(path, 'AAAAAAAAAA', 'in'), scan(path, String(worn['transmitterId']), 'out')]
    for (const reply of await Promise.all(refusals)) expect(said(reply)).toMatch(/^This code is not known here/)
    const there = await aVisit({ buildingId: elsewhere.buildingId })
    expect(said(await scan(path, there.code, 'in'))).toMatch(/^Your visit is at /)
    expect(said(await scan(path, (await aVisit()).code, 'out'))).toContain('Nobody has signed in')
  })

  it('ends when its address is taken back', async () => {
    const path = await aKiosk()
    const { items } = (await operator('GET', '/api/kiosks?pageSize=200')).body.data
    const mine = items.find((one: { buildingId: string }) => one.buildingId === here.buildingId)
    expect(JSON.stringify(mine)).not.toContain(path.split('/').at(-1))
    expect((await operator('DELETE', `/api/kiosks/${mine.id}`)).status).toBe(204)
    expect((await backend.nobody('GET', `/api${path}`)).status).toBe(404)
    expect((await scan(path, 'AAAAAAAAAA', 'in')).status).toBe(404)
  })
})
