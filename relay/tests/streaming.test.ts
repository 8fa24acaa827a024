// The streaming transports from outside, request by request: origins, limits, wrong requests, clients that vanish or stall.
import { connect } from 'node:net'
import EventSource2 from 'eventsource-2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aToken, eventually, origin, startRelay, type TestRelay } from './relay-process.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await startRelay({ RELAY_STALE_CLOSE_DELAY: '1', RELAY_QUEUE_SIZE: '65536' })
})
afterAll(() => relay.stop())

const connectCommand = () => JSON.stringify({ id: 1, connect: { token: aToken() } })

type Line = {
  id?: number
  connect?: { client: string; session: string; node: string }
  subscribe?: object
  push?: { disconnect?: { code: number; reconnect: boolean }; pub?: { data: unknown } }
}

/** An http_stream connection; reads its lines one by one. */
async function openStream(target: TestRelay, commands = connectCommand()) {
  const control = new AbortController()
  const response = await fetch(`${target.base}/connection/http_stream`, {
    method: 'POST',
    headers: { origin },
    body: commands,
    signal: control.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  async function line(): Promise<Line | null> {
    while (!text.includes('\n')) {
      const chunk = await reader?.read()
      if (!chunk || chunk.done) return null
      text += chunk.value
    }
    const end = text.indexOf('\n')
    const found = JSON.parse(text.slice(0, end)) as Line
    text = text.slice(end + 1)
    return found
  }
  return { response, line, leave: () => control.abort() }
}

function emulate(body: string | Uint8Array<ArrayBuffer>, type = 'application/json') {
  return fetch(`${relay.base}/emulation`, { method: 'POST', headers: { origin, 'content-type': type }, body })
}

describe('a stream', () => {
  it('tells proxies not to hold it back, and the page that it may read it', async () => {
    const { response, line, leave } = await openStream(relay)
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect((await line())?.connect?.session).toMatch(/^[-0-9a-f]{36}$/)
    leave()
  })

  it('brings the connect reply at once to the older parser of server-sent events', async () => {
    const source = new EventSource2(`${relay.base}/connection/sse?cf_connect=${encodeURIComponent(connectCommand())}`)
    const text = await new Promise<string>((resolve) =>
      source.addEventListener('message', (event) => resolve(event.data)),
    )
    source.close()
    expect(JSON.parse(text)).toHaveProperty('connect.session')
  })

  it('takes commands by the secret of its connection, which is not the id that others see', async () => {
    const { line, leave } = await openStream(relay)
    const { client = '', session = '', node } = (await line())?.connect ?? {}
    expect(client).not.toBe(session)
    const data = JSON.stringify({ id: 2, subscribe: { channel: 'global:1' } })
    const stranger = await emulate(JSON.stringify({ session: client, node, data: data.replace('2', '9') }))
    expect(stranger.status).toBe(204)
    expect((await emulate(JSON.stringify({ session, node, data }))).status).toBe(204)
    expect(await line()).toEqual({ id: 2, subscribe: {} })
    leave()
  })

  it('ends with the reason when no good connect comes in time, or a command is broken', async () => {
    const silent = await openStream(relay, '{}')
    expect((await silent.line())?.push?.disconnect).toEqual({ code: 3501, reason: 'bad request' })
    expect(await silent.line()).toBe(null)
    const expired = JSON.stringify({ id: 1, connect: { token: aToken({ lifetime: -1 }) } })
    const late = await openStream(relay, expired)
    expect(await late.line()).toMatchObject({ id: 1, error: { code: 109 } })
    expect((await late.line())?.push?.disconnect).toMatchObject({ code: 3502 })
  })

  it('is forgotten when its client leaves, and gives its place to another', async () => {
    const small = await startRelay({ RELAY_CONNECTION_LIMIT: '1' })
    const first = await openStream(small)
    await first.line()
    expect((await openStream(small)).response.status).toBe(503)
    first.leave()
    await eventually(async () => (await small.metric('centrifugo_node_num_clients')) === 0)
    const second = await openStream(small)
    expect(await second.line()).toHaveProperty('connect')
    second.leave()
    await small.stop()
  })

  it('of a client that reads nothing is ended, and others lose nothing', async () => {
    const body = `${connectCommand()}\n${JSON.stringify({ id: 2, subscribe: { channel: 'global:slow' } })}`
    const head = `POST /connection/http_stream HTTP/1.1\r\nHost: relay\r\nContent-Length: ${body.length}\r\n\r\n`
    const stalled = connect(relay.port, '127.0.0.1', () => stalled.write(head + body))
    stalled.on('error', () => {})
    stalled.once('data', () => stalled.pause())
    const healthy = await openStream(relay, body)
    await healthy.line()
    await healthy.line()
    const counts = async () => (await relay.api('channels', { pattern: 'global:slow' })).result
    await eventually(async () => JSON.stringify(await counts()).includes('"num_clients":2'))
    const payload = 'x'.repeat(60_000)
    const evictions = () => relay.metric('relay_slow_clients_evicted')
    let published = 0
    while ((await evictions()) === 0 && published < 500) {
      await relay.api('publish', { channel: 'global:slow', data: `${published++} ${payload}` })
      const pub = (await healthy.line())?.push?.pub
      expect(parseInt(String(pub?.data))).toBe(published - 1)
    }
    expect(await evictions()).toBe(1)
    expect(JSON.stringify(await counts())).toContain('"num_clients":1')
    healthy.leave()
    stalled.destroy()
  })
})

describe('requests that are refused', () => {
  it.each([
    ['/connection/http_stream', 'GET', 405],
    ['/connection/sse', 'DELETE', 405],
    ['/emulation', 'GET', 405],
    ['/connection/sse', 'GET', 400],
    ['/connection/other', 'GET', 404],
  ])('%s by %s is answered with %i', async (path, method, status) => {
    expect((await fetch(relay.base + path, { method })).status).toBe(status)
  })

  it.each(['/connection/http_stream', '/connection/sse', '/emulation'])('%s from a foreign page', async (path) => {
    const before = await relay.metric('relay_origins_refused')
    const headers = { origin: 'https://evil.example' }
    const response = await fetch(relay.base + path, { method: 'POST', headers, body: connectCommand() })
    expect(response.status).toBe(403)
    expect(response.headers.has('access-control-allow-origin')).toBe(false)
    expect(await relay.metric('relay_origins_refused')).toBe(before + 1)
  })

  it('are answered before they are sent when the browser asks first', async () => {
    const headers = {
      origin,
      'access-control-request-headers': 'content-type',
      'access-control-request-method': 'POST',
    }
    const response = await fetch(`${relay.base}/emulation`, { method: 'OPTIONS', headers })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS')
    expect(response.headers.get('access-control-allow-headers')).toBe('content-type')
  })

  it('commands for another node, for nobody, broken or too large', async () => {
    const { line, leave } = await openStream(relay)
    const { node } = (await line())?.connect ?? {}
    const status = async (body: string) => (await emulate(body)).status
    expect(await status(JSON.stringify({ session: 's', node: 'other', data: '{}' }))).toBe(404)
    expect(await status(JSON.stringify({ session: 'nobody', node, data: '{}' }))).toBe(204)
    for (const broken of ['', 'null', '[]', '{"session":1}', JSON.stringify({ session: 's', node })]) {
      expect(await status(broken)).toBe(400)
    }
    expect((await emulate(Uint8Array.of(10, 200, 1), 'application/octet-stream')).status).toBe(400)
    expect(await status('x'.repeat(70_000))).toBe(413)
    leave()
  })
})
