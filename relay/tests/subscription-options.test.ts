// What a namespace and the server decide about one subscription: names by a pattern, formats of data, options that a token or the
// HTTP API overrides, and connections named by their secret (relay protocol 3, 4, 5).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aConfigFile, aSignedToken } from './config-file.ts'
import { openClient } from './raw-client.ts'
import { eventually, origin, runRelay, startRelay, type TestRelay } from './relay-process.ts'

let relay: TestRelay
beforeAll(async () => {
  const open = { allow_subscribe_for_client: true }
  const namespaces = [
    { name: 'kept', ...open, history_size: 5, history_ttl: '60s' },
    { name: 'named', ...open, channel_regex: '^[a-zé]+[0-9]$', allow_publish_for_client: true },
    { name: 'text', publication_data_format: 'json' },
    { name: 'object', ...open, publication_data_format: 'json_object', allow_publish_for_client: true },
    { name: 'any', publication_data_format: 'binary' },
  ]
  relay = await startRelay({ RELAY_CONFIG: aConfigFile({ namespaces }, { client: undefined }) })
})
afterAll(() => relay.stop())

async function aClient(claims: object = { sub: 'u1' }) {
  const client = await openClient(relay)
  const reply = await client.connect(aSignedToken(claims))
  return { ...client, reply: reply['connect'] as { client: string; subs?: Record<string, object> } }
}

describe('the names of a namespace with a pattern', () => {
  it('must match it, and may then be of any letters', async () => {
    const client = await aClient()
    expect(await client.subscribe('named:café1')).toHaveProperty('subscribe')
    for (const channel of ['named:café', 'named:Café1', 'named:', 'kept:café1'])
      expect((await client.subscribe(channel)).error?.code).toBe(107)
    expect((await client.subscribe('unknown:café1')).error?.code).toBe(102)
    expect((await client.command('publish', { channel: 'named:no', data: 1 })).error?.code).toBe(107)
    expect(await relay.api('publish', { channel: 'named:café1', data: 1 })).toHaveProperty('result')
    await eventually(() => client.publications('named:café1').length === 1)
    // It binds clients only.
    expect(await relay.api('publish', { channel: 'named:NO', data: 1 })).toHaveProperty('result')
    expect((await relay.api('publish', { channel: 'kept:é', data: 1 })).error?.code).toBe(107)
    await client.close()
  })

  it('are at most 255 bytes long', async () => {
    const client = await aClient()
    expect(await client.subscribe(`named:${'é'.repeat(124)}1`)).toHaveProperty('subscribe')
    expect((await client.subscribe(`named:${'é'.repeat(125)}1`)).error?.code).toBe(107)
    await client.close()
  })

  it('are not there when the pattern is broken', async () => {
    const file = aConfigFile({ namespaces: [{ name: 'named', channel_regex: '(' }] })
    const run = runRelay({ RELAY_CONFIG: file })
    expect(await run.exited).toBe(1)
    expect(run.errorOutput()).toContain('channel.namespaces.named.channel_regex: must be a regular expression')
  })
})

describe('the format of data', () => {
  const bytes = Buffer.of(0xff).toString('base64')
  it.each([
    ['text', { data: 1 }, undefined],
    ['text', { b64data: bytes }, 107],
    ['object', { data: { a: 1 } }, undefined],
    ['object', { data: [1] }, 107],
    ['object', { b64data: bytes }, 107],
    ['any', { b64data: bytes }, undefined],
    ['any', { b64data: '' }, 107],
  ])('of %s is judged: %j', async (namespace, data, code) => {
    const { error } = await relay.api('publish', { channel: `${namespace}:1`, ...data })
    expect(error?.code).toBe(code)
  })

  it('holds for clients too', async () => {
    const client = await aClient()
    expect(await client.command('publish', { channel: 'object:1', data: { a: 1 } })).toHaveProperty('publish')
    expect((await client.command('publish', { channel: 'object:1', data: 'a' })).error?.code).toBe(107)
    await client.close()
  })
})

it('history tells bytes in Base64', async () => {
  const b64data = Buffer.of(0, 255).toString('base64')
  await relay.api('publish', { channel: 'kept:bytes', b64data })
  const { result } = await relay.api('history', { channel: 'kept:bytes', limit: 1 })
  expect(result?.['publications']).toMatchObject([{ b64data, offset: 1 }])
})

describe('options of the namespace', () => {
  const override = { force_recovery: { value: true } }
  const position = { recoverable: true, positioned: true, epoch: expect.any(String) as string }

  it('are overridden by a token', async () => {
    const client = await aClient({ sub: 'u1', subs: { 'kept:plain': {}, 'kept:more': { override } } })
    expect(client.reply.subs).toEqual({ 'kept:plain': {}, 'kept:more': position })
    await client.close()
  })

  it('are overridden by the HTTP API', async () => {
    const client = await aClient({ sub: 'overridden' })
    const subscribe = (channel: string, more: object) =>
      relay.api('subscribe', { channel, user: 'overridden', ...more })
    await subscribe('kept:plain', { override: { force_recovery: null } })
    await subscribe('kept:more', { override })
    const push = (channel: string) => client.next((message) => message.push?.channel === channel)
    expect((await push('kept:plain')).push?.['subscribe']).toEqual({})
    expect((await push('kept:more')).push?.['subscribe']).toEqual(position)
    for (const wrong of [1, [], { presence: true }, { presence: { value: 1 } }])
      expect((await subscribe('kept:x', { override: wrong })).error?.code).toBe(107)
    await client.close()
  })

  it('stay as they are when a token overrides them wrongly', async () => {
    const client = await openClient(relay)
    client.send(
      JSON.stringify({ id: 1, connect: { token: aSignedToken({ sub: 'u1', subs: { 'kept:1': { override: 7 } } }) } }),
    )
    expect((await client.closed).code).toBe(3500)
  })
})

it('a connection is named by its secret', async () => {
  const open = async () => {
    const response = await fetch(`${relay.base}/connection/http_stream`, {
      method: 'POST',
      headers: { origin },
      body: JSON.stringify({ id: 1, connect: { token: aSignedToken({ sub: 'streams' }) } }),
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const read = async () => (await reader?.read())?.value ?? ''
    const { connect } = JSON.parse(await read()) as { connect: { session: string } }
    return { session: connect.session, read }
  }
  const [one, other] = [await open(), await open()]
  const websocket = await aClient({ sub: 'streams' })
  await relay.api('disconnect', { user: 'streams', session: one.session })
  expect(await one.read()).toContain('"code":3503')
  await eventually(async () => (await relay.api('connections', { user: 'streams' })).result?.['total'] === 2)
  await relay.api('disconnect', { user: 'streams', session: 'nobody' })
  await relay.api('disconnect', { user: 'streams' })
  expect(await other.read()).toContain('"code":3503')
  expect((await websocket.closed).code).toBe(3503)
})
