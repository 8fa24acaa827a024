// Settings that a relay takes over from Centrifugo: its environment variables, and the doors that its file may open
// (rules 7; relay protocol 3, 4).
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { readSettings } from '../src/config.ts'
import { aConfigFile, aSignedToken, inSeconds } from './config-file.ts'
import { apiKey, eventually, origin, secret, startRelay, type TestRelay } from './relay-process.ts'
import { openClient } from './raw-client.ts'

const started: TestRelay[] = []
afterAll(() => Promise.all(started.map((relay) => relay.stop())))

async function aRelay(client: object, more: object = {}): Promise<TestRelay> {
  const token = { hmac_secret_key: secret }
  const file = aConfigFile(
    { namespaces: [{ name: 'chat' }] },
    { client: { token, allowed_origins: [origin], ...client }, ...more },
  )
  const relay = await startRelay({ RELAY_CONFIG: file, REALTIME_HMAC_SECRET: '', REALTIME_API_KEY: '' })
  started.push(relay)
  return relay
}

describe('Centrifugo’s environment variables', () => {
  const alone = {
    CENTRIFUGO_CLIENT_TOKEN_HMAC_SECRET_KEY: secret,
    CENTRIFUGO_HTTP_API_KEY: apiKey,
    CENTRIFUGO_CLIENT_ALLOWED_ORIGINS: 'https://a.example https://b.example',
  }

  it('are a configuration by themselves', () => {
    const verdict = readSettings({
      ...alone,
      CENTRIFUGO_HTTP_SERVER_PORT: '9000',
      CENTRIFUGO_CLIENT_PING_INTERVAL: '40s',
      CENTRIFUGO_CHANNEL_NAMESPACES: 'chat my-news',
      CENTRIFUGO_CHANNEL_NAMESPACES_CHAT_PRESENCE: 'true',
      CENTRIFUGO_CHANNEL_NAMESPACES_MY_NEWS_HISTORY_SIZE: '10',
      CENTRIFUGO_CHANNEL_NAMESPACES_MY_NEWS_HISTORY_TTL: '1m30s',
      CENTRIFUGO_CHANNEL_WITHOUT_NAMESPACE_ALLOW_SUBSCRIBE_FOR_CLIENT: 'true',
      CENTRIFUGO_GRPC_API_ENABLED: 'true',
    })
    if (!verdict.ok) throw new Error(verdict.problems.join('\n'))
    const { settings, warnings } = verdict
    expect(settings).toMatchObject({
      port: 9000,
      centrifugoTokens: { connection: { secrets: [secret] }, subscription: { secrets: [secret] } },
      apiKeys: [apiKey],
      limits: { pingInterval: 40_000 },
    })
    expect(settings.origins).toHaveLength(2)
    expect(settings.namespaces.get('chat')).toMatchObject({ presence: true, historySize: 0 })
    expect(settings.namespaces.get('my-news')).toMatchObject({ historySize: 10, historyTtl: 90_000 })
    expect(settings.namespaces.get('')).toMatchObject({ allowSubscribeForClient: true })
    expect(warnings).toEqual(['CENTRIFUGO_GRPC_API_ENABLED is not supported and was ignored.'])
  })

  it('win over the file and lose against the relay’s own names', () => {
    const file = aConfigFile({ namespaces: [{ name: 'chat', presence: true }] }, { client: { channel_limit: 3 } })
    const verdict = readSettings({
      ...alone,
      RELAY_CONFIG: file,
      RELAY_PORT: '9001',
      CENTRIFUGO_HTTP_SERVER_PORT: '9000',
      CENTRIFUGO_CLIENT_CHANNEL_LIMIT: '7',
      CENTRIFUGO_CHANNEL_NAMESPACES: '[{"name":"other"}]',
      CENTRIFUGO_CHANNEL_NAMESPACES_OTHER_JOIN_LEAVE: 'true',
    })
    if (!verdict.ok) throw new Error(verdict.problems.join('\n'))
    expect(verdict.settings).toMatchObject({ port: 9001, limits: { channelsPerConnection: 7 } })
    expect([...verdict.settings.namespaces.keys()]).toEqual(['other'])
    expect(verdict.settings.namespaces.get('other')).toMatchObject({ joinLeave: true })
  })

  it('are refused like values of the file', () => {
    const refused = (more: Record<string, string>) => {
      const verdict = readSettings({ ...alone, ...more })
      return verdict.ok ? [] : verdict.problems
    }
    expect(refused({ CENTRIFUGO_CLIENT_PING_INTERVAL: 'soon' })[0]).toContain('client.ping_interval')
    expect(refused({ CENTRIFUGO_CLIENT_INSECURE: 'maybe' })[0]).toContain('client.insecure')
    expect(refused({ CENTRIFUGO_CHANNEL_NAMESPACES: '[{' })[0]).toContain('CENTRIFUGO_CHANNEL_NAMESPACES')
  })
})

