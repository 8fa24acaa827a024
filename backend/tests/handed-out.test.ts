// What is handed out with an account and with a role, what may be taken from whom, and who is told (rules 5, 8).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mostRoles } from '@rollcall/contracts/domains/roles'
import { defaultRoles } from '@rollcall/contracts/permissions'
import { aBackend, aUser, tokenOf, type Caller, type TestBackend } from './a-backend.ts'
import { anHttpServer } from './an-http-server.ts'
import { aBuilding } from './site-things.ts'

let relay: Awaited<ReturnType<typeof anHttpServer>>
let backend: TestBackend
let admin: Caller
let keeper: Caller
beforeAll(async () => {
  relay = await anHttpServer(() => ({ json: { result: {} } }))
  backend = await aBackend({ REALTIME_PUBLISH_URL: `${relay.url}/api` })
  admin = await backend.as('admin')
  const permissions = [...defaultRoles.operator, 'admin.users', 'admin.roles']
  await admin('PUT', '/api/admin/roles/operator', { permissions })
  keeper = await backend.as('operator')
})
afterAll(async () => {
  await backend?.stop()
  await relay?.stop()
})

const newAccount = (fields: object = {}) => ({
  email: `${randomUUID()}@example.org`,
  displayName: 'New',
  role: 'viewer',
  ...fields,
})
const create = (fields: object = {}, by = admin) => by('POST', '/api/users', newAccount(fields))
const issuesOf = ({ status, body }: Awaited<ReturnType<Caller>>) => [status, body.error.issues?.map(({ path }) => path)]
const recordsOf = async (action: string, entityId: string) =>
  (await admin('GET', `/api/audit/logs?action=${action}&entityId=${entityId}`)).body.data.items
/** The accounts whose pages were told to read anew, and those whose connections were ended. */
const toldOf = (id: string) =>
  relay.asked.flatMap(({ path, body }) => {
    const { channel, user } = JSON.parse(body) as { channel?: string; user?: string }
    return user === id || channel?.includes(id) ? [path.replace('/api/', '')] : []
  })

describe('a new account', () => {
  it('has the password that was chosen for it, which must be changed, and is shown no other', async () => {
    const password = 'a chosen horse battery'
    const { status, body } = await create({ password })
    expect([status, body.data.temporaryPassword, body.data.mustChangePassword]).toEqual([201, null, true])
    expect(await tokenOf(backend.nobody, body.data.email, password)).toBeTypeOf('string')
  })

  it('has no password where the identity provider keeps it, and none can be chosen or reset', async () => {
    const { body } = await create({ authSource: 'oidc' })
    expect(body.data).toMatchObject({ temporaryPassword: null, mustChangePassword: false, temporaryUntil: null })
    expect((await admin('POST', `/api/users/${body.data.id}/reset-password`)).status).toBe(409)
    const chosen = await create({ authSource: 'oidc', password: 'a chosen horse battery' })
    expect(issuesOf(chosen)).toEqual([400, ['password']])
  })

  it('has a password that works for an hour, and none that everybody would guess', async () => {
    const { temporaryUntil } = (await create()).body.data
    const minutes = (Date.parse(temporaryUntil) - Date.now()) / 60_000
    expect(Math.round(minutes)).toBe(60)
    expect(issuesOf(await create({ password: 'password1234' }))).toEqual([400, ['password']])
  })

  it('has a role that there is', async () => {
    const { id, email } = (await create()).body.data
    for (const refused of [await create({ role: 'king' }), await admin('PUT', `/api/users/${id}`, { role: 'king' })]) {
      expect(refused.status).toBe(400)
      expect(refused.body.error.issues).toMatchObject([{ path: 'role', code: 'no_such_role' }])
    }
    const { items } = (await admin('GET', `/api/users?q=${email}`)).body.data
    expect(items).toMatchObject([{ id, role: 'viewer', buildingIds: null }])
  })
})

