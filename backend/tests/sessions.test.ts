// Sessions as people see and end them, through the HTTP door (rules 5).
import type { OpenSession } from '@rollcall/contracts/domains/auth'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBackend, aUser, testPassword, type Caller, type TestBackend } from './a-backend.ts'

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

async function signIn(email: string, userAgent = firefox): Promise<Caller> {
  const headers = { 'user-agent': userAgent }
  const credentials = { email, password: testPassword }
  const { body } = await backend.nobody('POST', '/api/auth/login', credentials, { headers })
  return backend.withToken(body.data.token)
}
const listed = async (caller: Caller): Promise<OpenSession[]> => (await caller('GET', '/api/auth/sessions')).body.data

describe('/api/auth/sessions', () => {
  // holds rules 5-16
  it('lists where one is signed in, with browser and address, and which one asks', async () => {
    const { email } = await aUser(backend.db, { role: 'viewer' })
    const phone = await signIn(email, `phone ${'x'.repeat(500)}`)
    const desk = await signIn(email)
    const sessions = await listed(desk)
    expect(sessions.map(({ userAgent, isCurrent }) => [userAgent.slice(0, 8), isCurrent])).toEqual([
      ['Mozilla/', true],
      ['phone xx', false],
    ])
    expect(sessions[1]).toMatchObject({ address: '127.0.0.1', userAgent: expect.stringMatching(/^.{300}$/) })
    expect((await listed(phone)).map(({ isCurrent }) => isCurrent)).toEqual([false, true])
    expect(JSON.stringify(sessions)).not.toMatch(/token|hash/i)
  })

  // holds rules 5-16
  it('ends one at once and leaves the others; another account’s is not there', async () => {
    const [mine, theirs] = [await aUser(backend.db, { role: 'viewer' }), await aUser(backend.db, { role: 'viewer' })]
    const [phone, desk, stranger] = [await signIn(mine.email), await signIn(mine.email), await signIn(theirs.email)]
    const { id = '' } = (await listed(desk)).find(({ isCurrent }) => !isCurrent) ?? {}
    expect((await stranger('DELETE', `/api/auth/sessions/${id}`)).status).toBe(404)
    expect((await phone('GET', '/api/zones')).status).toBe(200)
    expect((await desk('DELETE', `/api/auth/sessions/${id}`)).status).toBe(204)
    expect((await phone('GET', '/api/zones')).status).toBe(401)
    expect((await desk('GET', '/api/zones')).status).toBe(200)
    expect(await listed(desk)).toHaveLength(1)
  })

  it('names none that is over: signed out, run out, or ended by a new password', async () => {
    const { id, email } = await aUser(backend.db, { role: 'viewer' })
    const [out, old, desk] = [await signIn(email), await signIn(email, 'old'), await signIn(email)]
    await out('POST', '/api/auth/logout')
    await sql`UPDATE sessions SET expires_at = now() WHERE user_id = ${id} AND user_agent = 'old'`.execute(backend.db)
    expect(await listed(old)).toHaveLength(1)
    const change = { currentPassword: testPassword, newPassword: 'a much better one' }
    const { body } = await desk('POST', '/api/auth/change-password', change)
    expect((await listed(backend.withToken(body.data.token))).map(({ isCurrent }) => isCurrent)).toEqual([true])
  })
})

describe('/api/users/{id}/sessions', () => {
  // holds rules 5-16
  it('shows an administrator where somebody is signed in, and signs them out everywhere', async () => {
    const { id, email } = await aUser(backend.db, { role: 'safety' })
    const [phone, desk] = [await signIn(email), await signIn(email)]
    expect((await admin('GET', `/api/users/${id}/sessions`)).body.data).toHaveLength(2)
    expect((await admin('POST', `/api/users/${id}/end-sessions`)).status).toBe(204)
    for (const caller of [phone, desk]) expect((await caller('GET', '/api/zones')).status).toBe(401)
    expect((await admin('GET', `/api/users/${id}/sessions`)).body.data).toEqual([])
    expect((await (await signIn(email))('GET', '/api/zones')).status).toBe(200)
  })
})
