// A phone becomes a badge by a one-time link; its key is never seen again.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSeal } from '../src/seal.ts'
import { aBackend, testSecrets, type Caller, type TestBackend } from './a-backend.ts'
import { aPerson } from './site-things.ts'

let backend: TestBackend
let admin: Caller
let safety: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  safety = await backend.as('safety')
})
afterAll(() => backend.stop())

const anIrk = () => randomBytes(16).toString('hex')
const invite = async (personId: string) =>
  (await safety('POST', '/api/phone-beacon/onboarding-token', { personId })).body.data
const enrol = (token: string, irk: string, caller = safety) =>
  caller('POST', '/api/phone-beacon/complete-enrollment', { token, irk, platform: 'ios', label: 'My phone' })

// holds rules 8-24
it('enrols once: the link shows a name and the expiry, then is spent', async () => {
  const person = await aPerson(admin, { fullName: 'Ada Lovelace', phone: '+441632960004' })
  const { token, path, name, expiresAt } = await invite(person.id)
  expect([name, path]).toEqual(['Ada Lovelace', `/phone-beacon/${token}`])
  const hours = (Date.parse(expiresAt) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23.9)
  expect(hours).toBeLessThanOrEqual(24)
  const view = await backend.nobody('GET', `/api/phone-beacon/${token}`)
  expect(view.body.data).toEqual({ name: 'Ada Lovelace', expiresAt })

  const irk = anIrk()
  const replies = await Promise.all([enrol(token, irk.toUpperCase()), enrol(token, anIrk())])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 404])
  const done = replies.find(({ status }) => status === 201)!
  expect(done.body.data.transmitter).toMatchObject({
    type: 'phone',
    entityId: person.id,
    status: 'assigned',
    name: 'My phone',
  })
  expect((await backend.nobody('GET', `/api/phone-beacon/${token}`)).status).toBe(404)
  const beacons = await admin('GET', `/api/personnel/${person.id}/beacons`)
  expect(beacons.body.data).toHaveLength(1)
})

// holds rules 8-24
it('keeps the key sealed, the token hashed, and shows the fingerprint only', async () => {
  const person = await aPerson(admin)
  const { token } = await invite(person.id)
  const irk = anIrk()
  const { fingerprint } = (await enrol(token, irk)).body.data
  const list = await admin('GET', '/api/phone-beacon/irk-records?pageSize=200')
  const mine = list.body.data.items.find((one: { personId: string }) => one.personId === person.id)
  expect(mine).toMatchObject({ fingerprint, label: 'My phone', platform: 'ios', state: 'unseen' })
  expect(list.text).not.toContain(irk)
  expect((await safety('GET', '/api/phone-beacon/irk-records')).status).toBe(403)
  const audit = await admin('GET', '/api/audit/export?format=ndjson')
  for (const secret of [irk, token]) expect(audit.text).not.toContain(secret)
  const { irkSealed } = await backend.db
    .selectFrom('irkRecords')
    .select('irkSealed')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirstOrThrow()
  expect(irkSealed.includes(Buffer.from(irk, 'hex'))).toBe(false)
  expect(createSeal([testSecrets.TOKEN_SECRET], 'phone keys').open(irkSealed).toString('hex')).toBe(irk)
  const kept = await backend.db.selectFrom('phoneBeaconTokens').select('tokenHash').execute()
  expect(kept.map(({ tokenHash }) => tokenHash)).not.toContain(token)
})

it('refuses a key enrolled before, an old token, a stranger and a nobody', async () => {
  const person = await aPerson(admin)
  const irk = anIrk()
  expect((await enrol((await invite(person.id)).token, irk)).status).toBe(201)
  const second = await invite(person.id)
  expect((await enrol(second.token, irk)).status).toBe(409)
  expect((await enrol(second.token, anIrk(), backend.nobody)).status).toBe(401)
  await backend.db
    .updateTable('phoneBeaconTokens')
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .execute()
  expect((await backend.nobody('GET', `/api/phone-beacon/${second.token}`)).status).toBe(404)
  expect((await enrol(second.token, anIrk())).status).toBe(404)
  expect(
    (await safety('POST', '/api/phone-beacon/onboarding-token', { personId: '8b0bd5ca-9a5c-4ef5-a0a4-000000000000' }))
      .status,
  ).toBe(400)
})
