// Push notifications: which browsers are told when it rings, of what, how often, and that no alarm waits for them.
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBackend, aUser, tokenOf, type Caller, type TestBackend } from './a-backend.ts'
import { eventually } from './eventually.ts'
import { aFloor } from './site-things.ts'

/** A push service that answers by the path: `/201/…`, `/503/…`; the body comes as it was sent. */
async function aPushService() {
  const asked: { path: string; headers: Record<string, unknown>; body: Buffer }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      asked.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(Number(request.url?.split('/')[1])).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, asked, stop: () => new Promise((resolve) => server.close(resolve)) }
}

let service: Awaited<ReturnType<typeof aPushService>>
let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  service = await aPushService()
  backend = await aBackend({ PUSH_SERVICES: `fcm.googleapis.com,${service.url}` })
  admin = await backend.as('admin')
})
afterAll(async () => {
  await backend.stop()
  await service.stop()
})

let count = 0
/** A browser as far as push goes: its address, its keys, and how it opens what it is sent. */
function aBrowser(status: number) {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const auth = randomBytes(16)
  const path = `/${status}/${++count}`
  return {
    path,
    subscription: {
      endpoint: `${service.url}${path}`,
      keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    told: () => service.asked.filter((one) => one.path === path).map(({ body }) => opened(body, own, auth)),
  }
}

function opened(body: Buffer, own: ReturnType<typeof createECDH>, auth: Buffer): Record<string, string> {
  const [salt, theirs, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs])
  const shared = Buffer.from(hkdfSync('sha256', own.computeSecret(theirs), auth, info, 32))
  const derived = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${purpose}\0`, bytes))
  const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return JSON.parse(plain.subarray(0, -1).toString())
}

const sendNow = () => backend.backend.background.all.find(({ name }) => name === 'send-pushes')?.run()
const subscribe = async (caller: Caller, status = 201) => {
  const browser = aBrowser(status)
  const reply = await caller('POST', '/api/push/subscriptions', browser.subscription)
  expect(reply.status).toBe(201)
  return { ...browser, id: String(reply.body.data.id) }
}
async function aDrill() {
  const { buildingId } = await aFloor(admin)
  const body = { scenario: 'fire', mode: 'drill', scope: { buildingIds: [buildingId] } }
  const { id } = (await admin('POST', '/api/emergency/trigger', body)).body.data
  const resolved = { state: 'resolved', resolution: 'drill_complete', confirmMissing: true }
  return { id: String(id), end: () => admin('PUT', `/api/emergency/${id}`, resolved) }
}
const subscriptions = async () =>
  (await backend.db.selectFrom('pushSubscriptions').select('id').execute()).map(({ id }) => id)

describe('a push notification', () => {
  it('comes once when it begins and once when it is over, sealed for the browser and signed by us', async () => {
    const browser = await subscribe(admin)
    const { publicKey } = (await admin('GET', '/api/push')).body.data
    const drill = await aDrill()
    await eventually('the browser to be told', async () => browser.told().length > 0)
    await Promise.all([sendNow(), sendNow()])
    expect(browser.told()).toEqual([
      expect.objectContaining({
        title: expect.stringMatching(/^DRILL: fire at Building/),
        path: `/emergency/${drill.id}`,
        tag: drill.id,
      }),
    ])
    const { headers } = service.asked.find(({ path }) => path === browser.path)!
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '1800' })
    expect(headers['authorization']).toMatch(new RegExp(`^vapid t=\\S+, k=${publicKey}$`))
    await drill.end()
    await eventually('that it is over', async () => browser.told().length > 1)
    expect(browser.told()[1]).toMatchObject({ title: expect.stringMatching(/^The drill is over/) })
  })
  it('is not sent to an account that is no longer active, nor to who unsubscribed or subscribed later', async () => {
    const user = await aUser(backend.db, { role: 'operator' })
    const caller = backend.withToken(await tokenOf(backend.nobody, user.email))
    const [left, stays, inactive] = [await subscribe(admin), await subscribe(admin), await subscribe(caller)]
    expect((await caller('DELETE', `/api/push/subscriptions/${left.id}`)).status).toBe(404)
    expect((await admin('DELETE', `/api/push/subscriptions/${left.id}`)).status).toBe(204)
    await backend.db.updateTable('users').set({ active: false }).where('id', '=', user.id).execute()
    const drill = await aDrill()
    const late = await subscribe(admin)
    await eventually('the others to be told', async () => stays.told().length > 0)
    await sendNow()
    expect([left, inactive, late].flatMap((browser) => browser.told())).toEqual([])
    await drill.end()
  })
  it('waits for a push service that is busy, and ends with a browser that is gone', async () => {
    const [busy, gone] = [await subscribe(admin, 503), await subscribe(admin, 410)]
    const drill = await aDrill()
    await eventually('both to be asked', async () => busy.told().length + gone.told().length >= 2)
    await eventually('the gone one to be forgotten', async () => !(await subscriptions()).includes(gone.id))
    expect(await subscriptions()).toContain(busy.id)
    const stands = await backend.db
      .selectFrom('pushMessages')
      .select(['state', 'detail'])
      .where('subscriptionId', '=', busy.id)
      .where('emergencyId', '=', drill.id)
      .executeTakeFirstOrThrow()
    expect(stands).toEqual({ state: 'waiting', detail: 'The push service answered 503.' })
    await drill.end()
  })
  it('goes to the account that signed in last in a browser', async () => {
    const browser = await subscribe(admin)
    const operator = await backend.as('operator')
    const again = await operator('POST', '/api/push/subscriptions', browser.subscription)
    expect(again.body.data.id).toBe(browser.id)
    expect((await admin('DELETE', `/api/push/subscriptions/${browser.id}`)).status).toBe(404)
    expect((await operator('DELETE', `/api/push/subscriptions/${browser.id}`)).status).toBe(204)
  })
  it.each([
    'http://fcm.googleapis.com/x',
    'https://evil.example/x',
    'https://fcm.googleapis.com@evil.example/',
    'http://127.0.0.1:1/x',
  ])('is never sent to %s', async (endpoint) => {
    const { keys } = aBrowser(201).subscription
    const reply = await admin('POST', '/api/push/subscriptions', { endpoint, keys })
    expect([reply.status, reply.body.error.issues?.[0]?.path]).toEqual([400, 'endpoint'])
  })
})
