// The second factor through the HTTP door (docs/accounts.md): set up, asked for, used up, lost.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeAccountFactor } from '../src/admin-accounts.ts'
import { aBackend, aUser, testPassword, tokenOf, type Caller, type TestBackend } from './a-backend.ts'
import { anApp, aSecondFactor } from './a-second-factor.ts'

let backend: TestBackend
let admin: Caller
let account: Awaited<ReturnType<typeof aUser>>
let caller: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())
beforeEach(async () => {
  account = await aUser(backend.db, { role: 'operator' })
  caller = backend.withToken(await tokenOf(backend.nobody, account.email))
})

const path = '/api/account/second-factor'
const signIn = (code?: string, password = testPassword) =>
  backend.nobody('POST', '/api/auth/login', { email: account.email, password, ...(code !== undefined && { code }) })
const codeOf = ({ status, body }: Awaited<ReturnType<Caller>>) => (status < 300 ? 'ok' : body.error.code)

describe('setting it up', () => {
  it('needs the password, then a code of the app, and answers ten recovery codes once', async () => {
    expect(codeOf(await caller('POST', path, { password: 'not the password' }))).toBe('invalid_credentials')
    const { body } = await caller('POST', path, { password: testPassword })
    expect(body.data.address).toContain(
      `:${encodeURIComponent(account.email)}?secret=${body.data.secret}&issuer=Rollcall`,
    )
    const app = anApp(body.data.secret)
    expect(codeOf(await signIn())).toBe('ok')
    expect(codeOf(await caller('POST', `${path}/confirm`, { code: app.wrongCode() }))).toBe('wrong_code')
    const { recoveryCodes } = (await caller('POST', `${path}/confirm`, { code: app.code() })).body.data
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    expect((await caller('GET', path)).body.data).toMatchObject({ since: expect.any(String), recoveryCodesLeft: 10 })
    expect(codeOf(await signIn())).toBe('second_factor_required')
  })

  it('keeps neither the secret nor a recovery code readable, and names none in the audit log', async () => {
    const { body } = await caller('POST', path, { password: testPassword })
    const app = anApp(body.data.secret)
    const { recoveryCodes } = (await caller('POST', `${path}/confirm`, { code: app.code() })).body.data
    const { rows } = await sql<{ text: string }>`
      SELECT (SELECT string_agg(f::text, '') FROM second_factors f) || (SELECT string_agg(c::text, '') FROM recovery_codes c)
        || (SELECT string_agg(a::text, '') FROM audit_log a) AS text`.execute(backend.db)
    for (const secret of [body.data.secret, ...recoveryCodes]) {
      expect(rows[0]?.text).not.toContain(secret)
      expect(rows[0]?.text).not.toContain(secret.replaceAll('-', ''))
    }
  })

  it('is refused while one is in use, and for who signs in at the identity provider', async () => {
    await aSecondFactor(caller)
    expect((await caller('POST', path, { password: testPassword })).status).toBe(409)
    await sql`UPDATE users SET password_hash = NULL, auth_source = 'oidc' WHERE id = ${account.id}`.execute(backend.db)
    expect((await caller('GET', path)).body.data.available).toBe(false)
  })
})

describe('signing in', () => {
  it('asks for the code after the password, and takes each code once', async () => {
    const app = await aSecondFactor(caller)
    expect(codeOf(await signIn(undefined, 'not the password'))).toBe('invalid_credentials')
    const asked = await signIn()
    expect([codeOf(asked), asked.body.error.issues?.map(({ path }) => path)]).toEqual([
      'second_factor_required',
      ['code'],
    ])
    const code = app.code()
    expect(codeOf(await signIn(code))).toBe('ok')
    expect(codeOf(await signIn(code))).toBe('wrong_code')
    expect(codeOf(await signIn(app.code()))).toBe('ok')
  })

  it('takes one of two who send the same code at the same moment', async () => {
    const app = await aSecondFactor(caller)
    const code = app.code()
    const both = await Promise.all([signIn(code), signIn(code)])
    expect(both.map(codeOf).toSorted()).toEqual(['ok', 'wrong_code'])
  })

  it('takes a recovery code once, however it is typed', async () => {
    const { recoveryCodes } = await aSecondFactor(caller)
    const [first = '', second = ''] = recoveryCodes
    expect(codeOf(await signIn(first.toUpperCase().replaceAll('-', ' ')))).toBe('ok')
    expect(codeOf(await signIn(first))).toBe('wrong_code')
    expect(codeOf(await signIn(second))).toBe('ok')
    expect((await caller('GET', path)).body.data.recoveryCodesLeft).toBe(8)
  })

  it('locks the account after five wrong codes, also those given on the profile page', async () => {
    const app = await aSecondFactor(caller)
    for (const _ of [1, 2, 3]) expect(codeOf(await signIn(app.wrongCode()))).toBe('wrong_code')
    // The right password alone does not begin the count anew.
    expect(codeOf(await signIn())).toBe('second_factor_required')
    for (const _ of [4, 5]) {
      const { body } = await caller('POST', `${path}/remove`, { code: app.wrongCode() })
      expect(body.error.code).toBe('wrong_code')
    }
    expect(codeOf(await signIn(app.code()))).toBe('account_locked')
    expect(codeOf(await caller('POST', `${path}/remove`, { code: app.code() }))).toBe('account_locked')
  })

  it('leaves a record of who knew the password and stopped there', async () => {
    await aSecondFactor(caller)
    await signIn()
    const record = await backend.db
      .selectFrom('auditLog')
      .select(['action', 'result'])
      .where('entityId', '=', account.id)
      .orderBy('seq', 'desc')
      .executeTakeFirst()
    expect(record).toEqual({ action: 'auth.firstFactor', result: 'success' })
  })
})

