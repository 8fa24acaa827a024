// The figures of both servers after the same day: what a dashboard asks a Centrifugo for is there under the same names with the
// same labels, or is in the list of what the relay has no equal of.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Centrifuge } from 'centrifuge'
import { WebSocket } from 'ws'
import { eventually } from '../relay-process.ts'
import { proxiedConfig, startBackend } from './backend.ts'
import { api, serversWith, type WireServer } from './servers.ts'

const backend = await startBackend()
afterAll(() => backend.stop())

type Config = { channel: { namespaces: object[] } }
const proxied = proxiedConfig(backend.base) as Config
const board = { name: 'board', allow_subscribe_for_client: true, subscription_type: 'map' }
const values = { mode: 'recoverable', key_ttl: '1s', allow_publish_for_client: true, allow_remove_for_client: true }
const config = {
  ...proxied,
  prometheus: { enabled: true },
  channel: {
    ...proxied.channel,
    namespaces: [...proxied.channel.namespaces, { ...board, map: { ...values, stream_size: 10, stream_ttl: '60s' } }],
  },
}

/**
 * Of the language's own runtime, of polling and of databases that the relay does not use; Redis has one connection for maps and the
 * rest; and without it nothing lies between a publication and its delivery.
 */
const onlyThere =
  /^(go_|promhttp_|process_(virtual|network)|centrifugo_(node_pub_sub_lag|shared_poll|broker_postgres|map_broker_(postgres|redis)))/

/** Names of labels by the name of the figure. */
async function figuresOf({ base }: WireServer): Promise<Map<string, string>> {
  const text = await (await fetch(`${base}/metrics`)).text()
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    samples.map((line) => {
      const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? []
      return [
        name,
        [...labels.matchAll(/(\w+)="/g)]
          .map(([, label]) => label)
          .sort()
          .join(),
      ]
    }),
  )
}

async function spendTheDay(server: WireServer): Promise<void> {
  const url = `${server.base.replace('http', 'ws')}/connection/websocket`
  const client = new Centrifuge(url, { websocket: WebSocket, data: { say: 'ann' } })
  client.connect()
  await client.ready()
  await client.rpc('math:add', {}).catch(() => {})
  const stream = client.newSubscription('global:figures')
  stream.subscribe()
  await stream.ready()
  await api(server, 'publish', { channel: 'global:figures', data: {} })
  await api(server, 'publish', { channel: 'nothing:there', data: {} }).catch(() => {})
  await api(server, 'publish', { channel: 'event:1', data: {}, idempotency_key: 'once' })
  await api(server, 'publish', { channel: 'event:1', data: {}, idempotency_key: 'once' })
  await api(server, 'map_publish', { channel: 'board:1', key: 'a', data: {} })
  await api(server, 'map_publish', { channel: 'board:1', key: 'a', data: {}, key_mode: 'if_new' })
  await api(server, 'map_remove', { channel: 'board:1', key: 'b' })
  await api(server, 'info', {})
  await eventually(async () => (await api(server, 'map_stats', { channel: 'board:1' }))['num_keys'] === undefined)
  await eventually(async () => (await figuresOf(server)).has('centrifugo_map_broker_cleanup_removed_count'))
  stream.unsubscribe()
  await client.rpc('math:add', {}).catch(() => {})
  await api(server, 'disconnect', { user: 'ann', code: 4000, reason: 'bye' }).catch(() => {})
  client.disconnect()
}

const seen = new Map<string, Map<string, string>>()

describe.each(serversWith(config))('$server', ({ server: name, isMissing, start }) => {
  let server: WireServer
  beforeAll(async () => {
    if (!isMissing) server = await start()
  })
  afterAll(() => server?.stop())

  it.skipIf(isMissing)('counts what happens', async () => {
    await spendTheDay(server)
    const figures = await figuresOf(server)
    seen.set(name, figures)
    expect(figures.get('centrifugo_proxy_inflight_requests')).toBe('name,protocol,type')
    expect(figures.get('centrifugo_map_broker_publish_suppressed_count')).toBe('channel_namespace,reason')
    expect(figures.get('centrifugo_map_broker_remove_suppressed_count')).toBe('channel_namespace,reason')
    expect(figures.get('centrifugo_map_broker_cleanup_removed_count')).toBe('broker_name')
    expect(figures.get('centrifugo_map_broker_cleanup_lag_seconds')).toBe('broker_name')
  })
})

it.skipIf(!process.env['CENTRIFUGO_BIN'])('nothing that Centrifugo counts is missing', () => {
  const [relay, centrifugo] = [seen.get('the relay'), seen.get('Centrifugo')]
  const missing = [...(centrifugo ?? [])].filter(
    ([name, labels]) => !onlyThere.test(name) && relay?.get(name) !== labels,
  )
  expect(missing.map(([name, labels]) => `${name}{${labels}}, here {${String(relay?.get(name))}}`)).toEqual([])
  expect(centrifugo?.size).toBeGreaterThan(40)
})
