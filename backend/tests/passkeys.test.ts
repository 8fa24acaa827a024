// Passkeys through the HTTP door (docs/accounts.md): added, used alone or after the password, refused when anything is not right, removed.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeAccountFactor } from '../src/admin-accounts.ts'
import { passkeyOrigin } from '../src/auth/passkeys.ts'
import { aBackend, aUser, testPassword, tokenOf, type Caller, type TestBackend } from './a-backend.ts'
import { anAuthenticator, aPasskey, here } from './an-authenticator.ts'
import { anApp, aSecondFactor } from './a-second-factor.ts'

let backend: TestBackend
let nobody: Caller
let admin: Caller
let account: Awaited<ReturnType<typeof aUser>>
let caller: Caller
beforeAll(async () => {
  backend = await aBackend({ PUBLIC_URL: here })
  nobody = fromManyPlaces(backend.nobody)
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())
beforeEach(async () => {
  account = await aUser(backend.db, { role: 'operator' })
  caller = await signedIn(account.email)
})

let calls = 0
/** So that the limits on addresses do not count all tests together. */
function fromManyPlaces(caller: Caller): Caller {
  return (method, url, body) => {
    calls += 1
    const headers = { 'x-forwarded-for': `10.0.${Math.floor(calls / 250)}.${calls % 250}` }
    return caller(method, url, body, { headers })
  }
}
const signedIn = async (email: string) => fromManyPlaces(backend.withToken(await tokenOf(nobody, email)))
const somebodyElse = async () => signedIn((await aUser(backend.db, { role: 'viewer' })).email)

const path = '/api/account/passkeys'
const factor = '/api/account/second-factor'
const password = testPassword
const codeOf = ({ status, body }: Awaited<ReturnType<Caller>>) => (status < 300 ? 'ok' : body.error.code)
const challenge = async () => (await nobody('GET', '/api/auth/passkey-challenge')).body.data
const alone = (passkey: object) => nobody('POST', '/api/auth/passkey-login', { passkey })
const afterPassword = (second: object = {}) =>
  nobody('POST', '/api/auth/login', { email: account.email, password, ...second })
const begin = async (as = caller) => (await as('POST', `${path}/begin`, { password })).body.data
const stateOf = async (as = caller) => (await as('GET', factor)).body.data
const newest = () =>
  backend.db
    .selectFrom('auditLog')
    .select(['action', 'result', 'before', 'after'])
    .where('entityId', '=', account.id)
    .orderBy('seq', 'desc')
    .executeTakeFirst()

describe('adding one', () => {
  it('needs the password, and answers recovery codes with the first only', async () => {
    expect(codeOf(await caller('POST', `${path}/begin`, { password: 'not the password' }))).toBe('invalid_credentials')
    const first = await aPasskey(caller, '张伟 phone')
    expect(first.recoveryCodes).toHaveLength(10)
    expect(await newest()).toMatchObject({ action: 'secondFactor.addPasskey', after: { passkey: '张伟 phone' } })
    expect((await aPasskey(caller, 'Second')).recoveryCodes).toEqual([])
    expect(await stateOf()).toMatchObject({
      since: null,
      passkeysAt: here,
      recoveryCodesLeft: 10,
      passkeys: [
        { name: '张伟 phone', createdAt: expect.any(String), lastUsedAt: null },
        { name: 'Second', createdAt: expect.any(String), lastUsedAt: null },
      ],
    })
    expect((await begin()).existing).toHaveLength(2)
  })

  it('refuses one that was made elsewhere, for somebody else, without asking its holder, or twice', async () => {
    const key = anAuthenticator()
    const add = async (made: object) => codeOf(await caller('POST', path, { name: 'A key', ...made }))
    const somebody = await somebodyElse()
    expect(await add(key.make(await begin(), { origin: 'https://rollcall.evil.example' }))).toBe('wrong_passkey')
    expect(await add(key.make(await begin(), { rpId: 'evil.example' }))).toBe('wrong_passkey')
    expect(await add(key.make(await begin(), { verified: false }))).toBe('wrong_passkey')
    expect(await add(key.make(await begin(somebody)))).toBe('wrong_passkey')
    // The challenge that everybody gets does not add one to an account.
    expect(await add(key.make({ ...(await begin()), ...(await challenge()) }))).toBe('wrong_passkey')
    const request = await begin()
    expect(await add(key.make(request))).toBe('ok')
    expect(await add(anAuthenticator().make(request))).toBe('wrong_passkey')
    // Nor is a passkey of one account added to another.
    const made = key.make(await begin(somebody))
    expect(codeOf(await somebody('POST', path, { name: 'Not mine', ...made }))).toBe('conflict')
  })

  it('stops at twenty, also for two at once', async () => {
    await aPasskey(caller)
    await sql`INSERT INTO passkeys (user_id, name, credential_id, public_key, counter)
      SELECT ${account.id}, 'More', 'more-' || n || ${account.id}, '\\x00', 0 FROM generate_series(1, 18) n`.execute(
      backend.db,
    )
    const bodies = await Promise.all([begin(), begin()])
    const both = await Promise.all(
      bodies.map((request) => caller('POST', path, { name: 'Last', ...anAuthenticator().make(request) })),
    )
    expect(both.map(codeOf).toSorted()).toEqual(['conflict', 'ok'])
  })

  it('is refused for who signs in at the identity provider', async () => {
    await sql`UPDATE users SET password_hash = NULL, auth_source = 'oidc' WHERE id = ${account.id}`.execute(backend.db)
    expect(codeOf(await caller('POST', `${path}/begin`, { password }))).toBe('conflict')
  })
})

describe('signing in', () => {
  it('takes a passkey alone, and remembers when', async () => {
    const key = await aPasskey(caller)
    const { status, body } = await alone(key.answer(await challenge()))
    expect(status).toBe(200)
    expect(body.data.user).toMatchObject({ userId: account.id, role: 'operator' })
    expect((await stateOf(backend.withToken(body.data.token))).passkeys[0].lastUsedAt).toEqual(expect.any(String))
    expect(await newest()).toMatchObject({ action: 'auth.login', result: 'success', after: { passkey: 'A key' } })
  })

  it('asks for it after the password, and says which fields would do', async () => {
    const key = await aPasskey(caller)
    const asked = await afterPassword()
    expect(asked.status).toBe(401)
    expect(asked.body.error).toMatchObject({ code: 'second_factor_required', issues: [{ path: 'passkey' }] })
    // The password was given, so that holding the key is enough.
    expect(codeOf(await afterPassword({ passkey: key.answer(await challenge(), { verified: false }) }))).toBe('ok')
    expect(codeOf(await afterPassword({ code: key.recoveryCodes[0] }))).toBe('ok')
    expect(codeOf(await afterPassword({ code: key.recoveryCodes[0] }))).toBe('wrong_code')
    await aSecondFactor(caller)
    const issues = (await afterPassword()).body.error.issues as { path: string }[]
    expect(issues.map((issue) => issue.path)).toEqual(['code', 'passkey'])
  })

  it('takes each answer once, also of two who send it at the same moment', async () => {
    // Without a counter, as passkeys that a phone shares with its owner's other devices have none.
    const key = await aPasskey(caller, 'A phone', { counts: false })
    const proof = key.answer(await challenge())
    const both = await Promise.all([alone(proof), alone(proof)])
    expect(both.map(codeOf).toSorted()).toEqual(['ok', 'wrong_passkey'])
    expect(codeOf(await alone(proof))).toBe('wrong_passkey')
    expect(codeOf(await afterPassword({ passkey: proof }))).toBe('wrong_passkey')
    expect(codeOf(await alone(key.answer(await challenge())))).toBe('ok')
  })

  it.each([
    ['another address', { origin: 'https://rollcall.evil.example' }],
    ['another port of this host', { origin: 'http://localhost:3001' }],
    ['a passkey for another host', { rpId: 'evil.example' }],
    ['a device that did not ask who holds it', { verified: false }],
    ['an answer to another kind of question', { type: 'webauthn.create' }],
    ['another account named by the device', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('refuses %s', async (_what, wrong) => {
    const key = await aPasskey(caller)
    expect(codeOf(await alone(key.answer(await challenge(), wrong)))).toBe('wrong_passkey')
    expect(codeOf(await alone(key.answer(await challenge())))).toBe('ok')
  })

  it('refuses the passkey of somebody else after the password', async () => {
    await aPasskey(caller)
    const theirs = await aPasskey(await somebodyElse())
    expect(codeOf(await afterPassword({ passkey: theirs.answer(await challenge()) }))).toBe('wrong_passkey')
    expect(codeOf(await alone(anAuthenticator().answer(await challenge())))).toBe('wrong_passkey')
  })

  it('refuses a challenge that was not given here, is for something else, or is too old', async () => {
    const key = await aPasskey(caller)
    const { rpId } = await challenge()
    const made = { rpId, challenge: Buffer.alloc(90, 7).toString('base64url') }
    expect(codeOf(await alone(key.answer(made)))).toBe('wrong_passkey')
    expect(codeOf(await alone(key.answer({ rpId, challenge: (await begin()).challenge })))).toBe('wrong_passkey')
    const good = await challenge()
    const past = Date.now
    Date.now = () => past() + 5 * 60_000
    try {
      expect(codeOf(await alone(key.answer(good)))).toBe('wrong_passkey')
    } finally {
      Date.now = past
    }
    expect(codeOf(await alone(key.answer(good)))).toBe('ok')
  })

  it('refuses a copy that has signed less often than the passkey itself', async () => {
    const key = await aPasskey(caller)
    expect(codeOf(await alone(key.answer(await challenge(), { counter: 9 })))).toBe('ok')
    for (const counter of [9, 8, 0])
      expect(codeOf(await alone(key.answer(await challenge(), { counter })))).toBe('wrong_passkey')
    expect(codeOf(await alone(key.answer(await challenge(), { counter: 10 })))).toBe('ok')
  })

  it('locks the account after five wrong answers, and opens no account that is locked or not active', async () => {
    const key = await aPasskey(caller)
    for (const _ of [1, 2, 3, 4]) await alone(key.answer(await challenge(), { rpId: 'evil.example' }))
    await afterPassword({ passkey: key.answer(await challenge(), { rpId: 'evil.example' }) })
    expect(codeOf(await alone(key.answer(await challenge())))).toBe('account_locked')
    await admin('POST', `/api/users/${account.id}/unlock`)
    await admin('PUT', `/api/users/${account.id}`, { active: false })
    expect(codeOf(await alone(key.answer(await challenge())))).toBe('wrong_passkey')
  })

  it('keeps nothing of challenges that nobody answered', async () => {
    const count = async () =>
      (await sql<{ n: string }>`SELECT count(*) AS n FROM used_challenges`.execute(backend.db)).rows
    const before = await count()
    for (const _ of [1, 2, 3]) await challenge()
    await alone(anAuthenticator().answer(await challenge()))
    expect(await count()).toEqual(before)
  })
})

describe('losing them', () => {
  const remove = (id: string, given = password) => caller('POST', `${path}/${id}/remove`, { password: given })

  it('removes one of one’s own with the password; recovery codes go with the last factor', async () => {
    const key = await aPasskey(caller)
    await aPasskey(caller, 'Second')
    const [first, second] = (await stateOf()).passkeys
    expect(codeOf(await remove(first.id, 'not the password'))).toBe('invalid_credentials')
    const other = await somebodyElse()
    expect((await other('POST', `${path}/${first.id}/remove`, { password })).status).toBe(404)
    expect((await remove(first.id)).status).toBe(204)
    expect(await newest()).toMatchObject({ action: 'secondFactor.removePasskey', before: { passkey: 'A key' } })
    expect(codeOf(await alone(key.answer(await challenge())))).toBe('wrong_passkey')
    expect(await stateOf()).toMatchObject({ recoveryCodesLeft: 10, passkeys: [{ name: 'Second' }] })
    const both = await Promise.all([remove(second.id), remove(second.id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 404])
    expect(await stateOf()).toMatchObject({ recoveryCodesLeft: 0, passkeys: [] })
    expect(codeOf(await afterPassword())).toBe('ok')
  })

  it('keeps recovery codes while the app or a passkey is left', async () => {
    const key = await aPasskey(caller)
    expect((await aSecondFactor(caller)).recoveryCodes).toEqual([])
    expect((await caller('POST', `${factor}/remove`, { passkey: key.answer(await challenge()) })).status).toBe(204)
    expect(await stateOf()).toMatchObject({ since: null, recoveryCodesLeft: 10 })
    const renewed = await caller('POST', `${factor}/recovery-codes`, { passkey: key.answer(await challenge()) })
    expect(renewed.body.data.recoveryCodes).toHaveLength(10)
    expect(codeOf(await afterPassword({ code: key.recoveryCodes[0] }))).toBe('wrong_code')
  })

  it('takes no code of an app that is not in use yet', async () => {
    await aPasskey(caller)
    const { secret } = (await caller('POST', factor, { password })).body.data
    expect(codeOf(await afterPassword({ code: anApp(secret).code() }))).toBe('wrong_code')
  })

  it('is done by an administrator and on the command line for all of them', async () => {
    const key = await aPasskey(caller)
    expect((await admin('GET', `/api/users?q=${account.email}`)).body.data.items[0].hasSecondFactor).toBe(true)
    expect((await admin('POST', `/api/users/${account.id}/remove-second-factor`)).status).toBe(204)
    expect(codeOf(await alone(key.answer(await challenge())))).toBe('wrong_passkey')
    caller = await signedIn(account.email)
    expect(await stateOf()).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
    await aPasskey(caller)
    await removeAccountFactor(backend.db, account.email)
    await expect(removeAccountFactor(backend.db, account.email)).rejects.toThrow('has no second factor')
  })
})

it('is enough for a role that needs a second factor', async () => {
  await sql`UPDATE roles SET requires_second_factor = true WHERE name = 'operator'`.execute(backend.db)
  try {
    const { body } = await afterPassword()
    expect(body.data.user.mustAddSecondFactor).toBe(true)
    const asked = backend.withToken(body.data.token)
    expect(codeOf(await asked('GET', '/api/zones'))).toBe('second_factor_missing')
    await aPasskey(asked)
    expect(codeOf(await asked('GET', '/api/zones'))).toBe('ok')
  } finally {
    await sql`UPDATE roles SET requires_second_factor = false`.execute(backend.db)
  }
})

describe('where they work', () => {
  it.each([
    ['https://rollcall.example.org/', 'https://rollcall.example.org'],
    ['https://rollcall.example.org:8443', 'https://rollcall.example.org:8443'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://rollcall.example.org', null],
    ['https://192.0.2.7', null],
    ['https://[2001:db8::7]', null],
  ])('at %s: %s', (publicUrl, origin) => {
    expect(passkeyOrigin(publicUrl)).toBe(origin)
  })

  it('nowhere says so', async () => {
    const elsewhere = await aBackend({ PUBLIC_URL: 'http://192.0.2.7:3000' })
    try {
      expect((await elsewhere.nobody('GET', '/api/auth/methods')).body.data.passkeysAt).toBeNull()
      expect(codeOf(await elsewhere.nobody('GET', '/api/auth/passkey-challenge'))).toBe('passkeys_unavailable')
    } finally {
      await elsewhere.stop()
    }
  })
})
