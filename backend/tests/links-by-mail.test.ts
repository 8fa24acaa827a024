// Personal links by mail (rules 9): behind the request, once per person however often it is asked for, to nobody who is accounted for,
// through a real SMTP server.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LinkSending } from '@rollcall/contracts/domains/muster'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aFreePort, aMailServer, readable } from './a-mail-server.ts'
import { eventually } from './eventually.ts'
import { minutesLater } from './passing-time.ts'
import { aBuilding } from './site-things.ts'

type Mails = Awaited<ReturnType<typeof aMailServer>>
let people = 0

/** An emergency with so many missing people; `withoutAddress` of them have none. */
async function anEmergency(
  { db, as }: TestBackend,
  count: number,
  { withoutAddress = 0, ...fields }: { withoutAddress?: number; mode?: string; message?: string } = {},
) {
  const building = await aBuilding(await as('admin'))
  const body = { scenario: 'gas_leak', scope: { buildingIds: [building.id] }, ...fields }
  const { id } = (await (await as('safety'))('POST', '/api/emergency/trigger', body)).body.data as { id: string }
  const from = people + 1
  people += count
  const { rows } = await sql<{ personId: string; email: string | null }>`
    WITH made AS (
      INSERT INTO people (employee_id, full_name, entity_type, email)
      SELECT 'L' || n, 'Zoë Ωmega 王 ' || n, 'employee',
        CASE WHEN n >= ${from + withoutAddress}::int THEN 'p' || n || '@example.org' END
      FROM generate_series(${from}::int, ${people}::int) AS n RETURNING id, employee_id, full_name, entity_type, email
    ), listed AS (
      INSERT INTO emergency_roster (emergency_id, person_id, entity_type, employee_id, full_name)
      SELECT ${id}, id, entity_type, employee_id, full_name FROM made
    )
    SELECT id AS person_id, email FROM made`.execute(db)
  return { id, people: rows, building: String(building.name) }
}

const ask = async ({ as }: TestBackend, id: string, body: object = {}) =>
  (await as('safety'))('POST', `/api/emergency/${id}/links/send`, body)
const progress = async ({ as }: TestBackend, id: string): Promise<LinkSending> =>
  (await (await as('safety'))('GET', `/api/emergency/${id}/links/sending`)).body.data
const done = (backend: TestBackend, id: string) =>
  eventually('the links', async () => {
    const sending = await progress(backend, id)
    return sending.waiting === 0 && sending
  })