describe('a relay without security', () => {
  it('lets everybody in and do everything, but still reads tokens, and warns of itself', async () => {
    const relay = await aRelay({ insecure: true }, { http_api: { insecure: true } })
    const client = await openClient(relay)
    expect((await client.command('connect', {}))['connect']).not.toHaveProperty('expires')
    expect(await client.subscribe('$chat:1')).toHaveProperty('subscribe')
    expect(await client.command('publish', { channel: '$chat:1', data: 'free' })).toHaveProperty('publish')
    await client.next(({ push }) => push?.pub?.data === 'free')
    const identified = await openClient(relay)
    const reply = await identified.connect(aSignedToken({ sub: 'u1', exp: inSeconds(60) }))
    expect(reply['connect']).not.toHaveProperty('expires')
    const liar = await openClient(relay)
    liar.send('{"id":1,"connect":{"token":"a.b.c"}}')
    expect((await liar.closed).code).toBe(3500)
    const answer = await fetch(`${relay.base}/api/info`, { method: 'POST', body: '{}' })
    expect(answer.status).toBe(200)
    const warnings = relay.lines.filter(({ level }) => level === 'warn').map(({ msg }) => String(msg))
    expect(warnings.filter((text) => text.includes('insecure is on'))).toHaveLength(2)
  })

  it('may let in only who has no token, as nobody in particular', async () => {
    const relay = await aRelay({ allow_anonymous_connect_without_token: true }, { http_api: { key: apiKey } })
    const client = await openClient(relay)
    expect(await client.command('connect', {})).toHaveProperty('connect')
    expect((await client.subscribe('chat:1')).error?.code).toBe(103)
    expect((await fetch(`${relay.base}/api/info`, { method: 'POST', body: '{}' })).status).toBe(401)
  })
})

describe('the HTTP API of a relay with Centrifugo’s configuration', () => {
  it('takes its key in every form that Centrifugo takes', async () => {
    const { base } = await aRelay({})
    const status = async (headers: Record<string, string>, query = '') =>
      (await fetch(`${base}/api/info${query}`, { method: 'POST', headers, body: '{}' })).status
    const query = `?api_key=${encodeURIComponent(apiKey)}`
    expect(await status({ 'x-api-key': apiKey })).toBe(200)
    expect(await status({ authorization: `apikey ${apiKey}` })).toBe(200)
    expect(await status({ Authorization: `ApiKey ${apiKey}` })).toBe(200)
    expect(await status({}, query)).toBe(200)
    expect(await status({ 'x-api-key': 'wrong' }, query)).toBe(200)
    // What is wrong in its own header is not made good by the other one.
    expect(await status({ 'x-api-key': 'wrong', authorization: `apikey ${apiKey}` })).toBe(401)
    expect(await status({ authorization: `Bearer ${apiKey}` })).toBe(401)
    expect(await status({}, '?api_key=wrong')).toBe(401)
    expect(await status({})).toBe(401)
  })

  it('answers errors as statuses where the file says so', async () => {
    const { post } = await aRelay({}, { http_api: { key: apiKey, error_mode: 'transport' } })
    const response = await post('/api/publish', '{"channel":"nowhere:1","data":{}}')
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ code: 102, message: 'unknown channel' })
  })
})

it('options of all channels hold where a namespace has none of its own', () => {
  const namespaces = [
    { name: 'plain' },
    {
      name: 'special',
      history_meta_ttl: '2h',
      publication_data_format: 'binary',
      history_size: 1,
      history_ttl: '500ms',
    },
  ]
  const channel = { history_meta_ttl: '3h', publication_data_format: 'json_object', namespaces, without_namespace: {} }
  const verdict = readSettings({ RELAY_CONFIG: aConfigFile(channel) })
  if (!verdict.ok) throw new Error(verdict.problems.join('\n'))
  const rulesOf = (name: string) => verdict.settings.namespaces.get(name)
  const hour = 3_600_000
  expect(rulesOf('plain')).toMatchObject({ historyMetaTtl: 3 * hour, dataFormat: 'json_object' })
  expect(rulesOf('')).toMatchObject({ historyMetaTtl: 3 * hour, dataFormat: 'json_object' })
  expect(rulesOf('special')).toMatchObject({ historyMetaTtl: 2 * hour, dataFormat: 'binary', historyTtl: 500 })
  // Centrifugo's limit, not the higher one of the product.
  expect(verdict.settings.limits.publicationsPerRecovery).toBe(300)
})