describe('the buildings of an account', () => {
  it('are none that do not exist, and are not those of an administrator, who sees all', async () => {
    const { id } = await aBuilding(admin)
    expect(issuesOf(await create({ buildingIds: [randomUUID()] }))).toEqual([400, ['buildingIds']])
    expect(issuesOf(await create({ role: 'admin', buildingIds: [id] }))).toEqual([400, ['buildingIds']])
    const limited = (await create({ buildingIds: [id, id] })).body.data
    expect(limited.buildingIds).toEqual([id])
    expect(issuesOf(await admin('PUT', `/api/users/${limited.id}`, { role: 'admin' }))).toEqual([400, ['buildingIds']])
    expect((await admin('PUT', `/api/users/${limited.id}`, { role: 'admin', buildingIds: null })).status).toBe(200)
    const boss = await aUser(backend.db, { role: 'admin' })
    expect(issuesOf(await admin('PUT', `/api/users/${boss.id}`, { buildingIds: [id] }))).toEqual([400, ['buildingIds']])
  })

  it('end its sessions when they become fewer, and only then', async () => {
    const [one, other] = [await aBuilding(admin), await aBuilding(admin)]
    const { id, email } = await aUser(backend.db, { role: 'operator' })
    const call = backend.withToken(await tokenOf(backend.nobody, email))
    const limit = async (buildingIds: string[] | null) => {
      const { status } = await admin('PUT', `/api/users/${id}`, { buildingIds })
      return [status, (await call('GET', '/api/auth/backend-me')).status]
    }
    expect(await limit(null)).toEqual([200, 200])
    expect(await limit([one.id])).toEqual([200, 401])
    const again = backend.withToken(await tokenOf(backend.nobody, email))
    const status = async (body: object) => {
      await admin('PUT', `/api/users/${id}`, body)
      return (await again('GET', '/api/auth/backend-me')).status
    }
    expect(await status({ buildingIds: [one.id, other.id] })).toBe(200)
    expect(await status({ displayName: 'Renamed' })).toBe(200)
    expect(await status({ buildingIds: [other.id] })).toBe(401)
  })
})

describe('whoever has less than an account', () => {
  it('neither signs it out, nor takes its second factor or password, nor removes it', async () => {
    const { id } = await aUser(backend.db, { role: 'safety' })
    const paths = ['end-sessions', 'remove-second-factor', 'reset-password'].map((name) => `/api/users/${id}/${name}`)
    for (const path of paths) expect((await keeper('POST', path)).body.error.code).toBe('forbidden')
    expect((await keeper('DELETE', `/api/users/${id}`)).body.error.code).toBe('forbidden')
    expect((await keeper('PUT', `/api/users/${id}`, { active: false })).body.error.code).toBe('forbidden')
    expect(toldOf(id)).toEqual([])
  })
})

describe('an administrator', () => {
  it('does not remove the own account, although there is another', async () => {
    const { id, email } = await aUser(backend.db, { role: 'admin' })
    const self = backend.withToken(await tokenOf(backend.nobody, email))
    expect((await self('DELETE', `/api/users/${id}`)).status).toBe(409)
    expect((await admin('DELETE', `/api/users/${id}`)).status).toBe(204)
    expect((await self('GET', '/api/auth/backend-me')).status).toBe(401)
    await expect.poll(() => toldOf(id)).toEqual(['disconnect'])
  })

  it('is not counted while inactive: the last active one stays', async () => {
    const other = await aBackend()
    const only = await other.as('admin')
    await aUser(other.db, { role: 'admin', active: false })
    const { userId } = (await only('GET', '/api/auth/backend-me')).body.data
    expect((await only('PUT', `/api/users/${userId}`, { role: 'safety' })).status).toBe(409)
    await other.stop()
  })

  it('stays the last one, also where an account of another role may do as much', async () => {
    const other = await aBackend()
    const only = await other.as('admin')
    const { userId, permissions } = (await only('GET', '/api/auth/backend-me')).body.data
    const role = 'Second in command'
    await only('POST', '/api/admin/roles', { role, permissions })
    const { id, email } = await aUser(other.db, { role: 'viewer' })
    await only('PUT', `/api/users/${id}`, { role })
    const second = other.withToken(await tokenOf(other.nobody, email))
    expect((await second('DELETE', `/api/users/${userId}`)).status).toBe(409)
    expect((await second('PUT', `/api/users/${userId}`, { role })).status).toBe(409)
    await aUser(other.db, { role: 'admin' })
    expect((await second('PUT', `/api/users/${userId}`, { role })).status).toBe(200)
    expect((await only('GET', '/api/auth/backend-me')).status).toBe(401)
    await other.stop()
  })

  it.each(['reset-password', 'end-sessions', 'remove-second-factor', 'unlock'])(
    'is told of %s that there is no such account',
    async (name) => {
      expect((await admin('POST', `/api/users/${randomUUID()}/${name}`)).status).toBe(404)
    },
  )

  it('is told that an account without a second factor has none to remove, and nothing happens to it', async () => {
    const { id, email } = await aUser(backend.db, { role: 'viewer' })
    const call = backend.withToken(await tokenOf(backend.nobody, email))
    expect((await admin('POST', `/api/users/${id}/remove-second-factor`)).status).toBe(404)
    expect((await call('GET', '/api/auth/backend-me')).status).toBe(200)
  })

  it('leaves a record of each: what was before and after', async () => {
    const { id } = await aUser(backend.db, { role: 'viewer' })
    await admin('POST', `/api/users/${id}/unlock`)
    await admin('POST', `/api/users/${id}/end-sessions`)
    await admin('POST', `/api/users/${id}/reset-password`)
    expect(await recordsOf('users.unlock', id)).toMatchObject([{ before: { id }, after: { id } }])
    expect(await recordsOf('users.endSessions', id)).toHaveLength(1)
    expect(await recordsOf('users.resetPassword', id)).toHaveLength(1)
  })
})

