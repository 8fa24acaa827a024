// The door for gateways alone (INGEST_PORT): what they post is taken, and nothing else of the backend is behind it.
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenForGateways, type IngestListener } from '../src/ingest/ingest-listener.ts'
import { aBackend, type TestBackend, testSecrets } from './a-backend.ts'

let server: TestBackend
let door: IngestListener
beforeAll(async () => {
  server = await aBackend()
  door = await listenForGateways(server.backend.app, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await door.close()
  await server.stop()
})

const raddec = () => ({
  transmitterId: 'fee150bada55',
  transmitterIdType: 3,
  rssiSignature: [{ receiverId: '02a1f0003001', receiverIdType: 2, rssi: -70, numberOfDecodings: 1 }],
  timestamp: Date.now(),
})

/** The target as it is, without a client that would make it canonical. */
function ask(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${testSecrets.INGEST_KEY}`, 'content-type': 'application/json' }
    const asked = request({ host: '127.0.0.1', port: door.port, method, path, headers }, (reply) => {
      let text = ''
      reply.on('data', (chunk: Buffer) => (text += chunk.toString()))
      reply.once('end', () => resolve({ status: reply.statusCode ?? 0, text }))
    })
    asked.once('error', reject)
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

describe('the door for gateways', () => {
  // holds rules 12-7
  it('takes what the backend itself takes, in every format', async () => {
    expect(await ask('POST', '/ingest/raddec', raddec())).toMatchObject({ status: 202 })
    for (const format of ['dynamb', 'minew']) expect((await ask('POST', `/ingest/${format}`, [])).status).toBe(202)
  })
  it.each([
    ['GET', '/ingest/raddec'],
    ['GET', '/health'],
    ['GET', '/ready'],
    ['GET', '/metrics'],
    ['GET', '/api/buildings'],
    ['POST', '/api/auth/login'],
    ['POST', '/ingest/../api/auth/login'],
    ['POST', '/ingest/raddec/../../api/auth/login'],
    ['POST', '/ingest/%2e%2e/api/auth/login'],
    ['POST', '/ingest//raddec'],
    ['POST', '//ingest/raddec'],
    ['POST', '/ingest/raddec;/api/auth/login'],
    ['POST', 'http://127.0.0.1/api/auth/login'],
    ['POST', '/ingest/'],
    ['POST', '/'],
  ])('has nothing behind %s %s', async (method, path) => {
    const { status, text } = await ask(method, path, method === 'POST' ? {} : undefined)
    expect(status).toBe(404)
    expect(JSON.parse(text)).toMatchObject({ success: false, error: { code: 'not_found' } })
  })
})
