// The HTTP API (spec 4.5): key, forms, bodies, what reaches subscribers, and what operators can do with connections.
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aToken, apiKey, eventually, startRelay, type TestRelay } from './relay-process.ts'
import { aSubscriber } from './raw-client.ts'

let relay: TestRelay
const previousKey = 'the key of last month, still accepted for a while............'
beforeAll(async () => {
  relay = await startRelay({ REALTIME_API_KEY_PREVIOUS: previousKey })
})
afterAll(() => relay.stop())

const publication = '{"channel":"global:all","data":{}}'

describe('the API key', () => {
  // holds spec 4.5-4; rules 7-11
  it.each([
    ['none', {}],
    ['a wrong one', { 'x-api-key': 'wrong' }],
    ['a prefix', { 'x-api-key': apiKey.slice(0, -1) }],
    ['one with more after it', { 'x-api-key': `${apiKey}x` }],
    ['two in one header', { 'x-api-key': `${apiKey}, ${apiKey}` }],
    ['in Authorization', { authorization: `apikey ${apiKey}` }],
    ['in a cookie', { cookie: `X-API-Key=${apiKey}` }],
    ['a relay token', { 'x-api-key': aToken() }],
  ])('given as %s is refused', async (_, headers) => {
    for (const path of ['/api', '/api/publish']) {
      const response = await fetch(relay.base + path, { method: 'POST', headers: headers as {}, body: publication })
      expect(response.status).toBe(401)
      expect(await response.text()).toBe('')
    }
  })

  // holds rules 7-4
  it('in the address is refused', async () => {
    const response = await fetch(`${relay.base}/api/publish?api_key=${apiKey}`, { method: 'POST', body: publication })
    expect(response.status).toBe(401)
  })

  it('is accepted in any spelling of the header name, and the previous one too', async () => {
    const shouted = { method: 'POST', headers: { 'X-API-KEY': apiKey }, body: publication }
    expect((await fetch(`${relay.base}/api/publish`, shouted)).status).toBe(200)
    expect((await relay.post('/api/publish', publication, { 'x-api-key': previousKey })).status).toBe(200)
  })
})

