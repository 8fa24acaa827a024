// What is written into a report afterwards, and how it compares with the drills before it in the same place (rules 8 and 9).
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aSeenPerson } from './a-seen-person.ts'
import { aFloor } from './site-things.ts'

let backend: TestBackend
let admin: Caller
let safety: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  safety = await backend.as('safety')
})
afterAll(() => backend.stop())

type Floor = { id: string; buildingId: string }

/** Of two people, one of whom is accounted for. */
async function aDrill({ buildingId }: Floor, fields: object = {}): Promise<string> {
  const trigger = { scenario: 'fire', mode: 'drill', scope: { buildingIds: [buildingId] }, ...fields }
  const { id } = (await safety('POST', '/api/emergency/trigger', trigger)).body.data
  const { people } = (await safety('GET', `/api/emergency/muster?eventId=${id}`)).body.data
  await safety('POST', `/api/emergency/${id}/account`, { personId: people[0].personId, status: 'accounted' })
  const end = { state: 'resolved', resolution: 'drill_complete', confirmMissing: true }
  await safety('PUT', `/api/emergency/${id}`, end)
  return id
}
async function aPlace(): Promise<Floor> {
  const floor = await aFloor(admin)
  const { id: floorId, buildingId } = floor
  for (const fullName of ['Ada', 'Ben']) await aSeenPerson(backend.db, admin, { floorId, buildingId }, { fullName })
  return floor
}
const reportOf = async (id: string) => (await safety('GET', `/api/emergency/${id}/report`)).body.data
const pdfText = async (id: string) => {
  const { bytes } = await safety('GET', `/api/emergency/${id}/report/pdf`)
  return (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text
}

describe('notes and lessons', () => {
  it('are empty at first, then part of the report, its CSV and its PDF, with who wrote them', async () => {
    const id = await aDrill(await aPlace())
    expect((await reportOf(id)).review).toMatchObject({ id, notes: '', lessons: '', changedBy: null })
    const notes = 'The north door was locked.\nשער הצפון היה נעול'
    const written = await safety('PUT', `/api/emergency/reviews/${id}`, { notes, lessons: 'A key at the reception.' })
    expect([written.status, written.headers['etag']]).toEqual([200, `"${written.body.data.updatedAt}"`])
    const only = await safety('PUT', `/api/emergency/reviews/${id}`, { lessons: 'Two keys at the reception.' })
    expect(only.body.data).toMatchObject({ notes, lessons: 'Two keys at the reception.', changedBy: 'The safety' })
    expect((await reportOf(id)).review).toEqual(only.body.data)
    expect((await safety('GET', `/api/emergency/${id}/report/csv`)).text).toContain('Two keys at the reception.')
    expect(await pdfText(id)).toContain('Two keys at the reception.')
  })
  it('are never written over those of somebody else, also not the first ones', async () => {
    const id = await aDrill(await aPlace())
    const { review } = await reportOf(id)
    const ifMatch = { headers: { 'if-match': `"${review.updatedAt}"` } }
    expect((await safety('PUT', `/api/emergency/reviews/${id}`, { notes: 'Mine.' }, ifMatch)).status).toBe(200)
    const late = await admin('PUT', `/api/emergency/reviews/${id}`, { notes: 'Theirs.' }, ifMatch)
    expect([late.status, late.body.error.code]).toEqual([412, 'changed_since'])
    expect((await reportOf(id)).review.notes).toBe('Mine.')
  })
  it('leave what stood there before in the audit log', async () => {
    const id = await aDrill(await aPlace())
    await safety('PUT', `/api/emergency/reviews/${id}`, { notes: 'First.' })
    await safety('PUT', `/api/emergency/reviews/${id}`, { notes: 'Second.' })
    const records = await backend.db
      .selectFrom('auditLog')
      .select(['before', 'after'])
      .where('action', '=', 'reviews.change')
      .where('entityId', '=', id)
      .orderBy('seq')
      .execute()
    expect(records).toMatchObject([
      { before: { notes: '' }, after: { notes: 'First.' } },
      { before: { notes: 'First.' }, after: { notes: 'Second.' } },
    ])
  })
  it('are for those who may end an emergency, about one that there is', async () => {
    const id = await aDrill(await aPlace())
    expect((await (await backend.as('operator'))('PUT', `/api/emergency/reviews/${id}`, { notes: 'No.' })).status).toBe(
      403,
    )
    const none = '00000000-0000-4000-8000-000000000000'
    expect((await safety('PUT', `/api/emergency/reviews/${none}`, { notes: 'No.' })).status).toBe(404)
  })
})

describe('the comparison in a report', () => {
  it('has the drills before it in its building with their times, the oldest first, and no others', async () => {
    const here = await aPlace()
    await aDrill(await aPlace())
    await aDrill(here, { mode: 'test' })
    const first = await aDrill(here)
    const second = await aDrill(here, { scenario: 'evacuation' })
    const last = await aDrill(here)
    const { earlier } = await reportOf(last)
    expect(earlier).toEqual([
      expect.objectContaining({ id: first, scenario: 'fire', total: 2 }),
      expect.objectContaining({ id: second, scenario: 'evacuation', total: 2 }),
    ])
    expect(earlier[0].timings).toEqual({ to50: expect.any(Number), to90: null, to100: null })
    expect((await reportOf(first)).earlier).toEqual([])
    const text = await pdfText(last)
    expect(text).toContain('Compared with earlier drills')
    expect(text).toContain('evacuation')
  })
})
