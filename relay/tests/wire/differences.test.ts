// What `docs/relay-swap.md` says to differ for well-behaved clients, publishers and operators: the same deed at both servers, with both
// answers. Differences of maps are in `map-differences.test.ts`, odd frames in `conversations.test.ts`.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { readSettings } from '../../src/config.ts'
import { openClient } from '../raw-client.ts'
import { eventually } from '../relay-process.ts'
import { startKeyEndpoint } from './key-endpoint.ts'
import { aConfigPath, api, apiKey, aWireToken, isOpen, serversWith, type WireServer } from './servers.ts'
import config from './config.json' with { type: 'json' }

const kept = { history_size: 10, history_ttl: '60s' }
const own = [
  { name: 'auto', ...kept, auto_cache_recover: true, force_recovery: true, force_recovery_mode: 'cache' },
  { name: 'delta', ...kept, force_positioning: true, allowed_delta_types: ['fossil'] },
  { name: 'seen', ...kept, presence: true },
]
const withOwn = {
  ...config,
  prometheus: { enabled: true },
  admin: { enabled: true, password: 'a password that is long', secret: 'a secret of the admin' },
  channel: {
    namespaces: [...config.channel.namespaces, ...own.map((one) => ({ ...one, allow_subscribe_for_client: true }))],
  },
}
const { http_stream: _, sse: __, health: ___, ...minimal } = config

const asWebSocket = ({ base }: WireServer) => ({ url: `${base.replace('http', 'ws')}/connection/websocket` })

async function aClient(server: WireServer, claims: Record<string, unknown> = {}) {
  const client = await openClient(asWebSocket(server))
  const { connect: reply } = await client.command('connect', { token: aWireToken(claims) })
  return { ...client, id: (reply as { client: string }).client }
}

