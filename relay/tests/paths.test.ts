// Addresses as they stand in the request: only exact ones lead anywhere, so that a proxy and the relay never read one differently.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aConfigFile } from './config-file.ts'
import { startRelay, type TestRelay } from './relay-process.ts'

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
function statusOf({ port }: TestRelay, path: string, method = 'GET'): Promise<number> {
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: relay\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`),
  )
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  return new Promise((resolve) => socket.on('close', () => resolve(Number(text.split(' ', 2)[1]))))
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
})
