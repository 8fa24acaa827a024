// POST /ingest/raddec through the door: key, limits, counts (rules 12).
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendError } from '../src/http/error-reply.ts'
import { createIngestCounters } from '../src/ingest/ingest-counters.ts'
import { ingestRoutes } from '../src/ingest/ingest-routes.ts'
import { createIntake } from '../src/ingest/intake.ts'
import { createMemoryLog } from '../src/ingest/log/memory-log.ts'
import { createReadingQueue } from '../src/ingest/reading-queue.ts'
import { aBackend, type TestBackend, testSecrets } from './a-backend.ts'

let server: TestBackend
beforeAll(async () => {
  server = await aBackend()
})
afterAll(async () => server.stop())

const authorization = `Bearer ${testSecrets.INGEST_KEY}`
const post = (body: unknown, headers: Record<string, string> = { authorization }) =>
  server.nobody('POST', '/ingest/raddec', body, { headers })
const aRaddec = (transmitterId = 'fee150bada55') => ({
  transmitterId,
  transmitterIdType: 3,
  rssiSignature: [{ receiverId: '02a1f0003001', receiverIdType: 2, rssi: -70, numberOfDecodings: 1 }],
  timestamp: Date.now(),
})

describe('POST /ingest/raddec', () => {
  it('accepts one raddec', async () => {
    const { status, body } = await post(aRaddec())
    expect(status).toBe(202)
    expect(body.data).toEqual({ accepted: 1, rejected: 0 })
  })

  it('accepts the good ones of an array and counts the bad ones', async () => {
    const { status, body } = await post([aRaddec(), { transmitterId: 'x' }, null, aRaddec('fee150bada56')])
    expect(status).toBe(202)
    expect(body.data).toEqual({ accepted: 2, rejected: 2 })
  })

  it.each([
    ['no key', {}],
    ['a wrong key', { authorization: 'Bearer wrong' }],
    ['the key in another scheme', { authorization: `Basic ${testSecrets.INGEST_KEY}` }],
  ])('refuses %s', async (_, headers) => {
    const { status, body, headers: sent } = await post([aRaddec()], headers as Record<string, string>)
    expect(status).toBe(401)
    expect(body.error.code).toBe('unauthenticated')
    expect(sent['www-authenticate']).toBe('Bearer')
  })

  it('refuses more than a thousand raddecs', async () => {
    const { status } = await post(Array.from({ length: 1001 }, () => aRaddec()))
    expect(status).toBe(413)
  })

  it('refuses a body over one megabyte', async () => {
    const { status } = await post([{ ...aRaddec(), packets: ['ab'.repeat(600_000)] }])
    expect(status).toBe(413)
  })

  it('refuses what is not JSON', async () => {
    const { status, body } = await server.nobody('POST', '/ingest/raddec', undefined, {
      headers: { authorization },
      payload: '{"a":',
    })
    expect(status).toBe(400)
    expect(body.error.code).toBe('malformed_body')
  })

  // holds rules 12-5
  it('answers 429 with Retry-After while the queue is full, and takes readings again when it is drained', async () => {
    const app = Fastify()
    const queue = createReadingQueue({ capacity: 2 })
    const counters = createIngestCounters()
    app.setErrorHandler(sendError)
    const intake = createIntake({ readings: createMemoryLog(queue), counters })
    await app.register(ingestRoutes, { ingestKeys: ['key'], intake })
    const send = (id: string) =>
      app.inject({
        method: 'POST',
        url: '/ingest/raddec',
        headers: { authorization: 'Bearer key' },
        payload: [aRaddec(id), aRaddec(id)],
      })
    expect((await send('fee150bada01')).statusCode).toBe(202)
    const full = await send('fee150bada02')
    expect(full.statusCode).toBe(429)
    expect(full.headers['retry-after']).toBe('1')
    expect(counters).toMatchObject({ accepted: 2, rejected: 0, refused: 2 })
    queue.drain()
    expect((await send('fee150bada02')).statusCode).toBe(202)
    await app.close()
  })

  it('takes a batch that is sent again for the one it is', async () => {
    const batch = [aRaddec('fee150bada77')]
    const metric = async () => /repeated_total (\d+)/.exec((await server.nobody('GET', '/metrics')).text)?.[1]
    const before = Number(await metric())
    expect((await post(batch)).body.data).toEqual({ accepted: 1, rejected: 0 })
    const again = await post(batch)
    expect([again.status, again.body.data]).toEqual([202, { accepted: 1, rejected: 0 }])
    expect(Number(await metric())).toBe(before + 1)
    const named = await post([aRaddec('fee150bada78')], { authorization, 'idempotency-key': 'gw1 7' })
    expect([named.status, named.body.error.code]).toEqual([400, 'validation_failed'])
  })

  // holds rules 12-5
  it('gives a receiver a key of its own that is good for its own readings until it is taken back', async () => {
    const admin = await server.as('admin')
    const { body: made } = await admin('POST', '/api/receivers', { receiverId: '02a1f0003009', name: 'Loading bay' })
    expect(made.data.keyIssuedAt).toBeNull()
    const path = `/api/receivers/${made.data.id}/key`
    expect((await (await server.as('safety'))('POST', path)).status).toBe(403)
    const { key } = (await admin('POST', path)).body.data
    const own = { authorization: `Bearer ${key}` }
    const raddec = {
      ...aRaddec(),
      rssiSignature: [
        { receiverId: '02a1f0003009', rssi: -60 },
        { receiverId: '02a1f0003001', rssi: -50 },
      ],
    }
    await expect.poll(async () => (await post(raddec, own)).status, { timeout: 10_000 }).toBe(202)
    expect((await post(aRaddec(), own)).body.data).toEqual({ accepted: 0, rejected: 1 })
    const second = (await admin('POST', path)).body.data.key
    await expect.poll(async () => (await post(raddec, own)).status, { timeout: 10_000 }).toBe(401)
    expect((await post(raddec, { authorization: `Bearer ${second}` })).status).toBe(202)
    expect((await admin('DELETE', path)).status).toBe(204)
    await expect
      .poll(async () => (await post(raddec, { authorization: `Bearer ${second}` })).status, { timeout: 10_000 })
      .toBe(401)
    const audit = (await admin('GET', '/api/audit/export?format=ndjson')).text
    expect(audit).toContain('receivers.issueKey')
    for (const secret of [key, second]) expect(audit).not.toContain(secret)
  })

  // holds rules 12-5
  it('takes the formats of Minew gateways and of dynambs', async () => {
    const gateway = { type: 'Gateway', mac: 'AC233FC00001' }
    const minew = await server.nobody(
      'POST',
      '/ingest/minew',
      [gateway, { mac: 'AC233F264A2B', rssi: -60 }, { mac: 'x' }],
      {
        headers: { authorization },
      },
    )
    expect(minew.body.data).toEqual({ accepted: 1, rejected: 1 })
    const dynambs = [{ deviceId: 'fee150bada55', batteryPercentage: 70 }, { deviceId: 'fee150bada55' }]
    const dynamb = await server.nobody('POST', '/ingest/dynamb', dynambs, { headers: { authorization } })
    expect(dynamb.body.data).toEqual({ accepted: 1, rejected: 1 })
  })

  // holds rules 8-15
  it('lists a receiver that is heard but not registered', async () => {
    await post(aRaddec())
    await expect
      .poll(
        async () =>
          (await server.db.selectFrom('heardReceivers').select('receiverId').execute()).map((row) => row.receiverId),
        {
          timeout: 10_000,
        },
      )
      .toContain('02a1f0003001')
  })
})
