// The after-action report in its three forms, through the HTTP door.
import { told, type Said } from '@rollcall/contracts/sentences'
import { minutes } from '../src/documents/pdf-document.ts'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aSeenPerson } from './a-seen-person.ts'
import { aFloor } from './site-things.ts'

let backend: TestBackend
let safety: Caller
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  safety = await backend.as('safety')
})
afterAll(() => backend.stop())

async function aFinishedDrill() {
  const { id: floorId, buildingId } = await aFloor(admin)
  const names = ['Ada Lovelace', 'Жанна Дарк', 'Ωmega Müller', '=cmd()']
  const ids: string[] = []
  for (const fullName of names) {
    const fields = { fullName, entityType: 'visitor' }
    ids.push((await aSeenPerson(backend.db, admin, { floorId, buildingId }, fields)).id)
  }
  const body = {
    scenario: 'gas_leak',
    mode: 'drill',
    scope: { buildingIds: [buildingId] },
    message: 'Leave by the north door',
  }
  const { id, triggeredAt } = (await safety('POST', '/api/emergency/trigger', body)).body.data
  for (const [index, personId] of ids.entries()) {
    const status = index === 0 ? 'needs_help' : index === 1 ? 'off_site' : 'accounted'
    await safety('POST', `/api/emergency/${id}/account`, { personId, status, note: `Note ${index}` })
  }
  await safety('POST', `/api/emergency/${id}/account`, { personId: ids[0], status: 'accounted' })
  await safety('PUT', `/api/emergency/${id}`, { state: 'resolved', resolution: 'drill_complete' })
  return { id, triggeredAt, ids, names }
}

// holds rules 9-21
it('reports the times, each person and the timeline as JSON, CSV and PDF', async () => {
  const { id, triggeredAt, ids, names } = await aFinishedDrill()
  const { status, body } = await safety('GET', `/api/emergency/${id}/report`)
  expect(status).toBe(200)
  const report = body.data
  expect(report.event).toMatchObject({ id, state: 'resolved', resolution: 'drill_complete' })
  expect(report.counts).toMatchObject({ total: 4, accounted: 3, offSite: 1, unknown: 0 })
  expect(report.people.map((one: { personId: string }) => one.personId).toSorted()).toEqual(ids.toSorted())
  expect(report.progress.map((point: { accounted: number }) => point.accounted)).toEqual([0, 1, 2, 3, 4])
  expect(report.progress[0].at).toBe(triggeredAt)
  const { to50, to90, to100 } = report.timings
  expect(to50).toBeGreaterThanOrEqual(0)
  expect([to50, to90, to100]).toEqual([to50, to90, to100].toSorted((a, b) => a - b))
  expect(report.timeline.map((one: { type: string }) => one.type)).toEqual([
    'triggered',
    ...ids.map(() => 'accounted'),
    'accounted',
    'resolved',
  ])

  const csv = await safety('GET', `/api/emergency/${id}/report/csv`)
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.text).toContain(`Time to 50 %,${to50} s`)
  expect(csv.text).toContain('Жанна Дарк')
  expect(csv.text).toContain(`,'=cmd(),`)
  expect(csv.text).toContain('drill complete')

  const pdf = await safety('GET', `/api/emergency/${id}/report/pdf`)
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.bytes)), { mergePages: true })
  expect(text).toContain('After-action report: gas leak (drill)')
  expect(text).toMatch(new RegExp(`Time to 100 %[^]*${minutes(to100)} min`))
  expect(text).toContain('everybody accounted for')
  expect(text).toContain('Leave by the north door')
  for (const name of names) for (const word of name.split(' ')) expect(text).toContain(word)
})

it('has each line of the timeline by code, and is a German document where German is the language', async () => {
  const { id, names } = await aFinishedDrill()
  const lines: { text: string; said: Said }[] = (await safety('GET', `/api/emergency/events?eventId=${id}`)).body.data
    .items
  expect(lines).toHaveLength(7)
  expect(lines.map(({ said }) => told(said).text)).toEqual(lines.map(({ text }) => text))
  await admin('PUT', '/api/mgmt/settings/general', { language: 'de', timezone: 'Europe/Berlin' })

  const csv = await safety('GET', `/api/emergency/${id}/report/csv`)
  for (const line of ['Szenario,Gasaustritt', 'Art,Übung', 'erfasst', 'Was geschah', 'Ada Lovelace: braucht Hilfe.'])
    expect(csv.text).toContain(line)
  const pdf = await safety('GET', `/api/emergency/${id}/report/pdf`)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.bytes)), { mergePages: true })
  for (const line of [
    'Einsatzbericht: Gasaustritt (Übung)',
    'alle erfasst (4)',
    'Übung ausgelöst; 4 Personen',
    'Verlauf',
  ])
    expect(text).toContain(line)
  for (const name of names) for (const word of name.split(' ')) expect(text).toContain(word)
  expect(text).not.toMatch(/After|Started|Timeline|accounted|triggered/)

  const people = await admin('GET', '/api/personnel/export/pdf?entityType=visitor')
  const { text: list } = await extractText(await getDocumentProxy(new Uint8Array(people.bytes)), { mergePages: true })
  expect(list).toMatch(/Personal[^]*Personen · exportiert[^]*Nummer[^]*Besucher[^]*aktiv/)
  await admin('PUT', '/api/mgmt/settings/general', { language: 'en' })
})

it('can be read while the emergency goes on, shows health data to nobody else, and is 404 for a stranger', async () => {
  const { id: floorId, buildingId } = await aFloor(admin)
  const fields = { entityType: 'visitor', specialNeeds: 'Wheelchair' }
  const person = await aSeenPerson(backend.db, admin, { floorId, buildingId }, fields)
  const body = { scenario: 'fire', scope: { buildingIds: [buildingId] } }
  const { id } = (await safety('POST', '/api/emergency/trigger', body)).body.data
  const report = await safety('GET', `/api/emergency/${id}/report`)
  expect(report.body.data.timings).toEqual({ to50: null, to90: null, to100: null })
  const mine = (one: { personId: string }) => one.personId === person.id
  expect(report.body.data.people.find(mine).specialNeeds).toBe('Wheelchair')
  const viewer = await backend.as('viewer')
  expect((await viewer('GET', `/api/emergency/${id}/report`)).body.data.people.find(mine)).not.toHaveProperty(
    'specialNeeds',
  )
  expect((await safety('GET', '/api/emergency/8b0bd5ca-9a5c-4ef5-a0a4-000000000000/report/pdf')).status).toBe(404)
})

it('makes so many report files a minute and then says when to come back', async () => {
  // Counted before anything is looked up.
  const report = '/api/emergency/8b0bd5ca-9a5c-4ef5-a0a4-000000000000/report'
  for (const kind of ['csv', 'pdf']) {
    const answers: Awaited<ReturnType<Caller>>[] = []
    for (let turn = 0; turn < 21; turn += 1) answers.push(await safety('GET', `${report}/${kind}`))
    const last = answers.at(-1)
    expect([last?.status, last?.body.error.code]).toEqual([429, 'too_many_requests'])
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
  }
})
