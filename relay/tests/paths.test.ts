// Addresses as they stand in the request: only exact ones lead anywhere, so that a proxy and the relay never read one differently.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aConfigFile } from './config-file.ts'
import { apiKey, origin, runRelay, secret, startRelay, type TestRelay } from './relay-process.ts'

let relay: TestRelay
let moved: TestRelay
beforeAll(async () => {
  relay = await startRelay()
  const file = aConfigFile(
    {},
    { health: { enabled: true, handler_prefix: '/up' }, http_api: { key: 'k'.repeat(32), handler_prefix: '/do' } },
  )
  moved = await startRelay({ RELAY_CONFIG: file })
})
afterAll(() => Promise.all([relay.stop(), moved.stop()]))

/** The status of a request for exactly this path, which `fetch` would tidy up. */
function statusOf({ port }: Pick<TestRelay, 'port'>, path: string, method = 'GET'): Promise<number> {
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: relay\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`),
  )
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  return new Promise((resolve) => socket.on('close', () => resolve(Number(text.split(' ', 2)[1]))))
}

/** The status of a request whose length is not told: so many pieces of 64 KiB. */
function answerToChunks({ port }: Pick<TestRelay, 'port'>, count: number): Promise<number> {
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
  const head = `POST /api/publish HTTP/1.1\r\nHost: relay\r\nX-API-Key: ${apiKey}\r\nTransfer-Encoding: chunked\r\n\r\n`
  const socket = connect(port, '127.0.0.1', () => socket.write(`${head}${chunk.repeat(count)}`))
  return new Promise((resolve) =>
    socket.once('data', (answer) => {
      socket.destroy()
      resolve(Number(String(answer).split(' ', 2)[1]))
    }),
  )
}

describe('a path', () => {
  it.each([
    '/connection/../health',
    '/./health',
    '/connection/%2e%2e/metrics',
    '/api/../health',
    '/api/%2E%2E/metrics',
  ])('with dot segments is refused: %s', async (path) => expect(await statusOf(relay, path)).toBe(400))

  it.each(['/api/publish/../publish', '/admin/../api/publish'])('of the API, too: %s', async (path) =>
    expect(await statusOf(relay, path, 'POST')).not.toBe(200),
  )

  it.each(['//health', '/health/', '/health/x', '/nothing', '/', '/API/publish'])(
    'that is none is unknown: %s',
    async (path) => expect(await statusOf(relay, path)).toBe(404),
  )

  it.each(['/health', '/health?from=/../x', '/ready', '/metrics'])('that is one answers: %s', async (path) =>
    expect(await statusOf(relay, path)).toBe(200),
  )

  it('that was moved is found at its new place only', async () => {
    const paths = ['/up', '/health', '/x/../up', '/do/../up', '/metrics']
    expect(await Promise.all(paths.map((path) => statusOf(moved, path)))).toEqual([200, 404, 400, 400, 200])
    expect(await statusOf(moved, '/do/publish', 'POST')).toBe(401)
    expect(await statusOf(moved, '/api/publish', 'POST')).toBe(404)
  })

  it('that was switched off is not there', async () => {
    const off = { enabled: false }
    const sections = { sse: off, http_stream: off, health: off, prometheus: off, websocket: { disabled: true } }
    const quiet = await startRelay({ RELAY_CONFIG: aConfigFile({}, sections) })
    const paths = [
      '/connection/sse',
      '/connection/http_stream',
      '/emulation',
      '/health',
      '/metrics',
      '/connection/websocket',
    ]
    expect(await Promise.all(paths.map((path) => statusOf(quiet, path)))).toEqual(paths.map(() => 404))
    expect([await statusOf(quiet, '/ready'), await statusOf(quiet, '/api/info', 'POST')]).toEqual([200, 401])
    await quiet.stop()
  })

  it('of the API and of operators is on the internal port alone, when there is one', async () => {
    const split = await startRelay({ RELAY_INTERNAL_PORT: '0', RELAY_ADMIN_PASSWORD: 'a password of tests' })
    const internal = { port: split.internalPort ?? 0 }
    const pages = ['/health', '/ready', '/metrics', '/admin']
    expect(await Promise.all(pages.map((path) => statusOf(internal, path)))).toEqual([200, 200, 200, 200])
    expect(await Promise.all(pages.map((path) => statusOf(split, path)))).toEqual([404, 404, 404, 404])
    expect(await statusOf(split, '/connection/websocket')).toBe(400)
    expect(await statusOf(internal, '/connection/websocket')).toBe(404)
    const odd = ['/x/../metrics', '/api/%2E%2E/metrics', 'http://127.0.0.1/metrics', '//metrics', '/health/']
    expect(await Promise.all(odd.map((path) => statusOf(internal, path)))).toEqual([400, 400, 400, 404, 404])
    expect(await statusOf(internal, '/api/info', 'POST')).toBe(401)
    expect(await statusOf(internal, '/api/info')).toBe(405)
    const publish = (body: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${internal.port}/api/publish`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, ...headers },
        body,
      })
    expect(await (await publish('{"channel":"global:all","data":"…"}')).json()).toEqual({ result: {} })
    expect((await publish('x'.repeat(1_048_577))).status).toBe(413)
    expect(await answerToChunks(internal, 40)).toBe(400)
    expect((await publish('{}', { 'x-forwarded-for': '10.0.0.1' })).status).toBe(200)
    await split.stop()
  })

  it('cannot be on a port that is taken, and says so', async () => {
    const run = runRelay({
      RELAY_PORT: '0',
      RELAY_INTERNAL_PORT: String(relay.port),
      REALTIME_HMAC_SECRET: secret,
      REALTIME_API_KEY: apiKey,
      RELAY_ALLOWED_ORIGINS: origin,
    })
    expect(await run.exited).toBe(1)
    expect(run.errorOutput()).toContain(`127.0.0.1:${relay.port} is already in use`)
  })
})
