// Accounts, roles and settings, through the HTTP door.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBackend, aUser, tokenOf, type Caller, type TestBackend } from './a-backend.ts'

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())

describe('/api/users', () => {
  // holds rules 8-7
  it('creates an account with a temporary password that must be changed', async () => {
    const { status, body } = await admin('POST', '/api/users', {
      email: 'New@Example.org',
      displayName: 'New',
      role: 'operator',
    })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      email: 'new@example.org',
      mustChangePassword: true,
      authSource: 'local',
      lockedUntil: null,
    })
    const caller = backend.withToken(await tokenOf(backend.nobody, 'new@example.org', body.data.temporaryPassword))
    expect((await caller('GET', '/api/zones')).body.error.code).toBe('password_change_required')
    const again = await admin('POST', '/api/users', { email: 'new@example.org', displayName: 'Twin', role: 'viewer' })
    expect(again.status).toBe(409)
  })

  it('never shows a password hash', async () => {
    const listed = await admin('GET', '/api/users?pageSize=200')
    expect(listed.text).not.toMatch(/\$2[aby]\$|password_?hash/i)
    const logs = await admin('GET', '/api/audit/logs?resource=users&pageSize=200')
    expect(logs.text).not.toMatch(/\$2[aby]\$|password_?hash/i)
  })

  // holds spec 5.3-8; rules 5-2, 8-9
  it('resets a password once and ends the sessions', async () => {
    const user = await aUser(backend.db, { role: 'viewer' })
    const old = backend.withToken(await tokenOf(backend.nobody, user.email))
    expect((await old('GET', '/api/zones')).status).toBe(200)
    const { body } = await admin('POST', `/api/users/${user.id}/reset-password`)
    expect((await old('GET', '/api/zones')).status).toBe(401)
    const fresh = backend.withToken(await tokenOf(backend.nobody, user.email, body.data.temporaryPassword))
    expect((await fresh('GET', '/api/auth/backend-me')).body.data.mustChangePassword).toBe(true)
  })

  // holds rules 5-2
  it('ends the sessions of an account that is deactivated or lowered, at once', async () => {
    const user = await aUser(backend.db, { role: 'safety' })
    const first = backend.withToken(await tokenOf(backend.nobody, user.email))
    expect((await first('GET', '/api/zones')).status).toBe(200)
    await admin('PUT', `/api/users/${user.id}`, { role: 'viewer' })
    expect((await first('GET', '/api/zones')).status).toBe(401)
    const second = backend.withToken(await tokenOf(backend.nobody, user.email))
    await admin('PUT', `/api/users/${user.id}`, { active: false })
    expect((await second('GET', '/api/zones')).status).toBe(401)
    await admin('PUT', `/api/users/${user.id}`, { active: true })
    expect((await second('GET', '/api/zones')).status).toBe(401)
  })

  it('keeps the last administrator', async () => {
    const other = await aBackend()
    const only = await other.as('admin')
    const me = await only('GET', '/api/auth/backend-me')
    const id = me.body.data.userId
    expect((await only('DELETE', `/api/users/${id}`)).status).toBe(409)
    expect((await only('PUT', `/api/users/${id}`, { role: 'viewer' })).status).toBe(409)
    expect((await only('PUT', `/api/users/${id}`, { active: false })).status).toBe(409)
    expect((await only('PUT', `/api/users/${id}`, { displayName: 'Still here' })).status).toBe(200)
    await other.stop()
  })

  it('lets nobody remove the account they use, also where another administrator is left', async () => {
    await aUser(backend.db, { role: 'admin' })
    const { userId } = (await admin('GET', '/api/auth/backend-me')).body.data
    const refused = await admin('DELETE', `/api/users/${userId}`)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict'])
  })

  it('has no password for who signs in at the identity provider', async () => {
    const body = { email: 'elsewhere@example.org', displayName: 'Else', role: 'viewer', authSource: 'oidc' }
    const refused = await admin('POST', '/api/users', { ...body, password: 'a much better one' })
    expect([refused.status, refused.body.error.issues]).toMatchObject([400, [{ path: 'password' }]])
    const { data } = (await admin('POST', '/api/users', body)).body
    expect(data).toMatchObject({ authSource: 'oidc', mustChangePassword: false, temporaryPassword: null })
    expect((await admin('POST', `/api/users/${data.id}/reset-password`)).status).toBe(409)
  })

  it('answers 404 for an account that is not there, whatever is asked of it', async () => {
    const path = `/api/users/${crypto.randomUUID()}`
    const replies = [
      await admin('PUT', path, { displayName: 'Nobody' }),
      await admin('DELETE', path),
      await admin('GET', `${path}/sessions`),
      await admin('POST', `${path}/reset-password`),
      await admin('POST', `${path}/end-sessions`),
      await admin('POST', `${path}/unlock`),
    ]
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404))
  })

  it('records of whom a password was reset, sessions were ended and a lock was taken away', async () => {
    const { id } = await aUser(backend.db, { role: 'viewer' })
    const lockedUntil = new Date(Date.now() + 600_000)
    await backend.db.updateTable('users').set({ lockedUntil }).where('id', '=', id).execute()
    for (const what of ['unlock', 'end-sessions', 'reset-password']) await admin('POST', `/api/users/${id}/${what}`)
    const { items } = (await admin('GET', `/api/audit/logs?entityId=${id}&sort=seq`)).body.data
    expect(items).toMatchObject([
      { action: 'users.unlock', before: { lockedUntil: lockedUntil.toISOString() }, after: { lockedUntil: null } },
      { action: 'users.endSessions' },
      { action: 'users.resetPassword' },
    ])
  })

  it('takes turns with two edits at the same moment, so that each record says what was there before', async () => {
    const { id } = await aUser(backend.db, { role: 'viewer' })
    const names = Array.from({ length: 6 }, (_, n) => `Name ${n}`)
    const edits = names.map((displayName) => admin('PUT', `/api/users/${id}`, { displayName }))
    expect((await Promise.all(edits)).map(({ status }) => status)).toEqual(names.map(() => 200))
    const { items } = (await admin('GET', `/api/audit/logs?action=users.change&entityId=${id}&sort=seq`)).body.data
    const sides = items.map(({ before, after }: { before: object; after: object }) => ({ before, after }))
    expect(sides).toHaveLength(names.length)
    for (const [at, { before }] of sides.slice(1).entries()) expect(before).toEqual(sides[at].after)
  })

  it('keeps one of two administrators who lower each other at the same moment', async () => {
    const other = await aBackend()
    const one = await other.as('admin')
    const second = await aUser(other.db, { role: 'admin' })
    const two = other.withToken(await tokenOf(other.nobody, second.email))
    const { userId } = (await one('GET', '/api/auth/backend-me')).body.data
    const replies = await Promise.all([
      one('PUT', `/api/users/${second.id}`, { role: 'viewer' }),
      two('PUT', `/api/users/${userId}`, { role: 'viewer' }),
    ])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    await other.stop()
  })
})

