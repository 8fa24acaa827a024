// Which passwords may be chosen, and how long a temporary one works, through the HTTP door (rules 8).
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBackend, aUser, testPassword, tokenOf, type Caller, type TestBackend } from './a-backend.ts'

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())

const login = (email: string, password: string) => backend.nobody('POST', '/api/auth/login', { email, password })

async function aReset() {
  const user = await aUser(backend.db, { role: 'viewer' })
  const { body } = await admin('POST', `/api/users/${user.id}/reset-password`)
  return { ...user, password: body.data.temporaryPassword as string }
}

describe('a password that is tried first', () => {
  // holds rules 8-35
  it('is refused where one changes one’s own, with the field named, and the old one stays', async () => {
    const user = await aUser(backend.db, { role: 'viewer' })
    const caller = backend.withToken(await tokenOf(backend.nobody, user.email))
    for (const newPassword of ['Password2024', `${user.email}1`, 'abcdefghijkl']) {
      const change = { currentPassword: testPassword, newPassword }
      const { status, body } = await caller('POST', '/api/auth/change-password', change)
      expect([status, body.error.issues?.[0]?.path]).toEqual([400, 'newPassword'])
    }
    expect((await login(user.email, testPassword)).status).toBe(200)
  })

  it('is refused where an administrator chooses one for somebody', async () => {
    const account = { email: 'chosen@example.org', displayName: 'Chosen', role: 'viewer' }
    const refused = await admin('POST', '/api/users', { ...account, password: 'liverpool1!' })
    expect([refused.status, refused.body.error.issues?.[0]?.path]).toEqual([400, 'password'])
    expect((await admin('POST', '/api/users', { ...account, password: 'blue kettle sings' })).status).toBe(201)
  })
})

describe('a temporary password', () => {
  // holds rules 8-35
  it('works once: whoever finds it afterwards is refused, and that is recorded', async () => {
    const { id, email, password } = await aReset()
    const first = await login(email, password)
    expect(first.status).toBe(200)
    const again = await login(email, password)
    expect([again.status, again.body.error.code]).toEqual([401, 'temporary_password_over'])
    const { items } = (await admin('GET', `/api/audit/logs?action=auth.login&entityId=${id}&sort=-seq`)).body.data
    expect(items.map(({ result }: { result: string }) => result)).toEqual(['denied', 'success'])
    const change = { currentPassword: password, newPassword: 'a much better one' }
    const session = backend.withToken(first.body.data.token)
    expect((await session('POST', '/api/auth/change-password', change)).status).toBe(200)
    expect((await login(email, change.newPassword)).status).toBe(200)
    expect((await login(email, change.newPassword)).status).toBe(200)
  })

  it('works once also at the same moment', async () => {
    const { email, password } = await aReset()
    const replies = await Promise.all(Array.from({ length: 4 }, () => login(email, password)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  })

  // holds rules 8-35
  it('is over after an hour, and the list of accounts tells until when', async () => {
    const { id, email, password } = await aReset()
    const listed = (await admin('GET', `/api/users?q=${email}`)).body.data.items[0]
    const left = Date.parse(listed.temporaryUntil) - Date.now()
    expect(Math.round(left / 60_000)).toBe(60)
    await sql`UPDATE users SET temporary_until = now() WHERE id = ${id}`.execute(backend.db)
    expect((await login(email, password)).body.error.code).toBe('temporary_password_over')
    const next = (await admin('POST', `/api/users/${id}/reset-password`)).body.data.temporaryPassword
    expect((await login(email, next)).status).toBe(200)
  })

  it('that is wrong is told as any wrong password, also when it is over', async () => {
    const { email, password } = await aReset()
    await login(email, password)
    expect((await login(email, 'something else')).body.error.code).toBe('invalid_credentials')
  })
})
