// What operators do with a running relay: ask whether it is ready, who is connected, and change its configuration.
import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { aConfigFile } from './config-file.ts'
import { aSubscriber, openClient } from './raw-client.ts'
import { aToken, eventually, startRelay, type TestRelay } from './relay-process.ts'

const started: TestRelay[] = []
afterEach(async () => {
  for (const relay of started.splice(0)) await relay.stop()
})

async function aRelay(environment: Record<string, string> = {}): Promise<TestRelay> {
  const relay = await startRelay(environment)
  started.push(relay)
  return relay
}

/** Changes the file as an operator would, and says so to the relay. */
function change(relay: TestRelay, file: string, edit: (content: Record<string, never>) => object): void {
  writeFileSync(file, JSON.stringify(edit(JSON.parse(readFileSync(file, 'utf8')) as Record<string, never>)))
  relay.signal('SIGHUP')
}

const open = (name: string) => ({ name, allow_subscribe_for_client: true })

it('answers that it is ready', async () => {
  const relay = await aRelay()
  const response = await fetch(`${relay.base}/ready`)
  expect([response.status, await response.json()]).toEqual([200, { ready: true }])
})

it('lists who is connected, all or of one user, up to a limit', async () => {
  const relay = await aRelay()
  await aSubscriber(relay, ['floor:1'], 'ada')
  await aSubscriber(relay, [], 'bob')
  await aSubscriber(relay, ['global:all'], 'bob')
  await openClient(relay)
  const list = async (params: object) => {
    const { result } = await relay.api('connections', params)
    return { total: result?.['total'], rows: Object.values((result?.['connections'] ?? {}) as object) as object[] }
  }
  expect((await list({})).rows).toHaveLength(3)
  const { rows } = await list({ user: 'ada' })
  expect(rows).toMatchObject([
    { user: 'ada', transport: 'websocket', protocol: 'json', channels: ['floor:1'], slow: false },
  ])
  const first = await list({ user: 'bob', limit: 1 })
  expect([first.rows.length, first.total]).toEqual([1, 2])
  expect((await relay.api('connections', { limit: 0 })).error?.code).toBe(107)
})

it('takes over a changed configuration without losing its clients', async () => {
  const file = aConfigFile({ namespaces: [open('old')] })
  const relay = await aRelay({ RELAY_CONFIG: file })
  const client = await aSubscriber(relay, ['old:1'])
  expect((await client.subscribe('fresh:1')).error?.code).toBe(102)
  const secret = 'a new secret that is long enough for the relay to take it'
  change(relay, file, (content) => ({
    ...content,
    client: { token: { hmac_secret_key: secret }, allowed_origins: ['https://app.example', 'https://other.example'] },
    http_api: { key: 'a new api key that is long enough for the relay to take it' },
    channel: { namespaces: [open('fresh')] },
  }))
  // The environment names the secrets of these tests, and it wins over the file.
  await relay.line(({ msg }) => msg === 'reloaded the configuration')
  expect((await client.subscribe('fresh:1')).error).toBe(undefined)
  expect((await client.subscribe('old:2')).error?.code).toBe(102)
  await relay.api('publish', { channel: 'fresh:1', data: 'to the old client' })
  await eventually(() => client.publications('fresh:1').length === 1)
  expect(client.socket.readyState).toBe(client.socket.OPEN)
  const late = await openClient(relay)
  expect(await late.connect(aToken())).toHaveProperty('connect')
})

it('keeps the old configuration when the new one is wrong, and says why', async () => {
  const file = aConfigFile({ namespaces: [open('old')] })
  const relay = await aRelay({ RELAY_CONFIG: file })
  change(relay, file, (content) => ({ ...content, channel: { namespaces: [{ name: 'old', history_size: -1 }] } }))
  const line = await relay.line(({ msg }) => String(msg).startsWith('the new configuration is wrong'))
  expect(String(line['problems'])).toContain('history_size')
  const client = await aSubscriber(relay, ['old:1'])
  expect(client.socket.readyState).toBe(client.socket.OPEN)
})