/** The first line of what a raw request is answered, and its first bytes after the head. */
function rawAnswer({ base }: WireServer, request: string): Promise<{ status: string; body: string }> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write(request))
  let text = ''
  return new Promise((resolve) => {
    const end = () => {
      const [head = '', body = ''] = [text.split('\r\n\r\n')[0], text.slice(text.indexOf('\r\n\r\n') + 4)]
      resolve({ status: head.split(' ')[1] ?? '', body })
    }
    socket.on('data', (chunk) => {
      text += String(chunk)
      if (/^HTTP\/1\.[01] (101|[345])/.test(text) || text.includes('connect')) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', end)
  })
}

describe.each(serversWith(withOwn))('$server', ({ server: name, isMissing, start }) => {
  const differs = <Answer>(relay: Answer, centrifugo: Answer) => (name === 'Centrifugo' ? centrifugo : relay)
  let server: WireServer
  beforeAll(async () => {
    if (!isMissing) server = await start()
  })
  afterAll(() => server?.stop())

  it.skipIf(isMissing)('takes null in a token for nothing, or hands it on', async () => {
    const client = await aClient(server, { sub: 'nobody', info: null })
    await client.subscribe('seen:1')
    const { presence } = await api(server, 'presence', { channel: 'seen:1' })
    const info = differs({}, { conn_info: null })
    expect(presence).toEqual({ [client.id]: { user: 'nobody', client: client.id, ...info } })
    await client.close()
  })

  it.skipIf(isMissing)('answers who claims to be beyond the top of a cache', async () => {
    await api(server, 'publish', { channel: 'floor:beyond', data: 'top' })
    const client = await aClient(server)
    const { epoch } = await api(server, 'history', { channel: 'floor:beyond' })
    const reply = await client.subscribe('floor:beyond', { recover: true, offset: 7, epoch })
    expect(reply['subscribe']).toMatchObject({ recovered: true, offset: differs(1, 7), publications: [{ offset: 1 }] })
    await client.close()
  })

  it.skipIf(isMissing)('tells of recovering who did not ask for it', async () => {
    const client = await aClient(server)
    const reply = await client.subscribe('auto:1')
    expect((reply['subscribe'] as { was_recovering?: boolean }).was_recovering).toBe(differs(undefined, true))
    await client.close()
  })

  it.skipIf(isMissing)('begins server-sent events', async () => {
    const asked = encodeURIComponent(JSON.stringify({ id: 1, connect: { token: aWireToken() } }))
    const { body } = await rawAnswer(
      server,
      `GET /connection/sse?cf_connect=${asked} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n`,
    )
    // After the length of the piece.
    expect(body).toMatch(differs(/^\w+\r\n\ndata: /, /^2\r\n\r\n\r\n/))
  })

  it.skipIf(isMissing)('shows bytes in the history', async () => {
    await api(server, 'publish', { channel: 'seen:bytes', b64data: btoa('no JSON') })
    const shown = await fetch(`${server.base}/api/history`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey },
      body: JSON.stringify({ channel: 'seen:bytes', limit: 1 }),
    })
    expect(await shown.text()).toContain(differs(`"b64data":"${btoa('no JSON')}"`, 'Internal Server Error'))
  })

  it.skipIf(isMissing)('sends patches that nobody asked the publisher for', async () => {
    const client = await aClient(server)
    await client.subscribe('delta:1', { delta: 'fossil' })
    const text = 'a long text that stays the same '.repeat(20)
    for (const serial of [1, 2]) await api(server, 'publish', { channel: 'delta:1', data: { text, serial } })
    await client.next(() => client.publications('delta:1').length === 2)
    const [, second] = client.messages.filter(({ push }) => push?.pub)
    expect(second?.push?.pub).toMatchObject(differs({ delta: true }, { data: JSON.stringify({ text, serial: 2 }) }))
    await client.close()
  })

  it.skipIf(isMissing)('answers pages of foreign origins', async () => {
    const answer = await fetch(`${server.base}/emulation`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: '{}',
    })
    expect(answer.status === 403).toBe(differs(true, false))
    expect(answer.headers.has('access-control-allow-origin')).toBe(false)
    await answer.body?.cancel()
  })

  it.skipIf(isMissing)('redirects a path with dot segments, or refuses it', async () => {
    expect((await rawAnswer(server, 'GET /x/../health HTTP/1.1\r\nHost: x\r\n\r\n')).status).toBe(differs('400', '307'))
  })

  it.skipIf(isMissing)('tells a client again that it is subscribed', async () => {
    const client = await aClient(server, { sub: 'twice' })
    await client.subscribe('global:twice')
    await api(server, 'subscribe', { user: 'twice', channel: 'global:twice' })
    await api(server, 'publish', { channel: 'global:twice', data: 'last' })
    await client.next(({ push }) => push?.pub?.data === 'last')
    const told = client.messages.filter(({ push }) => push?.['subscribe'])
    expect(told).toHaveLength(differs(0, 1))
    await client.close()
  })

  it.skipIf(isMissing)('closes with the code 3000', async () => {
    const client = await aClient(server, { sub: 'gone' })
    await api(server, 'disconnect', { user: 'gone', disconnect: { code: 3000, reason: 'bye' } })
    expect((await client.closed).code).toBe(differs(3000, 1006))
  })

  it.skipIf(isMissing)('shows its page for operators to the proxy', async () => {
    const status = async (headers: Record<string, string>) =>
      (await fetch(`${server.base}/admin${differs('', '/auth')}`, { headers })).status
    expect([(await status({})) === 404, (await status({ 'x-forwarded-for': '203.0.113.9' })) === 404]).toEqual(
      differs([false, true], [false, false]),
    )
  })

  it.skipIf(isMissing)('lets one address open many connections', async () => {
    const sockets = Array.from({ length: 501 }, () => new WebSocket(asWebSocket(server).url))
    const opened = sockets.map(
      (socket) =>
        new Promise<boolean>((resolve) => {
          socket.once('open', () => resolve(true))
          socket.once('error', () => resolve(false))
        }),
    )
    const count = (await Promise.all(opened)).filter(Boolean).length
    for (const socket of sockets) socket.terminate()
    expect(count).toBe(differs(500, 501))
  })
})

