// Settings that a relay takes over from Centrifugo: its environment variables, and the doors that its file may open
// (decisions 7; relay protocol 3, 4).
import { afterAll, describe, expect, it } from 'vitest'
import { readSettings } from '../src/config.ts'
import { aConfigFile, aSignedToken, inSeconds } from './config-file.ts'
import { apiKey, origin, secret, startRelay, type TestRelay } from './relay-process.ts'
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
      tokenRules: 'centrifugo',
      tokenSecrets: [secret],
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
    const known = await openClient(relay)
    const reply = await known.connect(aSignedToken({ sub: 'u1', exp: inSeconds(60) }))
    expect(reply['connect']).not.toHaveProperty('expires')
    const liar = await openClient(relay)
    liar.send('{"id":1,"connect":{"token":"a.b.c"}}')
    expect((await liar.closed).code).toBe(3500)
    const answer = await fetch(`${relay.base}/api/info`, { method: 'POST', body: '{}' })
    expect(answer.status).toBe(200)
    const warnings = relay.lines.filter(({ level }) => level === 40).map(({ msg }) => String(msg))
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
