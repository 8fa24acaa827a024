// A forgotten password through the HTTP door and a real SMTP server (docs/accounts.md): asked for by anybody, answered alike, used once.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tokenHashOf } from '../src/one-time-token.ts'
import { aBackend, aUser, testPassword, tokenOf, type TestBackend } from './a-backend.ts'
import { aMailServer, readable } from './a-mail-server.ts'
import { aSecondFactor } from './a-second-factor.ts'
import { eventually } from './eventually.ts'

const newPassword = 'blue kettle sings'
let mails: Awaited<ReturnType<typeof aMailServer>>
let backend: TestBackend
let account: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  mails = await aMailServer()
  backend = await aBackend({ SMTP_URL: mails.url, PUBLIC_URL: 'https://rollcall.example.org' })
})
afterAll(async () => {
  await backend.stop()
  await mails.stop()
})
beforeEach(async () => (account = await aUser(backend.db, { role: 'operator' })))

const ask = (email: string) => backend.nobody('POST', '/api/auth/forgot-password', { email })
const use = (token: string, password = newPassword) =>
  backend.nobody('POST', '/api/auth/reset-password', { token, newPassword: password })
const mailsTo = (address: string) => mails.mails.filter(({ to }) => to.includes(address))
const isDealtWith = async () => {
  const { rows } = await sql`SELECT FROM password_requests WHERE due_at IS NOT NULL`.execute(backend.db)
  return rows.length === 0
}
async function aToken(email = account.email): Promise<string> {
  await ask(email)
  const [mail] = await eventually('the link is mailed', async () => {
    const found = mailsTo(email)
    return found.length > 0 && found
  })
  return /https:\/\/rollcall\.example\.org\/reset-password#([\w-]{43})/.exec(readable(mail!))?.[1] ?? ''
}

describe('POST /api/auth/forgot-password', () => {
  it('answers alike for every address, and mails only where an account signs in with a password', async () => {
    const gone = await aUser(backend.db, { role: 'viewer', active: false })
    const addresses = [account.email.toUpperCase(), gone.email, 'stranger@example.org']
    const replies = await Promise.all(addresses.map(ask))
    expect(replies.map(({ status, text }) => [status, text])).toEqual([204, 204, 204].map((status) => [status, '']))
    await eventually('all are dealt with', isDealtWith)
    expect(addresses.map((address) => mailsTo(address.toLowerCase()).length)).toEqual([1, 0, 0])
    const records = await backend.db
      .selectFrom('auditLog')
      .select(['action', 'entityId', 'actorEmail'])
      .where('action', '=', 'auth.forgotPassword')
      .execute()
    // Which of them has an account stands in none of these.
    expect(records.every(({ entityId, actorEmail }) => entityId === null && actorEmail === null)).toBe(true)
  })

  it('mails one address three times an hour at most', async () => {
    for (const _ of [1, 2, 3, 4, 5]) expect((await ask(account.email)).status).toBe(204)
    await eventually('all are dealt with', isDealtWith)
    expect(mailsTo(account.email)).toHaveLength(3)
  })

  it('says so where no mail server is set up', async () => {
    const without = await aBackend({}, { beside: backend })
    expect((await without.nobody('GET', '/api/auth/methods')).body.data).toMatchObject({ passwordByMail: false })
    const { body } = await without.nobody('POST', '/api/auth/forgot-password', { email: account.email })
    expect(body.error.code).toBe('mail_not_configured')
    await without.stop()
    expect((await backend.nobody('GET', '/api/auth/methods')).body.data).toMatchObject({ passwordByMail: true })
  })
})

describe('POST /api/auth/reset-password', () => {
  it('sets the new password once, ends the sessions and unlocks; another link of the account is over, too', async () => {
    const caller = backend.withToken(await tokenOf(backend.nobody, account.email))
    const token = await aToken()
    await ask(account.email)
    await eventually('both are mailed', async () => mailsTo(account.email).length === 2)
    expect((await use(token)).status).toBe(204)
    expect((await caller('GET', '/api/zones')).status).toBe(401)
    expect((await use(token, 'green kettle sings')).body.error.code).toBe('password_link_over')
    const { rows } = await sql`SELECT FROM password_links WHERE user_id = ${account.id}`.execute(backend.db)
    expect(rows).toEqual([])
    await tokenOf(backend.nobody, account.email, newPassword)
    await expect(tokenOf(backend.nobody, account.email, testPassword)).rejects.toThrow('invalid_credentials')
  })

  it('takes one of two who use a link at the same moment', async () => {
    const token = await aToken()
    const both = await Promise.all([use(token), use(token, 'green kettle sings')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 410])
  })

  it('refuses a link that is over or was never sent, and a password that is tried first', async () => {
    const token = await aToken()
    expect((await use(token, 'Liverpool2024')).body.error.issues).toMatchObject([{ path: 'newPassword' }])
    expect((await use('x'.repeat(43))).status).toBe(410)
    await sql`UPDATE password_links SET expires_at = now() WHERE token_hash = ${tokenHashOf(token)}`.execute(backend.db)
    expect((await use(token)).status).toBe(410)
  })

  it('leaves the second factor where it was', async () => {
    await aSecondFactor(backend.withToken(await tokenOf(backend.nobody, account.email)))
    expect((await use(await aToken())).status).toBe(204)
    const { body } = await backend.nobody('POST', '/api/auth/login', { email: account.email, password: newPassword })
    expect(body.error.code).toBe('second_factor_required')
  })

  it('keeps the token as a hash alone', async () => {
    const token = await aToken()
    const { rows } = await sql<{ text: string }>`
      SELECT (SELECT string_agg(l::text, '') FROM password_links l) || (SELECT string_agg(r::text, '') FROM password_requests r)
        || (SELECT string_agg(a::text, '') FROM audit_log a) AS text`.execute(backend.db)
    expect(rows[0]?.text).not.toContain(token)
    expect(rows[0]?.text).toContain(tokenHashOf(token))
  })
})