describe('with a mail server', () => {
  let backend: TestBackend
  let safety: Caller
  let server: Mails
  let holds: (to: string) => Promise<void> | undefined = () => undefined
  beforeAll(async () => {
    server = await aMailServer({ holds: ({ to }) => holds(to[0] ?? '') })
    backend = await aBackend({
      SMTP_URL: server.url,
      PUBLIC_URL: 'https://rollcall.example.org',
      SMTP_CONNECTIONS: '3',
    })
    safety = await backend.as('safety')
  })
  afterAll(async () => {
    await backend.stop()
    await server.stop()
  })
  const mailsTo = (address: string | null | undefined) => server.mails.filter(({ to }) => to[0] === address)

  // holds rules 9-18
  it('mails 600 people one link each, although it is asked for twice at the same moment and once more later', async () => {
    const { id, people: missing } = await anEmergency(backend, 600, { withoutAddress: 2 })
    expect(await progress(backend, id)).toMatchObject({ total: 0, unasked: { withAddress: 598, withoutAddress: 2 } })
    const [first, second] = await Promise.all([ask(backend, id), ask(backend, id)])
    expect([first.status, second.status]).toEqual([202, 202])
    expect(first.body.data).toMatchObject({ total: 600, withoutAddress: 2, canMail: true })
    await eventually('the last mail', async () => (await progress(backend, id)).waiting === 0, 60_000)
    expect((await ask(backend, id)).body.data).toMatchObject({ total: 600, sent: 598, waiting: 0 })
    const addresses = missing.flatMap(({ email }) => email ?? [])
    expect(server.mails.map(({ to }) => to[0]).toSorted()).toEqual(addresses.toSorted())
    const { unreached, unasked } = await progress(backend, id)
    expect(unreached.map(({ detail }) => detail)).toEqual(Array(2).fill('There is no e-mail address.'))
    expect(unasked).toEqual({ withAddress: 0, withoutAddress: 0 })
    const audited = (await (await backend.as('admin'))('GET', `/api/audit/logs?action=muster.sendLinks&entityId=${id}`))
      .body
    expect(audited.data.items).toMatchObject([{ after: { asked: 600, waiting: 598 } }])
  }, 90_000)

  it('says in the mail whether it is real, where and what, with a link that answers and is kept only as a hash', async () => {
    const {
      id,
      people: missing,
      building,
    } = await anEmergency(backend, 1, { mode: 'drill', message: 'Leave by the stairs' })
    await ask(backend, id)
    await done(backend, id)
    const [mail] = mailsTo(missing[0]?.email)
    const text = mail ? readable(mail) : ''
    expect(text).toMatch(new RegExp(`^DRILL: gas leak at ${building}\\. This is a DRILL, not an emergency\\.`))
    expect(text).toContain('Leave by the stairs')
    expect(text).toMatch(/Zoë Ωmega 王 \d+, are you safe\?/)
    const token = /https:\/\/rollcall\.example\.org\/muster-link\/([\w-]{43})/.exec(text)?.[1]
    const kept = await backend.db.selectFrom('musterLinks').select('tokenHash').where('emergencyId', '=', id).execute()
    expect(kept).toHaveLength(1)
    expect(kept[0]?.tokenHash).not.toBe(token)
    const answers = await Promise.all(
      [1, 2].map(() => backend.nobody('POST', `/muster-link/${token}`, { status: 'accounted' })),
    )
    expect(answers.map(({ body }) => body.data.status)).toEqual(['accounted', 'accounted'])
    const lines = (await safety('GET', `/api/emergency/events?eventId=${id}`)).body.data.items
    expect(lines.filter(({ type }: { type: string }) => type === 'accounted')).toHaveLength(1)
  })

  it('mails nobody who was accounted for while their link waited', async () => {
    const { id, people: missing } = await anEmergency(backend, 8)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    holds = () => held
    await ask(backend, id)
    const isTaken = async () => {
      const taken = backend.db.selectFrom('musterLinkSends').select('personId').where('emergencyId', '=', id)
      const rows = await taken.where('tries', '>', 0).execute()
      return rows.length === 3 && rows.map(({ personId }) => personId)
    }
    const onTheWay = await eventually('three mails under way', isTaken)
    const others = missing.filter(({ personId }) => !onTheWay.includes(personId))
    for (const { personId } of others)
      await safety('POST', `/api/emergency/${id}/account`, { personId, status: 'accounted' })
    release()
    holds = () => undefined
    expect(await done(backend, id)).toMatchObject({ total: 8, sent: 3, notNeeded: 5 })
    expect(others.flatMap(({ email }) => mailsTo(email))).toEqual([])
  })

  it('sends another only to whoever is named, or was not reached', async () => {
    const { id, people: missing } = await anEmergency(backend, 3)
    const [first, second, third] = missing
    const change = (email: string) =>
      backend.db
        .updateTable('people')
        .set({ email })
        .where('id', '=', third?.personId ?? '')
        .execute()
    await change('nobody@example.org')
    await ask(backend, id)
    const refused = await done(backend, id)
    expect(refused).toMatchObject({ sent: 2, failed: 1 })
    expect(refused.unreached).toMatchObject([{ personId: third?.personId, detail: expect.stringContaining('550') }])
    await change('found@example.org')
    await ask(backend, id)
    expect((await done(backend, id)).failed).toBe(1)
    await ask(backend, id, { again: true })
    expect(await done(backend, id)).toMatchObject({ sent: 3, failed: 0 })
    expect(mailsTo('found@example.org')).toHaveLength(1)
    const named = { personIds: [first?.personId], again: true }
    // The second of two taps.
    await ask(backend, id, named)
    expect(mailsTo(first?.email)).toHaveLength(1)
    await minutesLater(backend, 2)
    await Promise.all([ask(backend, id, named), ask(backend, id, named)])
    await done(backend, id)
    expect(mailsTo(first?.email)).toHaveLength(2)
    expect(mailsTo(second?.email)).toHaveLength(1)
  })

  it('refuses people who are not on the roster, and an emergency that is over', async () => {
    const [one, other] = [await anEmergency(backend, 1), await anEmergency(backend, 1)]
    const body = { personIds: [other.people[0]?.personId] }
    expect((await ask(backend, one.id, body)).body.error.issues).toMatchObject([{ path: 'personIds' }])
    await safety('PUT', `/api/emergency/${one.id}`, {
      state: 'resolved',
      resolution: 'all_clear',
      confirmMissing: true,
    })
    expect((await ask(backend, one.id)).status).toBe(409)
  })

  it('leads from the link of a drill to the emergency that it became', async () => {
    const { id, people: missing } = await anEmergency(backend, 1, { mode: 'drill' })
    await ask(backend, id)
    await done(backend, id)
    const [mail] = mailsTo(missing[0]?.email)
    const path = /\/muster-link\/[\w-]{43}/.exec(mail ? readable(mail) : '')?.[0] ?? ''
    const { scope } = (await safety('GET', `/api/emergency/${id}`)).body.data
    const live = (await safety('POST', '/api/emergency/trigger', { scenario: 'fire', scope })).body.data
    expect((await backend.nobody('GET', `/api${path}`)).body.data).toMatchObject({ mode: 'live', scenario: 'fire' })
    expect((await backend.nobody('POST', path, { status: 'needs_help' })).status).toBe(200)
    const board = (await safety('GET', `/api/emergency/muster?eventId=${live.id}`)).body.data
    expect(board.people).toMatchObject([{ status: 'needs_help', method: 'link' }])
    // They hold a link that says "drill", and may be asked again.
    expect((await progress(backend, live.id)).total).toBe(0)
  })
})

