// Roles cannot raise themselves: whoever may edit accounts and roles gives away no more than they have (rules 5).
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultRoles } from '@rollcall/contracts/permissions'
import { aBackend, aUser, tokenOf, type TestBackend } from './a-backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await aBackend()
})
afterAll(() => backend.stop())

// holds rules 5-13
it('nobody hands out more than they have, nor takes over an account that has more', async () => {
  const admin = await backend.as('admin')
  const permissions = [...defaultRoles.operator, 'admin.users', 'admin.roles']
  expect((await admin('PUT', '/api/admin/roles/operator', { permissions })).status).toBe(200)
  const user = await aUser(backend.db, { role: 'operator' })
  const [boss, viewer] = [await aUser(backend.db, { role: 'admin' }), await aUser(backend.db, { role: 'viewer' })]
  const keeper = backend.withToken(await tokenOf(backend.nobody, user.email))
  const account = (role: string) => ({ email: `${role}@example.org`, displayName: 'New', role })
  const refused = [
    await keeper('POST', '/api/users', account('admin')),
    await keeper('POST', '/api/users', account('safety')),
    await keeper('PUT', `/api/users/${user.id}`, { role: 'admin' }),
    await keeper('PUT', `/api/users/${viewer.id}`, { role: 'safety' }),
    await keeper('PUT', `/api/users/${boss.id}`, { email: 'mine@example.org' }),
    await keeper('POST', `/api/users/${boss.id}/reset-password`),
    await keeper('POST', `/api/users/${boss.id}/end-sessions`),
    await keeper('POST', `/api/users/${boss.id}/remove-second-factor`),
    await keeper('DELETE', `/api/users/${boss.id}`),
    await keeper('PUT', '/api/admin/roles/operator', { permissions: [...permissions, 'audit.read'] }),
    await keeper('PUT', '/api/admin/roles/viewer', { permissions: [...defaultRoles.viewer, 'personnel.health'] }),
  ]
  expect(refused.map(({ status, body }) => [status, body.error?.code])).toEqual(refused.map(() => [403, 'forbidden']))
  expect((await keeper('POST', '/api/users', account('viewer'))).status).toBe(201)
  expect((await keeper('PUT', `/api/users/${viewer.id}`, { role: 'operator' })).status).toBe(200)
  expect((await keeper('POST', `/api/users/${viewer.id}/reset-password`)).status).toBe(200)
  // What a role has already may stay, also by whoever has it not.
  expect((await keeper('PUT', '/api/admin/roles/safety', { permissions: defaultRoles.safety })).status).toBe(200)
})
