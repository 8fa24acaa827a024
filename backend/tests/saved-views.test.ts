// Saved views of lists: each account has its own, by names that are told apart, and no more than it may.
import { maxSavedViews } from '@rollcall/contracts/domains/saved-views'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBackend, aUser, tokenOf, type Caller, type TestBackend } from './a-backend.ts'

const path = '/api/account/views'
const lost = { list: 'badges', name: 'Lost ones', query: { status: 'lost', sort: '-lastSeenAt', columns: 'name,seen' } }

let backend: TestBackend
beforeAll(async () => {
  backend = await aBackend()
})
afterAll(() => backend.stop())

async function somebody(): Promise<{ id: string; call: Caller; names: () => Promise<string[]> }> {
  const { id, email } = await aUser(backend.db, { role: 'viewer' })
  const call = backend.withToken(await tokenOf(backend.nobody, email))
  const names = async () => (await call('GET', path)).body.data.map(({ name }: { name: string }) => name)
  return { id, call, names }
}
const fill = (userId: string, number: number) =>
  backend.db
    .insertInto('savedViews')
    .values(Array.from({ length: number }, (_, at) => ({ userId, list: 'people', name: `View ${at}`, query: '{}' })))
    .execute()

describe('saved views', () => {
  it('are limited by account: a whole office behind one address saves as many as each may', async () => {
    const [first, second] = [await somebody(), await somebody()]
    // Counted before it is read.
    const save = async ({ call }: { call: Caller }) => (await call('POST', path, {})).status
    const answers: number[] = []
    for (let turn = 0; turn < 61; turn += 1) answers.push(await save(first))
    expect([answers.indexOf(429), new Set(answers)]).toEqual([60, new Set([400, 429])])
    expect(await save(second)).toBe(400)
    // A stranger takes nothing from anybody.
    expect((await backend.nobody('POST', path, {})).status).toBe(401)
  })

  it('are kept, renamed, saved anew and deleted by their owner', async () => {
    const { call, names } = await somebody()
    const { status, body } = await call('POST', path, lost)
    expect([status, body.data]).toEqual([201, expect.objectContaining(lost)])
    const one = `${path}/${body.data.id}`
    const renamed = await call('PUT', one, { name: 'Verloren – 紛失' })
    expect(renamed.body.data).toMatchObject({ name: 'Verloren – 紛失', query: lost.query })
    const late = await call('PUT', one, { name: 'X' }, { headers: { 'if-match': `"${body.data.updatedAt}"` } })
    expect(late.body.error.code).toBe('changed_since')
    expect((await call('PUT', one, { query: { q: 'ada' } })).body.data.query).toEqual({ q: 'ada' })
    expect(await names()).toEqual(['Verloren – 紛失'])
    expect((await call('DELETE', one)).status).toBe(204)
    expect(await names()).toEqual([])
  })

  it('are nobody else’s to see, change or delete', async () => {
    const [owner, other] = [await somebody(), await somebody()]
    const { id } = (await owner.call('POST', path, lost)).body.data
    const answers = [
      await other.call('PUT', `${path}/${id}`, { name: 'Mine' }),
      await other.call('DELETE', `${path}/${id}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect([await owner.names(), await other.names()]).toEqual([['Lost ones'], []])
    expect((await other.call('POST', path, lost)).status).toBe(201)
  })

  it('have a name once in a list', async () => {
    const { call } = await somebody()
    await call('POST', path, lost)
    const again = await call('POST', path, { ...lost, name: 'LOST ones' })
    expect([again.status, again.body.error.issues]).toEqual([409, [expect.objectContaining({ path: 'name' })]])
    expect((await call('POST', path, { ...lost, list: 'assets' })).status).toBe(201)
  })

  it.each([
    ['list', { ...lost, list: '../people' }],
    ['name', { ...lost, name: ' ' }],
    ['query.a b', { ...lost, query: { 'a b': 'x' } }],
    ['query.q', { ...lost, query: { q: 'x'.repeat(501) } }],
    ['query', { ...lost, query: Object.fromEntries(Array.from({ length: 21 }, (_, at) => ['x'.repeat(at + 1), 'x'])) }],
  ])('refuse nonsense and name it: %s', async (field, body) => {
    const { call } = await somebody()
    const reply = await call('POST', path, body)
    expect([reply.status, reply.body.error.issues?.map((issue) => issue.path)]).toEqual([400, [field]])
  })

  it('are no more than an account may have, whoever is the faster', async () => {
    const { id, call, names } = await somebody()
    await fill(id, maxSavedViews - 1)
    const both = await Promise.all(['one', 'two'].map((name) => call('POST', path, { ...lost, name })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect(both.find(({ status }) => status === 400)?.body.error.issues?.[0]?.path).toBe('name')
    expect(await names()).toHaveLength(maxSavedViews)
  })

  it('are there for an account that is limited to buildings, and go with the account', async () => {
    const { id, call, names } = await somebody()
    const admin = await backend.as('admin')
    const building = await admin('POST', '/api/buildings', { name: 'Mill', timezone: 'Europe/London' })
    await backend.db.insertInto('userBuildings').values({ userId: id, buildingId: building.body.data.id }).execute()
    const { body } = await call('POST', path, lost)
    await call('PUT', `${path}/${body.data.id}`, { name: 'Ours' })
    expect(await names()).toEqual(['Ours'])
    expect((await admin('DELETE', `/api/users/${id}`)).status).toBe(204)
    expect(await backend.db.selectFrom('savedViews').selectAll().where('userId', '=', id).execute()).toEqual([])
  })
})