it('tries for half an hour while the mail server is down, then names whom it could not reach', async () => {
  const port = await aFreePort()
  const backend = await aBackend({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  let server: Mails | undefined
  try {
    const { id } = await anEmergency(backend, 3)
    const tried = (tries: number) =>
      eventually(`${tries} tries`, async () => {
        const rows = await backend.db.selectFrom('musterLinkSends').select(['tries', 'detail']).execute()
        return rows.every((row) => row.tries >= tries && row.detail !== null)
      })
    await ask(backend, id)
    await tried(1)
    expect((await progress(backend, id)).waiting).toBe(3)
    await minutesLater(backend, 31)
    const givenUp = await done(backend, id)
    expect(givenUp).toMatchObject({ failed: 3, sent: 0 })
    expect(givenUp.unreached[0]?.detail).toContain('ECONNREFUSED')
    server = await aMailServer({ port })
    await ask(backend, id, { again: true })
    expect(await done(backend, id)).toMatchObject({ failed: 0, sent: 3 })
  } finally {
    await backend.stop()
    await server?.stop()
  }
})

it('says that nothing can be mailed where no mail server is set up', async () => {
  const backend = await aBackend()
  try {
    const { id } = await anEmergency(backend, 1)
    expect((await ask(backend, id)).body.data.canMail).toBe(false)
    const { failed, unreached } = await done(backend, id)
    expect({ failed, unreached }).toMatchObject({ failed: 1, unreached: [{ detail: 'No mail server is set up.' }] })
  } finally {
    await backend.stop()
  }
})
