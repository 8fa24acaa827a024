// Signing out ends this session and no other; losing rights ends all of them. The relay is told in both cases (rules 5).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBackend, aUser, tokenOf, type Caller, type TestBackend } from './a-backend.ts'
import { anHttpServer } from './an-http-server.ts'
import { eventually } from './eventually.ts'

let relay: Awaited<ReturnType<typeof anHttpServer>>
let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  relay = await anHttpServer(() => ({ json: { result: {} } }))
  backend = await aBackend({ REALTIME_PUBLISH_URL: `${relay.url}/api` })
  admin = await backend.as('admin')
})
afterAll(async () => {
  await backend.stop()
  await relay.stop()
})

type Told = { user: string; disconnect: { code: number } }
/** What the relay was told about this account so far. */
const told = (userId: string) =>
  relay.asked
    .filter(({ path }) => path === '/api/disconnect')
    .map(({ body }) => JSON.parse(body) as Told)
    .filter(({ user }) => user === userId)
    .map(({ disconnect }) => disconnect.code)
const toldOnce = (userId: string) =>
  eventually('the relay to be told', async () => told(userId).length > 0 && told(userId))

async function aSession(role: 'viewer' | 'safety' = 'viewer') {
  const user = await aUser(backend.db, { role })
  const signIn = async () => backend.withToken(await tokenOf(backend.nobody, user.email))
  return { ...user, signIn, caller: await signIn() }
}

describe('POST /api/auth/logout', () => {
  it('ends this session at once, leaves the account’s others, and lets their pages come back to the relay', async () => {
    const { id, caller, signIn } = await aSession()
    const other = await signIn()
    expect((await caller('POST', '/api/auth/logout')).status).toBe(204)
    expect((await caller('GET', '/api/zones')).status).toBe(401)
    expect((await caller('GET', '/api/negotiate')).status).toBe(401)
    expect((await other('GET', '/api/zones')).status).toBe(200)
    expect(await toldOnce(id)).toEqual([3011])
    expect((await (await signIn())('GET', '/api/zones')).status).toBe(200)
    const audit = await admin('GET', `/api/audit/logs?action=auth.logout&entityId=${id}`)
    expect(audit.body.data.items).toHaveLength(1)
    expect(audit.body.data.items[0].actor.userId).toBe(id)
  })

  it('is a success for whoever has no session any more, and writes nothing', async () => {
    const { id, caller } = await aSession()
    for (const _ of [1, 2, 3]) expect((await caller('POST', '/api/auth/logout')).status).toBe(204)
    expect((await backend.nobody('POST', '/api/auth/logout')).status).toBe(204)
    const audit = await admin('GET', `/api/audit/logs?action=auth.logout&entityId=${id}`)
    expect(audit.body.data.total).toBe(1)
  })

  it('is remembered by the database and not by this process', async () => {
    const { caller } = await aSession()
    await caller('POST', '/api/auth/logout')
    const rows = await backend.db.selectFrom('revokedTokens').select(['tokenHash', 'expiresAt']).execute()
    expect(rows.at(-1)?.tokenHash).toMatch(/^[0-9a-f]{64}$/)
    expect(Date.parse(rows.at(-1)?.expiresAt ?? '')).toBeGreaterThan(Date.now() + 7 * 3_600_000)
  })
})

describe('an account that loses rights', () => {
  it.each([
    ['is deactivated', (id: string) => admin('PUT', `/api/users/${id}`, { active: false })],
    ['gets a lower role', (id: string) => admin('PUT', `/api/users/${id}`, { role: 'viewer' })],
    ['gets a new password', (id: string) => admin('POST', `/api/users/${id}/reset-password`)],
    ['is deleted', (id: string) => admin('DELETE', `/api/users/${id}`)],
  ])('loses its sessions and its relay connections for good when it %s', async (_, change) => {
    const { id, caller } = await aSession('safety')
    expect((await caller('GET', '/api/zones')).status).toBe(200)
    expect((await change(id)).status).toBeLessThan(300)
    expect((await caller('GET', '/api/zones')).status).toBe(401)
    expect(await toldOnce(id)).toEqual([3503])
  })

  it('keeps them when only its name changes', async () => {
    const { id, caller } = await aSession('safety')
    await admin('PUT', `/api/users/${id}`, { displayName: 'Else' })
    expect((await caller('GET', '/api/zones')).status).toBe(200)
    expect(told(id)).toEqual([])
  })

  it('loses the relay when its role may no longer see positions', async () => {
    const { id } = await aSession('safety')
    await admin('PUT', '/api/admin/roles/safety', { permissions: ['zones.read'] })
    expect(await toldOnce(id)).toEqual([3503])
  })
})

describe('what an account may do has changed', () => {
  const noticesOf = (userId: string) =>
    relay.asked
      .filter(({ path }) => path === '/api/publish')
      .map(({ body }) => JSON.parse(body) as { channel: string; data: { type: string } })
      .filter(({ channel }) => channel === `event:account-${userId}`)
      .map(({ data }) => data.type)
  const noticed = (userId: string) =>
    eventually('its pages to be told', async () => noticesOf(userId).length > 0 && noticesOf(userId))

  // holds rules 5-12
  it('is told to its open pages on its own channel: a role that gained something, and another name or role', async () => {
    const [viewer, other] = [await aSession('viewer'), await aSession('safety')]
    const { permissions } = (await admin('GET', '/api/admin/roles')).body.data.find(
      (entry: { role: string }) => entry.role === 'viewer',
    )
    await admin('PUT', '/api/admin/roles/viewer', { permissions: [...permissions, 'activity.read'] })
    expect(await noticed(viewer.id)).toEqual(['account'])
    expect(noticesOf(other.id)).toEqual([])
    const me = (await viewer.caller('GET', '/api/auth/backend-me')).body.data
    expect(me.permissions).toContain('activity.read')
    await admin('PUT', `/api/users/${other.id}`, { role: 'admin' })
    expect(await noticed(other.id)).toEqual(['account'])
  })
})