describe('a request', () => {
  it.each(['GET', 'PUT', 'OPTIONS', 'DELETE'])('with %s is refused, without any CORS header', async (method) => {
    const headers = { origin: 'https://app.example', 'x-api-key': apiKey, 'access-control-request-method': 'POST' }
    const response = await fetch(`${relay.base}/api/publish`, { method, headers })
    expect(response.status).toBe(405)
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it.each(['', '{', '[]', '1', '"x"', '{"channel":"global:all","data":1,}', '\ufeff{}', publication + publication])(
    'with the body %j is a 400',
    async (body) => expect((await relay.post('/api/publish', body)).status).toBe(400),
  )

  it.each([
    ['{}', 107],
    ['{"channel":"global:all"}', 107],
    ['{"data":{}}', 107],
    ['{"channel":7,"data":{}}', 107],
    ['{"channel":"xxx:1","data":{}}', 102],
    ['{"channel":"global:all","data":{},"tags":{"a":1}}', 107],
    ['{"channel":"global:all","data":null}', undefined],
    ['{"channel":"bare","data":{}}', undefined],
  ])('with %s answers the error %s', async (body, code) => {
    const response = await relay.post('/api/publish', body)
    expect(response.status).toBe(200)
    expect(((await response.json()) as { error?: { code: number } }).error?.code).toBe(code)
    const strict = await relay.post('/api/publish', body, { 'x-centrifugo-error-mode': 'transport' })
    expect(strict.status).toBe(code === undefined ? 200 : code === 102 ? 404 : 400)
  })

  it('to an unknown method is a 404', async () => {
    expect((await relay.post('/api/drop_everything', '{}')).status).toBe(404)
    expect((await relay.post('/apix', '{}')).status).toBe(404)
  })

  // holds rules 7-4
  it('with a body that is compressed, not UTF-8 or too long is refused', async () => {
    const send = (body: Uint8Array<ArrayBuffer> | string, headers = {}) =>
      // A connection each: the relay closes one whose body it did not want, and a reused one might be just that.
      fetch(`${relay.base}/api/publish`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, connection: 'close', ...headers },
        body,
      })
    expect((await send(new Uint8Array(gzipSync(publication)), { 'content-encoding': 'gzip' })).status).toBe(415)
    expect((await send(new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]))).status).toBe(400)
    const sized = (size: number) => `{"channel":"global:all","data":"${'x'.repeat(size - 34)}"}`
    expect((await send(sized(1_048_576))).status).toBe(200)
    // Declared only, not sent: a client that still writes when the refusal comes sees a broken connection instead.
    const socket = connect(relay.port, '127.0.0.1')
    const head = `POST /api/publish HTTP/1.1\r\nHost: relay\r\nX-API-Key: ${apiKey}\r\nContent-Length: 1048577\r\n\r\n`
    socket.write(head + sized(1_048_577).slice(0, 100))
    const answer = await new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))))
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
  })

  it('whose chunked body never ends is cut off', async () => {
    const socket = connect(relay.port, '127.0.0.1')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    socket.write(
      `POST /api/publish HTTP/1.1\r\nHost: relay\r\nX-API-Key: ${apiKey}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    while (!socket.destroyed) await Promise.race([closed, new Promise((resolve) => socket.write(chunk, resolve))])
    await closed
    expect((await relay.post('/api/publish', publication)).status).toBe(200)
  })
})

describe('publish', () => {
  it('delivers the data unchanged, on one line', async () => {
    const client = await aSubscriber(relay, ['global:all'])
    const data =
      '{ "b" : 1.0,\r\n\t"10":"é\\u00e9😀 \\n \\"x\\"","2":[1e3, 12345678901234567890 ,-0],"b":{"__proto__":null} }'
    await relay.post('/api/publish', `{"channel":"global:all",\n"data":\n${data}\n}`)
    const frame = await eventually(() => client.frames.find((text) => text.includes('"pub"')))
    expect(frame).toBe(`{"push":{"channel":"global:all","pub":{"data":${data.replace('\r\n', '')}}}}`)
    await client.close()
  })

  it('takes data in Base64', async () => {
    const client = await aSubscriber(relay, ['global:b64'])
    const encoded = Buffer.from('{"x":\n1.0}').toString('base64')
    await relay.api('publish', { channel: 'global:b64', data: 'not this', b64data: encoded })
    await eventually(() => client.frames.some((frame) => frame.includes('"pub":{"data":{"x":1.0}}')))
    for (const b64data of ['no Base64!', 'e', 7]) {
      expect((await relay.api('publish', { channel: 'global:b64', b64data })).error?.code).toBe(107)
    }
    await client.close()
  })

  it('passes tags on and answers the position where there is history', async () => {
    const client = await aSubscriber(relay, ['floor:tags'])
    const first = await relay.api('publish', { channel: 'floor:tags', data: 1, tags: { kind: 'x' } })
    expect(first.result).toMatchObject({ offset: 1, epoch: expect.stringMatching(/^[A-Za-z]{8}$/) })
    expect((await relay.api('publish', { channel: 'global:all', data: 1 })).result).toEqual({})
    const { push } = await client.next((message) => message.push?.channel === 'floor:tags')
    expect(push?.pub).toEqual({ data: 1, offset: 1, tags: { kind: 'x' }, epoch: first.result?.['epoch'] })
    await client.close()
  })

  it('acts once per idempotency key and skips versions that are not news', async () => {
    const client = await aSubscriber(relay, ['floor:once'])
    const publish = (more: object) => relay.api('publish', { channel: 'floor:once', data: more, ...more })
    const first = await publish({ idempotency_key: 'k1' })
    expect(await publish({ idempotency_key: 'k1' })).toEqual(first)
    await publish({ version: 5 })
    await publish({ version: 5 })
    await publish({ version: 4 })
    expect((await publish({ version: -1 })).error?.code).toBe(107)
    await publish({ version: 6 })
    await eventually(() => client.publications('floor:once').length >= 3)
    expect(client.publications('floor:once')).toEqual([{ idempotency_key: 'k1' }, { version: 5 }, { version: 6 }])
    const suppressed = (reason: string) =>
      relay.metric(`centrifugo_broker_publish_suppressed_count{reason="${reason}",channel_namespace="floor"}`)
    expect([await suppressed('idempotency'), await suppressed('version')]).toEqual([1, 2])
    await client.close()
  })

  it('keeps the order of pipelined requests, and one broken off leaves the others whole', async () => {
    const client = await aSubscriber(relay, ['global:pipe'])
    const socket = connect(relay.port, '127.0.0.1')
    const request = (body: string, length = Buffer.byteLength(body)) =>
      `POST /api/publish HTTP/1.1\r\nHost: relay\r\nX-API-Key: ${apiKey}\r\nContent-Length: ${length}\r\n\r\n${body}`
    const serials = Array.from({ length: 200 }, (_, serial) => serial)
    for (const serial of serials) socket.write(request(JSON.stringify({ channel: 'global:pipe', data: serial })))
    socket.write(request('{"channel":"global:pipe","data":"bro', 500))
    await eventually(() => client.publications('global:pipe').length === serials.length)
    socket.destroy()
    expect(client.publications('global:pipe')).toEqual(serials)
    await client.close()
  })
})

describe('the legacy form', () => {
  it('runs one or more commands and answers a line each', async () => {
    const body = `{"method":"publish","params":{"channel":"global:all","data":1},"id":5}
      {"method":"PRESENCE","params":{"channel":"floor:1"}} {"params":{"channel":"global:all","data":2}}{"method":99}`
    const response = await relay.post('/api', body)
    const lines = (await response.text()).split('\n').map((line) => JSON.parse(line) as unknown)
    expect(lines).toEqual([
      { id: 5, result: {} },
      { error: { code: 108, message: 'not available' } },
      { result: {} },
      { error: { code: 104, message: 'not found' } },
    ])
  })

  it.each(['', '   ', '[]', '{"method":"nope"}', '{"method":"publish"', `${'{"method":"info"}'.repeat(1001)}`])(
    'refuses a malformed body %#',
    async (body) => expect((await relay.post('/api', body)).status).toBe(400),
  )
})

describe('broadcast and batch', () => {
  it('broadcast answers per channel', async () => {
    const client = await aSubscriber(relay, ['global:b1', 'global:b2'])
    const reply = await relay.api('broadcast', { channels: ['global:b1', 'xxx:1', 'global:b2'], data: 'to all' })
    expect(reply.result).toEqual({
      responses: [{ result: {} }, { error: { code: 102, message: 'unknown channel' } }, { result: {} }],
    })
    await eventually(() => client.publications('global:b2').length > 0)
    expect(client.publications('global:b1')).toEqual(['to all'])
    await client.close()
  })

  it('batch runs commands in order and is limited', async () => {
    const commands = [
      { publish: { channel: 'floor:batch', data: 1 } },
      { history: { channel: 'floor:batch', limit: 9 } },
      { nope: {} },
    ]
    const reply = (await (await relay.post('/api/batch', JSON.stringify({ commands }))).json()) as { replies: object[] }
    expect(reply.replies).toMatchObject([
      { publish: { offset: 1 } },
      { history: { offset: 1, publications: [{ data: 1, offset: 1 }] } },
      { error: { code: 104 } },
    ])
    const many = JSON.stringify({ commands: Array.from({ length: 1001 }, () => ({ info: {} })) })
    expect((await relay.post('/api/batch', many)).status).toBe(400)
  })
})

describe('connections', () => {
  it('are disconnected by user, except those spared', async () => {
    const [first, second, other] = await Promise.all(
      ['a', 'a', 'b'].map((user) => aSubscriber(relay, ['floor:1'], user)),
    )
    const { client: spared } = (second?.messages[0]?.['connect'] ?? {}) as { client?: string }
    await relay.api('disconnect', { user: 'a', whitelist: [spared] })
    expect(await first?.closed).toEqual({ code: 3503, reason: 'force disconnect' })
    await relay.api('disconnect', { user: 'a', disconnect: { code: 4501, reason: 'account closed' } })
    expect(await second?.closed).toEqual({ code: 4501, reason: 'account closed' })
    expect(other?.socket.readyState).toBe(1)
    for (const disconnect of [
      { code: 4501, reason: '' },
      { code: 4501, reason: '1' },
      { code: 1000, reason: 'x' },
    ]) {
      expect((await relay.api('disconnect', { user: 'b', disconnect })).error?.code).toBe(107)
    }
    await other?.close()
  })

  it('are subscribed and unsubscribed by the server', async () => {
    const client = await aSubscriber(relay, ['floor:1'], 'server-side')
    await relay.api('subscribe', { user: 'server-side', channel: 'floor:2', data: { why: 'test' } })
    const { push } = await client.next((message) => Boolean(message.push?.['subscribe']))
    expect(push).toMatchObject({ channel: 'floor:2', subscribe: { recoverable: true, data: { why: 'test' } } })
    expect((await client.subscribe('floor:2')).error?.code).toBe(105)
    await relay.api('publish', { channel: 'floor:2', data: 'seen' })
    await eventually(() => client.publications('floor:2').includes('seen'))
    await relay.api('unsubscribe', { user: 'server-side', channel: '' })
    await eventually(() => client.messages.filter((message) => message.push?.['unsubscribe']).length === 2)
    const codes = client.messages.map(({ push: sent }) => (sent?.['unsubscribe'] as { code?: number })?.code)
    expect(codes.filter(Boolean)).toEqual([2000, 2000])
    expect((await relay.api('channels', { pattern: 'floor:*' })).result).toEqual({ channels: {} })
    await client.close()
  })

  it('get what they missed with a subscription by the server, when it says since when', async () => {
    for (const data of [1, 2, 3]) await relay.api('publish', { channel: 'event:since', data })
    const client = await aSubscriber(relay, [], 'since')
    await relay.api('subscribe', { user: 'since', channel: 'event:since', recover_since: { offset: 1, epoch: '' } })
    const { push } = await client.next((message) => Boolean(message.push?.['subscribe']))
    expect(push?.['subscribe']).toMatchObject({ recoverable: true, offset: 1 })
    await client.next((message) => message.push?.pub?.data === 3)
    expect(client.publications('event:since')).toEqual([2, 3])
    const wrong = await relay.api('subscribe', { user: 'since', channel: 'floor:9', recover_since: { offset: -1 } })
    expect(wrong.error?.code).toBe(107)
    await client.close()
  })

  it('are refreshed or expired by the server', async () => {
    const client = await aSubscriber(relay, [], 'refreshed')
    await relay.api('refresh', { user: 'refreshed', expire_at: Math.floor(Date.now() / 1000) + 100 })
    const { push } = await client.next((message) => Boolean(message.push?.['refresh']))
    expect(push?.['refresh']).toEqual({ expires: true, ttl: expect.closeTo(99, -0.5) })
    await relay.api('refresh', { user: 'refreshed', expired: true })
    expect((await client.closed).code).toBe(3005)
  })

  it('are counted by info and channels', async () => {
    const clients = await Promise.all(['x', 'x', 'y'].map((user) => aSubscriber(relay, ['floor:count'], user)))
    const nodes = (await relay.api('info', {})).result?.['nodes']
    expect(nodes).toMatchObject([{ num_clients: 3, num_users: 2, num_channels: 1, num_subs: 3 }])
    const { result } = await relay.api('channels', { pattern: 'floor:c?un{t,d}' })
    expect(result).toEqual({ channels: { 'floor:count': { num_clients: 3 } } })
    await Promise.all(clients.map((client) => client.close()))
  })
})