describe.each(serversWith(minimal))('$server with a file that says little', ({ server: name, isMissing, start }) => {
  it.skipIf(isMissing)('has streams, health and figures', async () => {
    const server = await start()
    const paths = ['/connection/http_stream', '/connection/sse', '/health', '/metrics']
    const statuses = await Promise.all(paths.map(async (path) => (await fetch(server.base + path)).status))
    expect(statuses.map((status) => status !== 404)).toEqual(paths.map(() => name !== 'Centrifugo'))
    await server.stop()
  })
})

const outside = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address

describe.each(serversWith({ ...withOwn, http_server: { port: 8000 } }))(
  '$server without an address',
  ({ server: name, isMissing, start }) => {
    it.skipIf(isMissing || outside === undefined)('listens to strangers', async () => {
      const server = await start()
      expect(await isOpen(Number(new URL(server.base).port), outside ?? '')).toBe(name === 'Centrifugo')
      await server.stop()
    })
  },
)

const endpoint = await startKeyEndpoint()
afterAll(() => endpoint.stop())
const byEndpoint = { ...config, client: { ...config.client, token: { jwks_public_endpoint: endpoint.url } } }

describe.each(serversWith(byEndpoint))('$server with keys of an endpoint', ({ server: name, isMissing, start }) => {
  it.skipIf(isMissing)('makes a client wait for the key, or come again', async () => {
    const server = await start()
    const client = await openClient(asWebSocket(server))
    const answered = client.command('connect', { token: endpoint.token() })
    await endpoint.asked()
    const mayAnswerBefore = name !== 'Centrifugo'
    if (mayAnswerBefore) await answered
    endpoint.answer()
    const refusal = { code: 100, message: 'internal server error', temporary: true }
    expect((await answered).error).toEqual(mayAnswerBefore ? refusal : undefined)
    client.socket.terminate()
    await server.stop()
  })
})

const path = aConfigPath()
const others = config.channel.namespaces.filter(({ name }) => name !== 'global')

describe.each(serversWith(config, path))('$server whose file has changed', ({ isMissing, start }) => {
  it.skipIf(isMissing)('forgets a namespace and leaves who is in it, alike', async () => {
    const server = await start()
    const client = await aClient(server)
    await client.subscribe('global:1')
    writeFileSync(path, JSON.stringify({ ...config, channel: { namespaces: others } }))
    server.reload?.()
    const publish = () => api(server, 'publish', { channel: 'global:1', data: 1 })
    await eventually(() =>
      publish().then(
        () => false,
        (error: Error) => error.message.includes('102'),
      ),
    )
    expect((await client.subscribe('event:1')).error).toBeUndefined()
    expect((await client.subscribe('global:2')).error?.code).toBe(102)
    expect(client.messages.some(({ push }) => push?.['unsubscribe'])).toBe(false)
    writeFileSync(path, JSON.stringify(config))
    client.socket.terminate()
    await server.stop()
  })
})

const program = process.env['CENTRIFUGO_BIN'] ?? ''

it.skipIf(program === '')('patterns have the syntax of JavaScript here, and of Go there', () => {
  const named = { name: 'named', channel_regex: String.raw`\A[[:alpha:]]+\z` }
  const file = aConfigPath()
  writeFileSync(file, JSON.stringify({ ...config, channel: { namespaces: [named] } }))
  execFileSync(program, ['checkconfig', '--config', file], { stdio: 'ignore' })
  const verdict = readSettings({ RELAY_CONFIG: file })
  expect(verdict.ok ? '' : verdict.problems.join()).toContain('channel.namespaces.named.channel_regex')
})
