// The sender against a real HTTP server: batches, key, and an outage that costs one log line and no memory.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Raddec } from '../src/gateways/raddec.ts'
import { createSender } from '../src/gateways/sender.ts'

let server: Server
let received: { path: string | undefined; key: string | undefined; count: number }[] = []
let status = 202
const lines: Record<string, unknown>[] = []
const log = pino(
  { level: 'info' },
  { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
)
const raddecs = (count: number): Raddec[] =>
  Array.from({ length: count }, () => ({
    transmitterId: 'c0ffee000001',
    transmitterIdType: 3,
    rssiSignature: [],
    timestamp: 1,
  }))

beforeEach(async () => {
  received = []
  status = 202
  lines.length = 0
  server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += String(part)
    received.push({
      path: request.url,
      key: request.headers.authorization,
      count: (JSON.parse(text) as unknown[]).length,
    })
    response.writeHead(status).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const aSender = (timeoutMs?: number) =>
  createSender({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ingest/`,
    key: 'secret',
    log,
    timeoutMs,
  })

describe('createSender', () => {
  it('posts at most a thousand raddecs at a time with the key', async () => {
    expect(await aSender().send('raddec', raddecs(2300))).toBe(true)
    expect(received.map(({ count }) => count)).toEqual([1000, 1000, 300])
    expect(received[0]).toMatchObject({ path: '/ingest/raddec', key: 'Bearer secret' })
  })

  it('says once that the backend is away and once that it is back', async () => {
    const sender = aSender()
    status = 503
    for (let i = 0; i < 5; i++) expect(await sender.send('raddec', raddecs(10))).toBe(false)
    status = 202
    expect(await sender.send('raddec', raddecs(10))).toBe(true)
    expect(lines.map(({ code }) => code)).toEqual(['ingest_unreachable', 'ingest_back'])
    expect(lines[1]).toMatchObject({ dropped: 50 })
    expect(JSON.stringify(lines)).not.toContain('secret')
  })

  it('gives up on a backend that does not answer', async () => {
    server.removeAllListeners('request')
    const began = performance.now()
    expect(await aSender(200).send('raddec', raddecs(1))).toBe(false)
    expect(performance.now() - began).toBeLessThan(2000)
  })
})
