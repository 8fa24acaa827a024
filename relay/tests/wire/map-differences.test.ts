// What `docs/relay-swap.md` says to differ for maps: the same deed at both servers, with both answers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openClient } from '../raw-client.ts'
import { eventually } from '../relay-process.ts'
import { api, apiKey, aWireToken, serversOnRedis, serversWith, type WireServer } from './servers.ts'
import config from './config.json' with { type: 'json' }

const brief = {
  name: 'brief',
  subscription_type: 'map',
  allow_subscribe_for_client: true,
  map: { mode: 'recoverable', key_ttl: '60s', stream_size: 10, stream_ttl: '1s' },
}
const withBrief = { ...config, channel: { namespaces: [...config.channel.namespaces, brief] } }

type Subscribed = Record<string, unknown> & { offset?: number; epoch: string }

async function aClient({ base }: WireServer, connect: object = {}, claims: Record<string, unknown> = {}) {
  const client = await openClient({ url: `${base.replace('http', 'ws')}/connection/websocket` })
  const reply = await client.command('connect', { token: aWireToken(claims), ...connect })
  return { ...client, reply: reply['connect'] as Record<string, unknown> }
}

/** All at once: the values, and what changes from then on. */
const whole = { type: 1, phase: 2, limit: 100 }
const ofMap = (reply: Record<string, unknown>) => reply['subscribe'] as Subscribed

describe.each(serversWith(withBrief))('$server', ({ server: name, isMissing, start }) => {
  const differs = <Answer>(relay: Answer, centrifugo: Answer) => (name === 'Centrifugo' ? centrifugo : relay)
  let server: WireServer
  beforeAll(async () => {
    if (!isMissing) server = await start()
  })
  afterAll(() => server?.stop())

  const put = (channel: string, key: string, data: unknown = {}) => api(server, 'map_publish', { channel, key, data })

  it.skipIf(isMissing)('takes long keys and many bytes', async () => {
    const codeOf = async (key: string, data: unknown) =>
      put('people:limits', key, data).then(
        () => 'taken',
        (error: Error) => error.message,
      )
    expect(await codeOf('k'.repeat(256), {})).toBe(differs('The API answered the error 107.', 'taken'))
    const half = 'x'.repeat(900_000)
    const outcomes = []
    for (let serial = 0; serial < 19; serial++) outcomes.push(await codeOf(`half ${serial}`, half))
    expect(outcomes.at(-1)).toBe(differs('The API answered the error 106.', 'taken'))
    await api(server, 'map_clear', { channel: 'people:limits' })
  })

  it.skipIf(isMissing)('tells who missed changes of an expired stream', async () => {
    await put('brief:1', 'a')
    const client = await aClient(server)
    const { offset, epoch } = ofMap(await client.subscribe('brief:1', whole))
    await client.command('unsubscribe', { channel: 'brief:1' })
    await put('brief:1', 'b')
    const entries = () => api(server, 'map_read_stream', { channel: 'brief:1', limit: -1 })
    await eventually(async () => (await entries())['entries'] === undefined)
    const reply = await client.subscribe('brief:1', { type: 1, recover: true, offset, epoch })
    expect(reply).toMatchObject(differs({ error: { code: 112 } }, { subscribe: { recovered: true } }))
    await client.close()
  })

  it.skipIf(isMissing)('starts subscribers anew when a map is cleared', async () => {
    await put('people:cleared', 'a')
    const client = await aClient(server)
    await client.subscribe('people:cleared', whole)
    await api(server, 'map_clear', { channel: 'people:cleared' })
    await client.subscribe('global:barrier')
    await api(server, 'publish', { channel: 'global:barrier', data: 1 })
    await client.next(({ push }) => push?.channel === 'global:barrier')
    const told = client.messages.flatMap(({ push }) => (push?.['unsubscribe'] ? [push['unsubscribe']] : []))
    expect(told).toMatchObject(differs([{ code: 2500 }], []))
    await client.close()
  })

  it.skipIf(isMissing)('sends removals among patches', async () => {
    await put('patchedmap:1', 'a', { text: 'first' })
    const client = await aClient(server)
    await client.subscribe('patchedmap:1', { ...whole, delta: 'fossil' })
    await api(server, 'map_remove', { channel: 'patchedmap:1', key: 'a' })
    const { push } = await client.next((message) => Boolean(message.push?.pub))
    expect(push?.pub).toMatchObject({ key: 'a', removed: true, data: differs('null', '') })
    await client.close()
  })

  it.skipIf(isMissing)('tells when a subscription by token ends', async () => {
    const client = await aClient(server)
    const token = aWireToken({ channel: '$people:token' })
    const reply = ofMap(await client.subscribe('$people:token', { ...whole, token }))
    expect(reply['expires']).toBe(differs(true, undefined))
    await client.close()
  })

  it.skipIf(isMissing)('passes over maps among the channels of a connect', async () => {
    const client = await aClient(server, { subs: { 'people:subs': {} } })
    expect(client.reply['subs']).toEqual(differs(undefined, { 'people:subs': {} }))
    await client.close()
  })

  it.skipIf(isMissing)('broadcasts to maps', async () => {
    const answer = await fetch(`${server.base}/api/broadcast`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey },
      body: JSON.stringify({ channels: ['people:broadcast'], data: 1 }),
    })
    const { result } = (await answer.json()) as { result: { responses: object[] } }
    expect(result.responses).toMatchObject([differs({ error: { code: 107 } }, { result: {} })])
  })
})

const onRedis = serversOnRedis()

describe.each(onRedis)('$server on Redis', ({ server: name, isMissing, start }) => {
  it.skipIf(isMissing)('cuts pages to the size asked for', async () => {
    const server = await start()
    const channel = 'people:pages'
    const keys = Array.from({ length: 30 }, (_, serial) => `key ${serial + 10}`)
    for (const key of keys.toReversed()) await api(server, 'map_publish', { channel, key, data: {} })
    const { entries } = await api(server, 'map_read_state', { channel, limit: 10 })
    const read = (entries as { key: string }[]).map(({ key }) => key)
    expect(read.join() === keys.slice(0, 10).join()).toBe(name !== 'Centrifugo')
    await server.stop()
  })
})
