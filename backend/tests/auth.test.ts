// Signing in, tokens, the identity-provider exchange and negotiate, through the HTTP door.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signExchange } from '@rollcall/tokens/exchange-assertion'
import { createAppToken, createLegacyToken, verifyAppToken } from '@rollcall/tokens/app-token'
import { verifyRelayToken } from '@rollcall/tokens/relay-token'
import { aBackend, aUser, testPassword, testSecrets, tokenOf, type TestBackend } from './a-backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await aBackend({ OIDC_GROUP_ROLES: 'Safety team=safety, Everyone=viewer' })
})
afterAll(() => backend.stop())

const login = (email: string, password = testPassword) => backend.nobody('POST', '/api/auth/login', { email, password })

describe('POST /api/auth/login', () => {
  // holds spec 2.4-2, 4.3-2, 5.5-1; rules 5-1, 5-7
  it('answers a session whose token the server layer can verify', async () => {
    const user = await aUser(backend.db, { role: 'safety' })
    const { status, body } = await login(user.email.toUpperCase())
    expect(status).toBe(200)
    expect(body.data.expiresIn).toBe(8 * 3600)
    expect(body.data.user).toMatchObject({
      userId: user.id,
      email: user.email,
      role: 'safety',
      mustChangePassword: false,
      buildingIds: null,
    })
    expect(body.data.user.permissions).toContain('emergency.trigger')
    expect(body.data.user.permissions).not.toContain('admin.users')
    const verdict = verifyAppToken(body.data.token, [testSecrets.TOKEN_SECRET])
    expect(verdict).toMatchObject({ ok: true, claims: { sub: user.id, userId: user.id, role: 'safety' } })
  })

  // holds spec 5.3-7
  it('refuses a wrong password, an unknown address and an inactive account alike', async () => {
    const user = await aUser(backend.db, { role: 'viewer' })
    const inactive = await aUser(backend.db, { role: 'viewer', active: false })
    const wrong = await login(user.email, 'not the password')
    const unknown = await login('nobody@example.org')
    const left = await login(inactive.email)
    for (const { status, body } of [wrong, unknown, left]) {
      expect(status).toBe(401)
      expect({ ...body.error, requestId: '' }).toEqual({ ...wrong.body.error, requestId: '' })
    }
  })

  // holds rules 2-4
  it('refuses fields that a browser must not send', async () => {
    const user = await aUser(backend.db, { role: 'viewer' })
    const { status, body } = await backend.nobody('POST', '/api/auth/login', { ...user, role: 'admin' })
    expect(status).toBe(400)
    expect(body.error.code).toBe('validation_failed')
  })

  // holds rules 8-8
  it('locks an account after five failures, also for the right password, until it is unlocked', async () => {
    const user = await aUser(backend.db, { role: 'viewer' })
    for (let i = 0; i < 5; i++) expect((await login(user.email, 'wrong')).status).toBe(401)
    const locked = await login(user.email)
    expect(locked.status).toBe(423)
    expect(locked.body.error.code).toBe('account_locked')
    // A wrong one must look the same, or the lock would tell which guess was right.
    expect((await login(user.email, 'wrong')).status).toBe(423)
    const admin = await backend.as('admin')
    const { body } = await admin('POST', `/api/users/${user.id}/unlock`)
    expect(body.data.lockedUntil).toBeNull()
    expect((await login(user.email)).status).toBe(200)
  })

  it('locks an address without an account just the same, so that a lock tells nothing', async () => {
    for (let i = 0; i < 5; i++) expect((await login('ghost@example.org')).status).toBe(401)
    expect((await login('ghost@example.org')).body.error.code).toBe('account_locked')
  })

  it('counts failures from zero after a success', async () => {
    const user = await aUser(backend.db, { role: 'viewer' })
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 4; i++) await login(user.email, 'wrong')
      expect((await login(user.email)).status).toBe(200)
    }
  })

  // holds rules 8-8
  it('lets the lock run out after fifteen minutes', async () => {
    const user = await aUser(backend.db, { role: 'viewer' })
    for (let i = 0; i < 5; i++) await login(user.email, 'wrong')
    const row = await backend.db
      .selectFrom('users')
      .select('lockedUntil')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    const minutes = (Date.parse(row.lockedUntil ?? '') - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15)
    await backend.db
      .updateTable('users')
      .set({ lockedUntil: new Date(Date.now() - 1000) })
      .where('id', '=', user.id)
      .execute()
    expect((await login(user.email, 'wrong')).status).toBe(401)
    expect((await login(user.email)).status).toBe(200)
  })
})

