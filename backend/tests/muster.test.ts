// The muster board: people account for themselves by a link; and why others are not seen.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aBackend, testSecrets, type Caller, type TestBackend } from './a-backend.ts'
import { see } from './a-seen-person.ts'
import { eventually } from './eventually.ts'
import { aBadge, aFloor, aPerson, aReceiver, aZone } from './site-things.ts'

let backend: TestBackend
let safety: Caller
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  safety = await backend.as('safety')
})
afterAll(() => backend.stop())

let buildingId: string
let floorId: string
beforeEach(async () => {
  const floor = await aFloor(admin)
  buildingId = floor.buildingId
  floorId = floor.id
})

const seen = (
  transmitterId: string,
  secondsAgo: number,
  fields: { zoneId?: string; buildingId?: string; floorId?: string } = {},
) => see(backend.db, transmitterId, { floorId, buildingId, ...fields }, { secondsAgo })

async function somebody(fields: object = {}) {
  const person = await aPerson(admin, fields)
  const badge = await aBadge(admin, { entityId: person.id })
  return { id: person.id, transmitterId: String(badge['transmitterId']) }
}

const trigger = async () =>
  (await safety('POST', '/api/emergency/trigger', { scenario: 'fire', scope: { buildingIds: [buildingId] } })).body.data
type Listed = { personId: string; absence: string | null; [field: string]: unknown }
const renewEvidence = () => backend.backend.background.all.find(({ name }) => name === 'roster-evidence')?.run()
const onBoard = async (id: string, personId: string): Promise<Listed | undefined> =>
  (await safety('GET', `/api/emergency/muster?eventId=${id}`)).body.data.people.find(
    (one: Listed) => one.personId === personId,
  )

describe('a personal link', () => {
  // holds rules 9-13
  it('shows little, answers without an account, and is one answer when it comes twice', async () => {
    const { id: personId, transmitterId } = await somebody({ fullName: 'Grace Hopper', phone: '+441632960003' })
    await seen(transmitterId, 1)
    const { id } = await trigger()
    const { body } = await safety('POST', `/api/emergency/${id}/links`, { personIds: [personId] })
    expect(body.data).toMatchObject([{ personId }])
    const { path } = body.data[0]
    const address = `/api${path}`
    const view = await backend.nobody('GET', address)
    expect(view.body.data).toEqual({
      scenario: 'fire',
      mode: 'live',
      message: '',
      name: 'Grace Hopper',
      state: 'active',
      status: 'unknown',
      expiresAt: body.data[0].expiresAt,
    })
    // Looking is not answering: mail scanners open links.
    expect((await onBoard(id, personId))?.['status']).toBe('unknown')
    for (const _ of [1, 2])
      expect((await backend.nobody('POST', path, { status: 'needs_help' })).body.data.status).toBe('needs_help')
    expect(await onBoard(id, personId)).toMatchObject({ status: 'needs_help', method: 'link', by: 'Grace Hopper' })
    const events = await safety('GET', `/api/emergency/events?eventId=${id}`)
    expect(events.body.data.items.filter((one: { type: string }) => one.type === 'accounted')).toHaveLength(1)
    const audit = await admin('GET', `/api/audit/logs?action=muster.answerLink&entityId=${id}`)
    expect(audit.body.data.items).toHaveLength(1)
    expect(audit.body.data.items[0]).toMatchObject({ actor: null, after: { personId, status: 'needs_help' } })
  })

  it('is refused for strangers, wrong answers, a wrong or old token, and after the end', async () => {
    const { id: personId, transmitterId } = await somebody()
    const stranger = await aPerson(admin)
    await seen(transmitterId, 1)
    const { id } = await trigger()
    const wrong = await safety('POST', `/api/emergency/${id}/links`, { personIds: [personId, stranger.id] })
    expect([wrong.status, wrong.body.error.issues?.[0]?.path]).toEqual([400, 'personIds'])
    const made = await safety('POST', `/api/emergency/${id}/links`, { personIds: [personId] })
    const { path } = made.body.data[0]
    const address = `/api${path}`
    expect((await backend.nobody('POST', path, { status: 'excused' })).status).toBe(400)
    expect((await backend.nobody('GET', `/api/muster-link/${'x'.repeat(43)}`)).status).toBe(404)
    expect((await backend.nobody('GET', '/api/muster-link/short')).status).toBe(404)
    await safety('PUT', `/api/emergency/${id}`, { state: 'resolved', resolution: 'all_clear', confirmMissing: true })
    expect((await backend.nobody('POST', path, { status: 'accounted' })).status).toBe(409)
    expect((await safety('POST', `/api/emergency/${id}/links`, { personIds: [personId] })).status).toBe(409)
    await backend.db
      .updateTable('musterLinks')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .execute()
    expect((await backend.nobody('GET', address)).status).toBe(404)
  })
})

