// Denials by the backend (rules 5): 401 and 403 of a guarded row stand in the audit log, once a minute for the same user, row and reason.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { verifyChain } from '../src/audit/verify-audit.ts'
import { aBackend, aUser, tokenOf, type Caller, type TestBackend } from './a-backend.ts'

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())

const denials = async (action: string) => {
  await backend.backend.background.all.find(({ name }) => name === 'count-denials')?.run()
  return (await admin('GET', `/api/audit/logs?result=denied&action=${action}`)).body.data.items
}

describe('a denied request', () => {
  // holds rules 5-14
  it('is recorded with who, what and why, and counted when it is repeated', async () => {
    const viewer = await backend.as('viewer')
    for (let time = 0; time < 5; time++) expect((await viewer('GET', '/api/users')).status).toBe(403)
    const found = await denials('users.list')
    expect(found).toMatchObject([
      { result: 'denied', resource: 'users', method: 'GET', actor: { role: 'viewer' }, after: { reason: 'forbidden' } },
    ])
    expect(found[0].count).toBe(5)
    expect((await verifyChain(backend.db)).broken).toBeNull()
  })

  // holds rules 5-14
  it('is another record for another user, row or reason, also when many come at once', async () => {
    const { email } = await aUser(backend.db, { role: 'viewer' })
    const another = backend.withToken(await tokenOf(backend.nobody, email))
    const operator = await backend.as('operator')
    const body = { name: 'Roof' }
    const asked = [another, operator, backend.nobody, another, operator, backend.nobody].map((who) =>
      who('POST', '/api/buildings', body),
    )
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([403, 403, 401, 403, 403, 401])
    const found: { actor: { role: string } | null; count: number; after: { reason: string } }[] =
      await denials('buildings.create')
    expect(found.map(({ actor, count, after }) => [actor?.role ?? null, count, after.reason])).toEqual(
      expect.arrayContaining([
        ['viewer', 2, 'forbidden'],
        ['operator', 2, 'forbidden'],
        [null, 2, 'unauthenticated'],
      ]),
    )
    expect(found).toHaveLength(3)
  })

  it('is the same record for a minute, however often it is counted, and then another', async () => {
    const viewer = await backend.as('viewer')
    const real = performance.now.bind(performance)
    const deny = () => viewer('POST', '/api/floors', {})
    const counts = async () => (await denials('floors.create')).map(({ count }: { count: number }) => count)
    await deny()
    await deny()
    expect(await counts()).toEqual([2])
    await deny()
    expect(await counts()).toEqual([3])
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + 60_000)
    await deny().finally(() => clock.mockRestore())
    expect(await counts()).toEqual([1, 3])
  })

  it('is recorded too when the handler refuses, and when a password must be changed first', async () => {
    const { email } = await aUser(backend.db, { role: 'operator', mustChangePassword: true })
    const caller = backend.withToken(await tokenOf(backend.nobody, email))
    expect((await caller('GET', '/api/zones')).status).toBe(403)
    expect((await denials('zones.list')).map(({ after }: { after: unknown }) => after)).toEqual([
      { reason: 'password_change_required' },
    ])
  })

  it('leaves no record where everybody may ask, and none of what is only wrong', async () => {
    const before = (await admin('GET', '/api/audit/logs?result=denied')).body.data.total
    await backend.nobody('GET', `/api/kiosk/${'x'.repeat(43)}`)
    await admin('GET', '/api/zones/not-an-id')
    expect((await admin('GET', '/api/audit/logs?result=denied')).body.data.total).toBe(before)
  })

  it('has a count that cannot be changed unnoticed', async () => {
    const [{ seq }] = await denials('users.list')
    await backend.db.updateTable('auditLog').set({ count: 2 }).where('seq', '=', seq).execute()
    expect((await verifyChain(backend.db)).broken).toEqual({ seq, reason: 'changed' })
  })
})