describe('the bearer token', () => {
  // holds spec 1.5-1, 5.3-1; rules 1-4, 1-5
  it('is refused when it is missing, odd, forged or expired', async () => {
    const { id } = await aUser(backend.db, { role: 'admin' })
    const seconds = Math.floor(Date.now() / 1000)
    const claims = { sub: id, userId: id, email: '', displayName: '', role: 'admin', ver: 0, exp: seconds + 60 }
    const forged = createAppToken(claims, 'another-secret-0123456789-abcdefghijklm')
    for (const authorization of ['', 'Bearer null', 'Bearer undefined', 'Basic abc', 'Bearer', `Bearer ${forged}`]) {
      const { status, body, headers } = await backend.nobody('GET', '/api/zones', undefined, {
        headers: { authorization },
      })
      expect([authorization, status, body.error.code]).toEqual([authorization, 401, 'unauthenticated'])
      expect(headers['www-authenticate']).toBe('Bearer')
    }
    const expired = createAppToken({ ...claims, exp: seconds - 1 }, testSecrets.TOKEN_SECRET)
    expect((await backend.withToken(expired)('GET', '/api/zones')).body.error.code).toBe('token_expired')
    const good = createAppToken(claims, testSecrets.TOKEN_SECRET)
    expect((await backend.withToken(good)('GET', '/api/zones')).status).toBe(200)
  })

  // holds spec 2.2-2
  it('is accepted in the legacy format', async () => {
    const { id } = await aUser(backend.db, { role: 'viewer' })
    const claims = { sub: id, userId: id, email: '', displayName: '', role: 'viewer', ver: 0, exp: Date.now() + 60_000 }
    expect(
      (await backend.withToken(createLegacyToken(claims, testSecrets.TOKEN_SECRET))('GET', '/api/zones')).status,
    ).toBe(200)
  })

  // holds spec 5.3-1; rules 5-11
  it('loses to the database: the role in the token grants nothing', async () => {
    const { id } = await aUser(backend.db, { role: 'viewer' })
    const exp = Math.floor(Date.now() / 1000) + 60
    const claims = { sub: id, userId: id, email: '', displayName: '', role: 'admin', ver: 0, exp }
    const caller = backend.withToken(createAppToken(claims, testSecrets.TOKEN_SECRET))
    expect((await caller('GET', '/api/users')).status).toBe(403)
  })
})

describe('POST /api/auth/change-password', () => {
  // holds rules 1-8
  it('is all that an account with a temporary password may do, and ends its other sessions', async () => {
    const user = await aUser(backend.db, { role: 'admin', mustChangePassword: true })
    const old = backend.withToken(await tokenOf(backend.nobody, user.email))
    expect((await old('GET', '/api/zones')).body.error.code).toBe('password_change_required')
    expect((await old('GET', '/api/auth/backend-me')).body.data.mustChangePassword).toBe(true)
    const change = { currentPassword: testPassword, newPassword: 'a much better one' }
    const wrong = await old('POST', '/api/auth/change-password', { ...change, currentPassword: 'wrong' })
    expect(wrong.body.error.code).toBe('invalid_credentials')
    const { status, body } = await old('POST', '/api/auth/change-password', change)
    expect(status).toBe(200)
    expect((await old('GET', '/api/auth/backend-me')).status).toBe(401)
    expect((await backend.withToken(body.data.token)('GET', '/api/zones')).status).toBe(200)
    expect((await login(user.email)).status).toBe(401)
    expect((await login(user.email, change.newPassword)).status).toBe(200)
  })
})