describe('losing it', () => {
  it('is removed by its owner with a code, and new recovery codes take the place of the old', async () => {
    const app = await aSecondFactor(caller)
    const fresh = (await caller('POST', `${path}/recovery-codes`, { code: app.recoveryCodes[0] })).body.data
      .recoveryCodes
    expect(codeOf(await signIn(app.recoveryCodes[1]))).toBe('wrong_code')
    expect((await caller('POST', `${path}/remove`, { code: fresh[0] })).status).toBe(204)
    expect(codeOf(await signIn())).toBe('ok')
    expect((await caller('POST', `${path}/remove`, { code: fresh[1] })).status).toBe(404)
  })

  it('is removed by an administrator, with a record, and ends the sessions of the account', async () => {
    await aSecondFactor(caller)
    const remove = `/api/users/${account.id}/remove-second-factor`
    expect((await (await backend.as('safety'))('POST', remove)).status).toBe(403)
    expect((await admin('GET', `/api/users?q=${account.email}`)).body.data.items[0].hasSecondFactor).toBe(true)
    const { status, headers } = await admin('POST', remove)
    expect(status).toBe(204)
    expect((await caller('GET', path)).status).toBe(401)
    expect(codeOf(await signIn())).toBe('ok')
    const record = backend.db.selectFrom('auditLog').select(['action', 'entityId'])
    expect(await record.where('requestId', '=', String(headers['x-request-id'])).executeTakeFirst()).toEqual({
      action: 'users.removeSecondFactor',
      entityId: account.id,
    })
    expect((await admin('POST', remove)).status).toBe(404)
  })

  it('is removed by the command line, and kept by a new password', async () => {
    await aSecondFactor(caller)
    await admin('POST', `/api/users/${account.id}/reset-password`)
    const { body } = await admin('GET', `/api/users?q=${account.email}`)
    expect(body.data.items[0].hasSecondFactor).toBe(true)
    await removeAccountFactor(backend.db, account.email)
    await expect(removeAccountFactor(backend.db, account.email)).rejects.toThrow('has no second factor')
    expect((await admin('GET', `/api/users?q=${account.email}`)).body.data.items[0].hasSecondFactor).toBe(false)
  })
})

describe('a role that needs one', () => {
  it.each(['the role', 'everybody'])('leads to it after the sign-in where %s needs it', async (who) => {
    const set = (on: boolean) =>
      who === 'everybody'
        ? admin('PUT', '/api/mgmt/settings/security', { secondFactorForAll: on })
        : admin('PUT', '/api/admin/roles/operator', { requiresSecondFactor: on })
    // Administrators set theirs up first, or they would have to now.
    const boss = await aUser(backend.db, { role: 'admin' })
    const asBoss = backend.withToken(await tokenOf(backend.nobody, boss.email))
    expect((await set(true)).status).toBe(200)
    try {
      expect(codeOf(await asBoss('GET', '/api/zones'))).toBe(who === 'everybody' ? 'second_factor_missing' : 'ok')
      const { body } = await signIn()
      expect(body.data.user.mustAddSecondFactor).toBe(true)
      const here = backend.withToken(body.data.token)
      expect(codeOf(await here('GET', '/api/zones'))).toBe('second_factor_missing')
      expect((await here('GET', path)).body.data).toMatchObject({ required: true, since: null })
      await aSecondFactor(here)
      expect(codeOf(await here('GET', '/api/zones'))).toBe('ok')
      expect((await here('GET', '/api/auth/backend-me')).body.data.mustAddSecondFactor).toBe(false)
    } finally {
      await sql`DELETE FROM settings WHERE name = 'security'`.execute(backend.db)
      await sql`UPDATE roles SET requires_second_factor = false`.execute(backend.db)
    }
  })

  it('can be that of administrators, whose permissions cannot be reduced', async () => {
    const asked = { requiresSecondFactor: true }
    expect((await admin('PUT', '/api/admin/roles/admin', { ...asked, permissions: [] })).status).toBe(409)
    expect((await admin('PUT', '/api/admin/roles/admin', asked)).body.data).toMatchObject(asked)
    await sql`UPDATE roles SET requires_second_factor = false`.execute(backend.db)
  })
})
