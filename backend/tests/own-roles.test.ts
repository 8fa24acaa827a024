// Roles that administrators make: given, changed and removed like the four that are always there, and never more than whoever makes them has.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultRoles } from '@rollcall/contracts/permissions'
import { aBackend, aUser, tokenOf, type Caller, type TestBackend } from './a-backend.ts'

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())

let count = 0
async function aRole(permissions: readonly string[] = defaultRoles.viewer) {
  const role = `Night guard ${++count}`
  expect((await admin('POST', '/api/admin/roles', { role, permissions })).status).toBe(201)
  return { role, path: `/api/admin/roles/${encodeURIComponent(role)}` }
}
async function anAccountWith(role: string) {
  const { id, email } = await aUser(backend.db, { role: 'viewer' })
  expect((await admin('PUT', `/api/users/${id}`, { role })).status).toBe(200)
  return { id, call: backend.withToken(await tokenOf(backend.nobody, email)) }
}

describe('a role of one’s own', () => {
  it('is made, listed after the four, given to an account, and decides what it may', async () => {
    const { role } = await aRole(['dashboard.read', 'zones.read'])
    const listed = (await admin('GET', '/api/users/roles')).body.data
    expect(listed.slice(0, 4).map((one: { own: boolean }) => one.own)).toEqual([false, false, false, false])
    expect(listed.find((one: { role: string }) => one.role === role)).toMatchObject({ own: true, editable: true })
    const { call } = await anAccountWith(role)
    expect((await call('GET', '/api/auth/backend-me')).body.data).toMatchObject({
      role,
      permissions: ['dashboard.read', 'zones.read'],
    })
    expect([(await call('GET', '/api/zones')).status, (await call('GET', '/api/personnel')).status]).toEqual([200, 403])
    const { items } = (await admin('GET', `/api/audit/logs?action=roles.create&q=${encodeURIComponent(role)}`)).body
      .data
    expect(items).toMatchObject([{ entityId: role, before: null, after: { role, own: true } }])
  })

  it('acts on the very next request when it is changed, and 412 keeps what somebody else set meanwhile', async () => {
    const { role, path } = await aRole(['zones.read'])
    const { call } = await anAccountWith(role)
    const { updatedAt } = (await admin('GET', '/api/admin/roles')).body.data.find(
      (one: { role: string }) => one.role === role,
    )
    const since = { headers: { 'if-match': `"${updatedAt}"` } }
    expect((await admin('PUT', path, { permissions: ['personnel.read'] }, since)).status).toBe(200)
    expect([(await call('GET', '/api/zones')).status, (await call('GET', '/api/personnel')).status]).toEqual([403, 200])
    expect((await admin('PUT', path, { permissions: [] }, since)).status).toBe(412)
  })

  it('is removed only while nobody has it', async () => {
    const { role, path } = await aRole()
    const { id } = await anAccountWith(role)
    const refused = await admin('DELETE', path)
    expect([refused.status, refused.body.error.issues]).toEqual([
      409,
      [{ path: 'role', message: 'Accounts that have it: 1.', code: 'role_in_use', values: { number: 1 } }],
    ])
    await admin('PUT', `/api/users/${id}`, { role: 'viewer' })
    await admin('PUT', path, { requiresSecondFactor: true })
    expect((await admin('DELETE', path)).status).toBe(204)
    expect((await admin('DELETE', path)).status).toBe(404)
    const { items } = (await admin('GET', `/api/audit/logs?entityId=${encodeURIComponent(role)}&sort=seq`)).body.data
    const [was, is] = [false, true].map((requiresSecondFactor) => ({
      requiresSecondFactor,
      permissions: [...defaultRoles.viewer],
    }))
    expect(items.slice(1)).toMatchObject([
      { action: 'roles.change', before: was, after: is },
      { action: 'roles.remove', before: is, after: null },
    ])
    expect((await admin('PUT', `/api/users/${id}`, { role })).body.error.issues?.[0]?.path).toBe('role')
  })

  it('is not one of the four, which stay', async () => {
    for (const role of ['admin', 'safety', 'operator', 'viewer']) {
      expect((await admin('DELETE', `/api/admin/roles/${role}`)).status).toBe(409)
      const taken = await admin('POST', '/api/admin/roles', { role: role.toUpperCase(), permissions: [] })
      expect([taken.status, taken.body.error.issues?.[0]?.path]).toEqual([409, 'role'])
    }
    const again = { role: (await aRole()).role, permissions: [] }
    expect((await admin('POST', '/api/admin/roles', again)).body.error.issues?.[0]?.path).toBe('role')
    for (const role of ['', '../admin', 'a/b', 'x'.repeat(41)]) {
      expect((await admin('POST', '/api/admin/roles', { role, permissions: [] })).status).toBe(400)
    }
  })

  it('raises nobody above whoever makes or gives it', async () => {
    const { role: keeper } = await aRole(['admin.roles', 'admin.users', 'zones.read'])
    const { call } = await anAccountWith(keeper)
    const { role: higher } = await aRole(['audit.read'])
    const somebody = await aUser(backend.db, { role: 'viewer' })
    const make = (permissions: string[]) => call('POST', '/api/admin/roles', { role: `Kept ${++count}`, permissions })
    expect([(await make(['audit.read'])).status, (await make(['zones.read'])).status]).toEqual([403, 201])
    const account = { email: 'given@example.org', displayName: 'Given', role: higher }
    expect((await call('POST', '/api/users', account)).status).toBe(403)
    expect((await call('PUT', `/api/users/${somebody.id}`, { role: higher })).status).toBe(403)
    const { id } = await anAccountWith(higher)
    expect((await call('DELETE', `/api/users/${id}`)).status).toBe(403)
  })

  it('ends the sessions of who may do less with it, and of nobody else', async () => {
    const [{ role: less }, { role: more }] = [
      await aRole(['zones.read']),
      await aRole(['zones.read', 'dashboard.read']),
    ]
    const { id, call } = await anAccountWith(less)
    await admin('PUT', `/api/users/${id}`, { role: more })
    expect((await call('GET', '/api/zones')).status).toBe(200)
    await admin('PUT', `/api/users/${id}`, { role: less })
    expect((await call('GET', '/api/zones')).status).toBe(401)
  })

  it('does not take the last administrator away', async () => {
    const { role } = await aRole()
    const { userId } = (await admin('GET', '/api/auth/backend-me')).body.data
    expect((await admin('PUT', `/api/users/${userId}`, { role })).status).toBe(409)
  })
})