describe('the identity-provider exchange', () => {
  const claim = (email: string, groups: string[] = []) => ({ email, name: 'Jo Doe', okta: true, groups })
  const exchange = (body: object, header?: string) => {
    const payload = JSON.stringify(body)
    const assertion = header ?? signExchange(payload, testSecrets.EXCHANGE_SECRET)
    return backend.nobody('POST', '/api/auth/backend-login', undefined, {
      payload,
      headers: { 'x-exchange-assertion': assertion },
    })
  }

  it('signs in an account that exists', async () => {
    const user = await aUser(backend.db, { role: 'operator' })
    const { status, body } = await exchange(claim(user.email))
    expect(status).toBe(200)
    expect(body.data.user).toMatchObject({ userId: user.id, role: 'operator' })
  })

  // holds spec 2.4-3; rules 3-1
  it('is refused without the signature, with a wrong one, and over another body', async () => {
    const user = await aUser(backend.db, { role: 'admin' })
    const body = claim(user.email)
    expect((await backend.nobody('POST', '/api/auth/backend-login', body)).status).toBe(401)
    const forged = signExchange(JSON.stringify(body), 'another-secret-0123456789-abcdefghijklm')
    expect((await exchange(body, forged)).status).toBe(401)
    const other = signExchange(JSON.stringify(claim('else@example.org')), testSecrets.EXCHANGE_SECRET)
    expect((await exchange(body, other)).status).toBe(401)
    const old = signExchange(JSON.stringify(body), testSecrets.EXCHANGE_SECRET, Date.now() - 61_000)
    expect((await exchange(body, old)).status).toBe(401)
  })

  // holds spec 2.4-3
  it('acts once per assertion', async () => {
    const body = claim((await aUser(backend.db, { role: 'viewer' })).email)
    const assertion = signExchange(JSON.stringify(body), testSecrets.EXCHANGE_SECRET)
    expect((await exchange(body, assertion)).status).toBe(200)
    expect((await exchange(body, assertion)).status).toBe(401)
  })

  // holds rules 3-7
  it('answers 404 for a person without account, and makes one when a group maps to a role', async () => {
    expect((await exchange(claim('stranger@example.org'))).status).toBe(404)
    const { body } = await exchange(claim('newcomer@example.org', ['Everyone', 'Safety team']))
    expect(body.data.user).toMatchObject({ email: 'newcomer@example.org', role: 'safety', mustChangePassword: false })
  })
})

describe('/api/negotiate', () => {
  // holds spec 2.3-1, 2.3-2, 2.3-3, 2.3-4, 4.3-3, 8-4; rules 6-1
  it('answers the relay address and a token of one hour, by GET and POST alike', async () => {
    const user = await aUser(backend.db, { role: 'operator' })
    const caller = backend.withToken(await tokenOf(backend.nobody, user.email))
    for (const method of ['GET', 'POST'] as const) {
      const { status, body, headers } = await caller(method, '/api/negotiate')
      expect(status).toBe(200)
      expect(headers['cache-control']).toBe('no-store')
      const verdict = verifyRelayToken(body.data.token, [testSecrets.REALTIME_HMAC_SECRET])
      if (!verdict.ok) throw new Error('the relay would refuse it')
      const { sub, iat, exp } = verdict.claims
      expect([sub, exp - iat, Math.abs(Date.now() / 1000 - iat) < 600]).toEqual([user.id, 3600, true])
      expect(body.data).toEqual({
        url: testSecrets.REALTIME_CLIENT_URL,
        token: body.data.token,
        expiresAt: exp * 1000,
        expiresIn: 3600,
        channels: { global: 'global:all', floorPrefix: 'floor:' },
      })
    }
  })

  const four = ['REALTIME_PUBLISH_URL', 'REALTIME_CLIENT_URL', 'REALTIME_HMAC_SECRET', 'REALTIME_API_KEY']
  // holds spec 5.5-7, 5.5-9; rules 1-21, 6-2
  it.each(four)('says so when a realtime setting is missing: %s', async (name) => {
    const bare = await aBackend({ [name]: '' })
    const { status, body } = await (await bare.as('operator'))('GET', '/api/negotiate')
    expect([status, body.error.code]).toEqual([503, 'realtime_not_configured'])
    await bare.stop()
  })
})