describe('pages of an account', () => {
  it('read anew after a change that takes nothing away', async () => {
    const { id } = await aUser(backend.db, { role: 'viewer' })
    await admin('PUT', `/api/users/${id}`, { role: 'safety' })
    await expect.poll(() => toldOf(id)).toEqual(['publish'])
    await admin('PUT', `/api/users/${id}`, { role: 'viewer' })
    await expect.poll(() => toldOf(id)).toEqual(['publish', 'disconnect'])
  })

  it('read anew after a change of their role, and lose their connection when it may see nobody any more', async () => {
    const role = `Guard ${randomUUID().slice(0, 8)}`
    const path = `/api/admin/roles/${encodeURIComponent(role)}`
    const permissions = [...defaultRoles.viewer, 'positions.read']
    expect((await admin('POST', '/api/admin/roles', { role, permissions })).status).toBe(201)
    const { id } = await aUser(backend.db, { role: 'viewer' })
    await admin('PUT', `/api/users/${id}`, { role })
    await expect.poll(() => toldOf(id)).toEqual(['publish'])
    await admin('PUT', path, { permissions: ['positions.read'] })
    await expect.poll(() => toldOf(id)).toEqual(['publish', 'publish'])
    await admin('PUT', path, { permissions: ['zones.read'] })
    await expect.poll(() => toldOf(id).toSorted()).toEqual(['disconnect', 'publish', 'publish', 'publish'])
  })
})

describe('a role', () => {
  it('keeps what a change does not name', async () => {
    const path = '/api/admin/roles/viewer'
    const asks = await admin('PUT', path, { requiresSecondFactor: true })
    expect(asks.body.data.permissions.toSorted()).toEqual([...defaultRoles.viewer].toSorted())
    const less = await admin('PUT', path, { permissions: ['zones.read'] })
    expect(less.body.data).toMatchObject({ permissions: ['zones.read'], requiresSecondFactor: true })
    await admin('PUT', path, { permissions: defaultRoles.viewer, requiresSecondFactor: false })
    const records = await recordsOf('roles.change', 'viewer')
    expect(records[1]).toMatchObject({ before: { requiresSecondFactor: true }, after: { permissions: ['zones.read'] } })
  })

  it('of administrators may ask for a second factor, and lose nothing', async () => {
    const path = '/api/admin/roles/admin'
    expect((await admin('PUT', path, { requiresSecondFactor: false })).status).toBe(200)
    expect((await admin('PUT', path, { permissions: ['zones.read'], requiresSecondFactor: false })).status).toBe(409)
  })

  it('may ask for a second factor from the beginning, and leaves a record when it goes', async () => {
    const role = 'Careful'
    const { body } = await admin('POST', '/api/admin/roles', { role, permissions: [], requiresSecondFactor: true })
    expect(body.data).toMatchObject({ role, requiresSecondFactor: true, userCount: 0 })
    expect((await admin('DELETE', `/api/admin/roles/${role}`)).status).toBe(204)
    expect(await recordsOf('roles.remove', role)).toMatchObject([{ before: { role } }])
  })

  it('is not removed by who read it before somebody changed it', async () => {
    const role = 'Twice read'
    const path = `/api/admin/roles/${encodeURIComponent(role)}`
    const { updatedAt } = (await admin('POST', '/api/admin/roles', { role, permissions: [] })).body.data
    await admin('PUT', path, { permissions: ['zones.read'] })
    expect((await admin('DELETE', path, undefined, { headers: { 'if-match': `"${updatedAt}"` } })).status).toBe(412)
  })

  it('is one of fifty at most', async () => {
    const other = await aBackend()
    const boss = await other.as('admin')
    const make = (n: number) => boss('POST', '/api/admin/roles', { role: `Role ${n}`, permissions: [] })
    for (let n = 4; n < mostRoles; n++) expect((await make(n)).status).toBe(201)
    const refused = await make(mostRoles)
    expect(issuesOf(refused)).toEqual([400, ['role']])
    expect(refused.body.error.issues).toMatchObject([{ code: 'roles_full', values: { number: mostRoles } }])
    await other.stop()
  })
})