it('finds its endpoints where the file puts them', async () => {
  const { base } = await aRelay(
    {},
    {
      websocket: { handler_prefix: '/live/' },
      http_api: { key: apiKey, handler_prefix: '/publish-api' },
      admin: { enabled: true, password: 'a password for the page', handler_prefix: '/operators' },
    },
  )
  const moved = { url: `${base.replace('http', 'ws')}/live` }
  const client = await openClient(moved)
  expect(await client.connect(aSignedToken({ sub: 'u1' }))).toHaveProperty('connect')
  await client.close()
  const status = async (path: string, method = 'GET') =>
    (await fetch(base + path, { method, headers: { 'x-api-key': apiKey }, body: method === 'POST' ? '{}' : null }))
      .status
  expect([await status('/publish-api/info', 'POST'), await status('/api/info', 'POST')]).toEqual([200, 404])
  expect([await status('/operators'), await status('/operators/'), await status('/operators/state')]).toEqual([
    200, 200, 401,
  ])
  expect([await status('/admin'), await status('/connection/websocket'), await status('/health')]).toEqual([
    404, 404, 200,
  ])
})

// holds rules 7-2
it('the file for the swap has the rules that the relay has without one', () => {
  const path = new URL('../../deploy/centrifugo/config.json', import.meta.url)
  const file = JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>
  const { channel, client, http_api: _, http_server: __, ...more } = file
  const token = { hmac_secret_key: secret }
  const swapped = readSettings({ RELAY_CONFIG: aConfigFile(channel ?? {}, { ...more, client: { ...client, token } }) })
  const own = readSettings({ REALTIME_HMAC_SECRET: secret, REALTIME_API_KEY: apiKey, RELAY_ALLOWED_ORIGINS: origin })
  if (!swapped.ok || !own.ok) throw new Error(JSON.stringify([swapped, own]))
  expect(swapped.warnings).toEqual([])
  expect(swapped.settings.limits).toEqual(own.settings.limits)
  for (const [name, rules] of own.settings.namespaces) {
    // Centrifugo does not know it.
    expect(swapped.settings.namespaces.get(name)).toEqual({ ...rules, conflate: false })
  }
  expect(swapped.settings.namespaces.size).toBe(own.settings.namespaces.size)
})

describe('compression where the file has it', () => {
  const compressed = { websocket: { compression: true } }

  async function aCompressingClient(relay: TestRelay) {
    const socket = new WebSocket(relay.url, { perMessageDeflate: { threshold: 0 } })
    const messages: string[] = []
    socket.on('message', (data) => messages.push(String(data)))
    socket.on('error', () => {})
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    await new Promise((resolve) => socket.once('open', resolve))
    socket.send(JSON.stringify({ id: 1, connect: { token: aSignedToken({ sub: 'u1', channels: ['chat:1'] }) } }))
    await eventually(() => messages.length === 1)
    return { socket, messages, closed }
  }

  it('carries messages both ways, and others read them as before', async () => {
    const relay = await aRelay({}, compressed)
    const { socket, messages } = await aCompressingClient(relay)
    expect(socket.extensions).toContain('permessage-deflate')
    const plain = await openClient(relay, { headers: { origin } })
    await plain.connect(aSignedToken({ sub: 'u2', channels: ['chat:1'] }))
    const data = 'same '.repeat(2000)
    await relay.api('publish', { channel: 'chat:1', data })
    await eventually(() => messages.length === 2 && plain.publications('chat:1').length === 1)
    expect(JSON.parse(messages[1] ?? '')).toMatchObject({ push: { pub: { data } } })
    expect(plain.publications('chat:1')).toEqual([data])
    socket.close()
    await plain.close()
  })

  it('lets nobody send more than a message may have, however small it came', async () => {
    const relay = await aRelay({}, compressed)
    const { socket, closed } = await aCompressingClient(relay)
    socket.send(`{"id":2,"rpc":{"data":"${'x'.repeat(20_000_000)}"}}`)
    expect(await closed).not.toBe(1000)
    expect((await fetch(`${relay.base}/health`)).status).toBe(200)
  })
})