describe('the evidence', () => {
  // holds rules 9-7
  it('names the receivers that hear the badge: now, at the decision, and in the report at the end', async () => {
    const { id: personId, transmitterId } = await somebody()
    const corners = [
      [10, 10],
      [40, 10],
      [10, 40],
    ]
    const receivers: string[] = []
    for (const [x, y] of corners) receivers.push(String((await aReceiver(admin, { floorId, x, y }))['receiverId']))
    const headers = { authorization: `Bearer ${testSecrets.INGEST_KEY}` }
    const hear = () => {
      const rssiSignature = receivers.map((receiverId, rank) => ({ receiverId, rssi: -55 - 5 * rank }))
      const raddec = { transmitterId, transmitterIdType: 3, rssiSignature, timestamp: Date.now() }
      return backend.nobody('POST', '/ingest/raddec', [raddec], { headers })
    }
    await eventually('a position', async () => {
      await hear()
      const { body } = await admin('GET', `/api/context/floor/${floorId}`)
      return body.data.positions.length > 0
    })
    const { id } = await trigger()
    const evidenceOf = (one: Listed | undefined) =>
      one?.['evidence'] as { receivers: string[]; sighting: object } | null
    const receiversHearing = (one: Listed | undefined) => evidenceOf(one)?.receivers.toSorted()
    // Positioning learns of new receivers one after the other.
    await eventually('all receivers', async () => {
      await hear()
      await renewEvidence()
      return receiversHearing(await onBoard(id, personId))?.length === receivers.length
    })
    expect(receiversHearing(await onBoard(id, personId))).toEqual(receivers.toSorted())
    const { body } = await safety('POST', `/api/emergency/${id}/account`, { personId, status: 'accounted' })
    expect(receiversHearing(body.data)).toEqual(receivers.toSorted())
    expect(body.data.evidence.sighting.floorId).toBe(floorId)
    // Nobody found this person until the end: what is seen later says nothing about the emergency.
    await safety('POST', `/api/emergency/${id}/account`, { personId, status: 'unknown' })
    const resolution = { state: 'resolved', resolution: 'false_alarm', confirmMissing: true }
    const undecided = await onBoard(id, personId)
    expect((await safety('PUT', `/api/emergency/${id}`, resolution)).status).toBe(200)
    const elsewhere = await aFloor(admin)
    await seen(transmitterId, 0, { floorId: elsewhere.id, buildingId: elsewhere.buildingId })
    const kept = await onBoard(id, personId)
    expect(kept).toMatchObject({ status: 'unknown', absence: undecided?.absence })
    expect(receiversHearing(kept)).toEqual(receivers.toSorted())
    expect(evidenceOf(kept)?.sighting).toMatchObject({ floorId, buildingId })
  })
})

describe('why somebody is not seen', () => {
  // holds rules 9-11
  it('is told apart by place, silence, battery and receivers', async () => {
    const door = await aZone(admin, { floorId, name: 'Main reception' })
    const dark = await aFloor(admin, { buildingId, level: 1 })
    await aReceiver(admin, { buildingId, floorId: dark.id, x: 5, y: 5 })
    const [inside, left, unheard, silent] = [await somebody(), await somebody(), await somebody(), await somebody()]
    for (const one of [inside, left, unheard, silent]) await seen(one.transmitterId, 10)
    const { id } = await trigger()
    await seen(left.transmitterId, 400, { zoneId: door.id })
    await seen(unheard.transmitterId, 400, { floorId: dark.id })
    await seen(silent.transmitterId, 400)
    await renewEvidence()
    const absences = await Promise.all(
      [inside, left, unheard, silent].map(async (one) => (await onBoard(id, one.id))?.absence),
    )
    expect(absences).toEqual(['probably_inside', 'left_site', 'receivers_down', 'badge_silent'])
    const elsewhere = await aFloor(admin)
    await seen(inside.transmitterId, 1, { floorId: elsewhere.id, buildingId: elsewhere.buildingId })
    await renewEvidence()
    expect((await onBoard(id, inside.id))?.absence).toBe('left_site')
  })

  it('stays in the report as it was when the emergency ended, whatever works again since', async () => {
    const receiver = await aReceiver(admin, { buildingId, floorId, x: 5, y: 5 })
    const unheard = await somebody()
    await seen(unheard.transmitterId, 10)
    const { id } = await trigger()
    await seen(unheard.transmitterId, 400)
    await renewEvidence()
    expect((await onBoard(id, unheard.id))?.absence).toBe('receivers_down')
    await safety('PUT', `/api/emergency/${id}`, {
      state: 'resolved',
      resolution: 'all_clear',
      confirmMissing: true,
    })
    await backend.db
      .updateTable('receivers')
      .set({ status: 'online' })
      .where('receiverId', '=', String(receiver['receiverId']))
      .execute()
    const { body } = await safety('GET', `/api/emergency/${id}/report`)
    expect(body.data.people.find((one: Listed) => one.personId === unheard.id).absence).toBe('receivers_down')
  })
})