describe('/api/admin/roles', () => {
  // holds rules 5-11, 8-10
  it('acts on the very next request', async () => {
    const operator = await backend.as('operator')
    expect((await operator('GET', '/api/zones')).status).toBe(200)
    const before = (await admin('GET', '/api/admin/roles')).body.data.find(
      (role: { role: string }) => role.role === 'operator',
    ).permissions
    const without = before.filter((permission: string) => permission !== 'zones.read')
    expect((await admin('PUT', '/api/admin/roles/operator', { permissions: without })).status).toBe(200)
    expect((await operator('GET', '/api/zones')).status).toBe(403)
    await admin('PUT', '/api/admin/roles/operator', { permissions: before })
    expect((await operator('GET', '/api/zones')).status).toBe(200)
  })

  it('keeps what another administrator set meanwhile: whoever read the role before is told', async () => {
    const read = async () =>
      (await admin('GET', '/api/admin/roles')).body.data.find((one: { role: string }) => one.role === 'safety')
    const { permissions, updatedAt } = await read()
    const since = (tag: string) => ({ headers: { 'if-match': `"${tag}"` } })
    const path = '/api/admin/roles/safety'
    const less = permissions.filter((name: string) => name !== 'weather.manage')
    const first = await admin('PUT', path, { permissions: less }, since(updatedAt))
    expect(first.status).toBe(200)
    const second = await admin('PUT', path, { permissions }, since(updatedAt))
    expect([second.status, second.body.error.code]).toEqual([412, 'changed_since'])
    expect((await read()).permissions).toEqual(less)
    const replies = await Promise.all(
      [1, 2, 3].map(() => admin('PUT', path, { permissions }, since(first.body.data.updatedAt))),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
  })

  // holds rules 8-10
  it('does not let admin be reduced', async () => {
    expect((await admin('PUT', '/api/admin/roles/admin', { permissions: [] })).status).toBe(409)
    expect((await admin('PUT', '/api/admin/roles/king', { permissions: [] })).status).toBe(404)
  })
})

describe('/api/mgmt/settings', () => {
  // holds rules 8-29
  it('starts with the defaults, merges a change and checks the whole', async () => {
    expect((await admin('GET', '/api/mgmt/settings')).body.data.ble.minimumRssiDbm).toBe(-90)
    const changed = await admin('PUT', '/api/mgmt/settings/general', { retentionDays: { positions: 7 } })
    expect(changed.body.data.retentionDays).toEqual({
      positions: 7,
      ambient: 1,
      audit: 365,
      visits: 90,
      batteries: 365,
      assets: 365,
      emergencies: 3650,
    })
    const odd = await admin('PUT', '/api/mgmt/settings/ble', { windowSeconds: 20 })
    expect([odd.status, odd.body.error.issues?.[0]?.path]).toEqual([400, 'maximumWindowSeconds'])
  })

  it('keeps two changes made at the same moment', async () => {
    const replies = await Promise.all([
      admin('PUT', '/api/mgmt/settings/alerts', { sms: true }),
      admin('PUT', '/api/mgmt/settings/alerts', { email: false }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect((await admin('GET', '/api/mgmt/settings/alerts')).body.data).toMatchObject({ sms: true, email: false })
  })
})

describe('/api/battery/thresholds', () => {
  // holds rules 8-22
  it('keeps critical below low', async () => {
    expect((await admin('PUT', '/api/battery/thresholds', { low: 50, critical: 10 })).body.data).toMatchObject({
      low: 50,
      critical: 10,
    })
    expect((await admin('GET', '/api/battery/thresholds')).body.data).toMatchObject({ low: 50, critical: 10 })
    expect((await admin('PUT', '/api/battery/thresholds', { low: 10, critical: 50 })).status).toBe(400)
  })
})
