// A configuration that asks for protection which this relay does not have refuses the start; what makes no difference is warned of; and
// the forms that Centrifugo's own tools write are read.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readSettings } from '../src/config.ts'
import { aConfigFile } from './config-file.ts'
import { apiKey, origin, runRelay, secret } from './relay-process.ts'

const client = { token: { hmac_secret_key: secret }, allowed_origins: [origin] }

function verdictOn(channel: object, more: object = {}, environment: Record<string, string> = {}) {
  const verdict = readSettings({ RELAY_CONFIG: aConfigFile(channel, more), ...environment })
  return verdict.ok ? { problems: [], ...verdict } : { settings: null, warnings: [], ...verdict }
}

const aNamespace = (options: object) => ({ namespaces: [{ name: 'chat' }, { name: 'news', ...options }] })

describe('an option that protects and is not supported refuses the start with its name', () => {
  it.each([
    ['channel.private_prefix', { private_prefix: '!' }],
    ['channel.namespace_boundary', { namespace_boundary: '/' }],
    ['channel.user_boundary', { user_boundary: '@' }],
    ['channel.user_separator', { user_separator: ';' }],
    ['channel.max_length', { max_length: 100 }],
    ['channel.namespaces.news.subscribe_stream_proxy_enabled', aNamespace({ subscribe_stream_proxy_enabled: true })],
    ['the namespace news: subscribe_proxy_name', aNamespace({ subscribe_proxy_enabled: true })],
    ['channel.namespaces.news.subscription_type', aNamespace({ subscription_type: 'shared_poll' })],
    ['channel.namespaces.news.map.publish_proxy_enabled', aNamespace({ map: { publish_proxy_enabled: true } })],
    ['channel.namespaces.news.map.remove_proxy_enabled', aNamespace({ map: { remove_proxy_enabled: true } })],
  ])('%s', (name, channel) => {
    expect(verdictOn(channel).problems.join()).toContain(`RELAY_CONFIG: ${name}: `)
  })

  it.each([
    ['client.user_id_http_header', { client: { ...client, user_id_http_header: 'X-User' } }],
    ['http_server.tls.enabled', { http_server: { tls: { enabled: true, cert_pem: 'x' } } }],
    ['http_server.internal_address', { http_server: { internal_address: '0.0.0.0' } }],
    ['engine.redis.cluster_address', { engine: { type: 'redis', redis: { cluster_address: ['a:1', 'b:1'] } } }],
    ['engine.redis.address', { engine: { type: 'redis', redis: { address: ['a:1', 'b:1'] } } }],
    ['rpc.proxy.endpoint', { rpc: { proxy: { endpoint: 'grpc://127.0.0.1:9' } } }],
    ['client.proxy.connect', { client: { ...client, proxy: { connect: { enabled: true } } } }],
    ['rpc', { rpc: { without_namespace: { proxy_enabled: true, proxy_name: 'nobody' } } }],
    ['consumers.queue', { consumers: [{ name: 'queue', enabled: true, type: 'kafka' }] }],
    ['map_broker.type', { map_broker: { type: 'postgres' } }],
    ['broker.enabled', { broker: { enabled: true, type: 'nats' } }],
  ])('%s', (name, more) => {
    expect(verdictOn({}, more).problems.join()).toContain(`RELAY_CONFIG: ${name}: `)
  })

  it('also as a variable', () => {
    const environment = { CENTRIFUGO_CHANNEL_PRIVATE_PREFIX: '!', CENTRIFUGO_HTTP_SERVER_TLS_ENABLED: 'true' }
    const problems = verdictOn({}, {}, environment).problems.join()
    expect(problems).toContain('channel.private_prefix')
    expect(problems).toContain('http_server.tls.enabled')
  })
})

describe('an option that makes no difference', () => {
  it('is warned of, with the name of its namespace', () => {
    const { warnings, problems } = verdictOn(aNamespace({ client_publish_debounce_interval: '50ms' }))
    expect(problems).toEqual([])
    expect(warnings).toEqual([
      'RELAY_CONFIG: channel.namespaces.news.client_publish_debounce_interval is not supported and was ignored.',
    ])
  })

  it('is passed over when it says nothing', () => {
    const nothing = { shared_poll: { mode: '', refresh_interval: '0s' }, client_publish_debounce_interval: '0s' }
    const sections = {
      swagger: { enabled: false, handler_prefix: '/swagger' },
      broker: { enabled: false, type: 'memory', nats: { url: 'nats://localhost' } },
      consumers: [],
      proxies: null,
      http_server: { address: '', port: 0, internal_port: '', tls: { enabled: false, cert_pem: '' } },
    }
    const channel = { ...aNamespace(nothing), private_prefix: '$', user_boundary: '#', max_length: 255 }
    expect(verdictOn(channel, sections)).toMatchObject({ warnings: [], problems: [] })
  })
})

describe('the forms that are read', () => {
  it('null for what is not said, lists of one, numbers and flags as text', () => {
    const { settings, problems } = verdictOn(
      {
        namespaces: [
          { name: 'news', history_size: '10', history_ttl: '1m0s', allowed_delta_types: null, presence: 'true' },
        ],
      },
      {
        http_server: { port: '9000' },
        client: { ...client, channel_limit: '7', insecure: 'false' },
        engine: { type: 'redis', redis: { address: ['redis://127.0.0.1:6379'], cluster_address: null, db: '2' } },
      },
    )
    expect(problems).toEqual([])
    expect(settings).toMatchObject({ port: 9000, limits: { channelsPerConnection: 7 } })
    expect(settings?.redis?.url).toBe('redis://127.0.0.1:6379/2')
    expect(settings?.namespaces.get('news')).toMatchObject({ historySize: 10, historyTtl: 60_000, presence: true })
  })

  const folder = mkdtempSync(join(tmpdir(), 'relay-forms-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  async function printed(path: string): Promise<string> {
    const environment = { REALTIME_HMAC_SECRET: secret, REALTIME_API_KEY: apiKey, RELAY_ALLOWED_ORIGINS: origin }
    const run = runRelay({ ...environment, RELAY_CONFIG: path }, undefined, ['--print-config'])
    await run.exited
    return run.output() + run.errorOutput()
  }

  it.each([
    [
      'yaml',
      'client:\n  channel_limit: 7\nchannel:\n  namespaces:\n    - name: news\n      history_ttl: 1m\n      history_size: 3\n',
    ],
    [
      'toml',
      '[client]\nchannel_limit = 7\n[[channel.namespaces]]\nname = "news"\nhistory_ttl = "1m"\nhistory_size = 3\n',
    ],
  ])('%s', async (form, text) => {
    const path = join(folder, `config.${form}`)
    writeFileSync(path, text)
    const settings = JSON.parse(await printed(path)) as { limits: object; namespaces: Record<string, object> }
    expect(settings.limits).toMatchObject({ channelsPerConnection: 7 })
    expect(JSON.stringify(settings.namespaces)).toContain('"historyTtl":60000')
  })

  const centrifugo = process.env['CENTRIFUGO_BIN'] ?? ''
  if (centrifugo === '')
    console.warn('What `centrifugo defaultconfig` writes is not tested: CENTRIFUGO_BIN is not set.')

  it.skipIf(centrifugo === '').each(['json', 'yaml', 'toml'])('what Centrifugo itself writes in %s', async (form) => {
    const path = join(folder, `default.${form}`)
    execFileSync(centrifugo, ['defaultconfig', '-c', path], { stdio: 'ignore' })
    expect(JSON.parse(await printed(path))).toMatchObject({ limits: { channelsPerConnection: 128 } })
  })
})
