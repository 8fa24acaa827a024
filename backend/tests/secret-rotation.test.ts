// Every secret of the backend exchanged while people are signed in, phones are enrolled and gateways hold the old key (docs/secrets.md):
// a second backend on the same database is the one that was started again with the new values.
import { exchangeHeader } from '@rollcall/contracts/domains/auth'
import { signExchange } from '@rollcall/tokens/exchange-assertion'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSeal } from '../src/seal.ts'
import { aBackend, aUser, testSecrets, tokenOf, type TestBackend } from './a-backend.ts'
import { eventually } from './eventually.ts'

const { TOKEN_SECRET, EXCHANGE_SECRET, INGEST_KEY } = testSecrets
const sealSecret = 'seal-secret-0123456789-abcdefghijklmnopq'
const values: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ TOKEN_SECRET, EXCHANGE_SECRET, INGEST_KEY }).flatMap(([name, before]) => [
    [name, `new ${before}`],
    [`${name}_PREVIOUS`, before],
  ]),
)
const irk = Buffer.from('0123456789abcdef0123456789abcdef', 'hex')
const keyOf = (secrets: string[]) => createSeal(secrets, 'phone keys')

let before: TestBackend
let after: TestBackend
let token: string
let email: string
beforeAll(async () => {
  before = await aBackend()
  email = (await aUser(before.db, { role: 'admin' })).email
  token = await tokenOf(before.nobody, email)
  await before.db.insertInto('transmitters').values({ transmitterId: 'aabbccddeeff' }).execute()
  const irkSealed = keyOf([TOKEN_SECRET]).seal(irk)
  const phone = { transmitterId: 'aabbccddeeff', irkSealed, fingerprint: 'f', platform: 'ios', label: 'phone' }
  await before.db.insertInto('irkRecords').values(phone).execute()
  const userId = (await aUser(before.db, { role: 'viewer' })).id
  const secretSealed = createSeal([TOKEN_SECRET], 'second factors').seal(irk)
  await before.db.insertInto('secondFactors').values({ userId, secretSealed }).execute()
  // Asked for once, so that there is something to seal anew.
  await before.withToken(token)('GET', '/api/push')
  after = await aBackend({ ...values, SEAL_SECRET: sealSecret }, { beside: before, leads: true })
})
afterAll(async () => {
  await after.stop()
  await before.stop()
})

// holds rules 5-8
it('leaves people signed in, and gives new sessions of the new secret', async () => {
  expect((await after.withToken(token)('GET', '/api/zones')).status).toBe(200)
  const fresh = await tokenOf(after.nobody, email)
  expect((await after.withToken(fresh)('GET', '/api/zones')).status).toBe(200)
  expect((await before.withToken(fresh)('GET', '/api/zones')).status).toBe(401)
})

it('seals the keys of phones and second factors anew with a secret of their own', async () => {
  const { irkSealed } = await after.db.selectFrom('irkRecords').select('irkSealed').executeTakeFirstOrThrow()
  expect(keyOf([sealSecret]).open(irkSealed)).toEqual(irk)
  const isSealedAnew = async () => {
    const keys = await after.db.selectFrom('pushKeys').select('privateSealed').executeTakeFirst()
    return !keys || createSeal([sealSecret], 'push keys').anew(keys.privateSealed) === null
  }
  const factor = await after.db.selectFrom('secondFactors').select('secretSealed').executeTakeFirstOrThrow()
  expect(createSeal([sealSecret], 'second factors').open(factor.secretSealed)).toEqual(irk)
  expect(await eventually('keys of pushes are sealed anew', isSealedAnew)).toBe(true)
})

it('gives devices the keys that open what they sealed before', async () => {
  const was = (await before.withToken(token)('GET', '/api/auth/device-key')).body.data
  const is = (await after.withToken(token)('GET', '/api/auth/device-key')).body.data
  expect(is.key).not.toBe(was.key)
  expect(is.previous).toContain(was.key)
})

// holds rules 12-9
it('takes readings with the key that gateways still hold', async () => {
  const post = async (key: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    return (await after.nobody('POST', '/ingest/raddec', undefined, { headers, payload: '[]' })).status
  }
  const statuses = await Promise.all([INGEST_KEY, values['INGEST_KEY'] ?? '', 'another key'].map(post))
  expect(statuses.map((status) => status === 401)).toEqual([false, false, true])
})

it('believes a server layer that still signs exchanges with the old secret', async () => {
  const body = JSON.stringify({ email: 'nobody@example.org', name: 'N', okta: true, groups: [] })
  const code = async (secret: string) => {
    const headers = { 'content-type': 'application/json', [exchangeHeader]: signExchange(body, secret) }
    const reply = await after.nobody('POST', '/api/auth/backend-login', undefined, { headers, payload: body })
    return reply.body.error.code
  }
  // Nobody has that account; a wrong proof is refused before that is known.
  const known = await code(values['EXCHANGE_SECRET'] ?? '')
  expect(await code(EXCHANGE_SECRET)).toBe(known)
})

it('seals the keys of phones anew when their own secret is exchanged, too, and opens what devices hold', async () => {
  const next = 'next-seal-secret-9876543210-zyxwvutsrqpon'
  const was = (await after.withToken(token)('GET', '/api/auth/device-key')).body.data
  const rotated = { ...values, SEAL_SECRET: next, SEAL_SECRET_PREVIOUS: sealSecret }
  const later = await aBackend(rotated, { beside: before })
  try {
    const { irkSealed } = await later.db.selectFrom('irkRecords').select('irkSealed').executeTakeFirstOrThrow()
    expect(keyOf([next]).open(irkSealed)).toEqual(irk)
    const is = (await later.withToken(token)('GET', '/api/auth/device-key')).body.data
    expect(is.key).not.toBe(was.key)
    expect(is.previous).toContain(was.key)
  } finally {
    await later.stop()
  }
})
