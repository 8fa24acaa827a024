// Upgrade, origins, connect and refresh with raw frames (spec 2.3, 5.5; relay protocol 2.1–2.3).
import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aToken, eventually, origin, secret, startRelay, type TestRelay } from './relay-process.ts'
import { aSubscriber, openClient } from './raw-client.ts'

let relay: TestRelay
const previousSecret = 'the secret of last month, still accepted for a while.........'

beforeAll(async () => {
  relay = await startRelay({
    REALTIME_HMAC_SECRET_PREVIOUS: previousSecret,
    RELAY_ALLOWED_ORIGINS: `${origin},https://*.trusted.example,bare.example`,
    RELAY_STALE_CLOSE_DELAY: '4',
    RELAY_EXPIRED_CLOSE_DELAY: '1',
  })
})
afterAll(() => relay.stop())

/** The status of a WebSocket handshake; 101 when it was accepted. */
function handshake(headers: Record<string, string>, method = 'GET', path = '/connection/websocket'): Promise<number> {
  return new Promise((resolve, reject) => {
    const handshakeHeaders = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.from('0123456789abcdef').toString('base64'),
      ...headers,
    }
    const sent = request(relay.base + path, { method, headers: handshakeHeaders })
    sent.on('response', (response) => resolve(response.resume().statusCode ?? 0))
    sent.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end()
  })
}

function forge(header: object, payload: object, hash = 'sha256', key = secret): string {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${encoded(header)}.${encoded(payload)}`
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`
}

describe('the upgrade', () => {
  // holds spec 5.5-5
  it.each([
    ['the configured origin', { origin }, 101],
    ['the same in capitals', { origin: 'https://APP.example' }, 101],
    ['one that a pattern covers', { origin: 'https://deep.sub.trusted.example' }, 101],
    ['a host named without scheme', { origin: 'https://bare.example' }, 101],
    ['no origin: not a browser', {}, 101],
    ['another site', { origin: 'https://evil.example' }, 403],
    ['a look-alike', { origin: 'https://app.example.evil.example' }, 403],
    ['another scheme', { origin: 'http://app.example' }, 403],
    ['another port', { origin: 'https://app.example:8443' }, 403],
    ['null', { origin: 'null' }, 403],
    ['a very long one', { origin: `https://${'a'.repeat(4000)}.trusted.example` }, 403],
  ])('from %s is answered %#', async (_, headers, status) => {
    expect(await handshake(headers as Record<string, string>)).toBe(status)
  })

  // holds spec 7-12
  it('counts and logs refused origins', async () => {
    const before = await relay.metric('relay_origins_refused')
    await handshake({ origin: 'https://counted.example' })
    await handshake({ origin: 'https://counted.example' })
    expect(await relay.metric('relay_origins_refused')).toBe(before + 2)
    await relay.line((line) => line['origin'] === 'https://counted.example')
    expect(relay.lines.filter((line) => line['origin'] === 'https://counted.example')).toHaveLength(1)
  })

  it('refuses what is no WebSocket handshake', async () => {
    expect((await fetch(`${relay.base}/connection/websocket`)).status).toBe(400)
    expect((await fetch(`${relay.base}/connection/websocket`, { method: 'POST' })).status).toBe(405)
    expect(await handshake({ 'sec-websocket-version': '8' })).toBe(426)
    expect(await handshake({ 'sec-websocket-key': 'short' })).toBe(400)
    expect(await handshake({}, 'GET', '/connection/websocket/')).toBe(404)
  })
})

describe('connect', () => {
  // holds spec 4.5-3
  it('answers with a client id, the ping interval and the time to live', async () => {
    const client = await openClient(relay)
    const { connect } = (await client.connect()) as { connect?: Record<string, unknown> }
    expect(connect).toMatchObject({ expires: true, ping: 25, pong: true })
    expect(connect?.['client']).toMatch(/^[0-9a-f-]{36}$/)
    expect(connect?.['ttl']).toBeGreaterThan(3590)
    expect(connect?.['ttl']).toBeLessThanOrEqual(3600)
    await client.close()
  })

  it('runs the subscribe commands that came in the same frame, in order', async () => {
    const client = await openClient(relay)
    const subscribes = [2, 3, 4].map((id) => `{"subscribe":{"channel":"floor:${id}","flag":1},"id":${id}}`)
    client.send([`{"connect":{"token":"${aToken()}","name":"js"},"id":1}`, ...subscribes].join('\n'))
    await client.next(({ id }) => id === 4)
    expect(client.messages.map(({ id, error }) => [id, error])).toEqual([1, 2, 3, 4].map((id) => [id, undefined]))
    await client.close()
  })

  const now = () => Math.floor(Date.now() / 1000)
  const claims = (changes: object = {}) => ({ sub: 'u1', iat: now(), exp: now() + 3600, ...changes })

  // holds spec 2.3-4, 4.5-3; rules 7-11
  it.each([
    ['a wrong secret', () => aToken({ key: 'another secret' })],
    ['alg none', () => forge({ alg: 'none' }, claims()).replace(/[^.]*$/, '')],
    ['HS512', () => forge({ alg: 'HS512' }, claims(), 'sha512')],
    ['RS256 over an HMAC', () => forge({ alg: 'RS256' }, claims())],
    ['a padded signature', () => `${aToken()}=`],
    ['no expiry', () => forge({ alg: 'HS256' }, claims({ exp: undefined }))],
    ['an expiry as text', () => forge({ alg: 'HS256' }, claims({ exp: String(now() + 60) }))],
    ['an expiry in milliseconds', () => forge({ alg: 'HS256' }, claims({ exp: Date.now() + 60_000 }))],
    ['a lifetime of ten years', () => forge({ alg: 'HS256' }, claims({ exp: now() + 315_360_000 }))],
    ['a number as user', () => forge({ alg: 'HS256' }, claims({ sub: 42 }))],
    ['no user', () => forge({ alg: 'HS256' }, claims({ sub: '' }))],
    ['a bad signature although expired', () => aToken({ lifetime: -10, key: 'another secret' })],
    ['garbage', () => 'garbage'],
  ])('closes with 3500 for a token with %s', async (_, token) => {
    const client = await openClient(relay)
    client.send(JSON.stringify({ id: 1, connect: { token: token() } }))
    expect(await client.closed).toEqual({ code: 3500, reason: 'invalid token' })
    expect(client.messages).toEqual([])
  })

  it.each(['{"id":1,"connect":{}}', '{"id":1,"connect":{"token":""}}', '{"id":1,"connect":{"token":7}}'])(
    'admits nobody without a token: %s',
    async (frame) => {
      const client = await openClient(relay)
      client.send(frame)
      expect(await client.closed).toEqual({ code: 3501, reason: 'bad request' })
    },
  )

  it('answers 109 to an expired token and to one from the future, and is of no use afterwards', async () => {
    for (const token of [
      aToken({ lifetime: -1 }),
      forge({ alg: 'HS256' }, claims({ iat: now() + 300, exp: now() + 900 })),
    ]) {
      const client = await openClient(relay)
      expect((await client.connect(token)).error).toEqual({ code: 109, message: 'token expired' })
      client.send('{"id":9,"subscribe":{"channel":"floor:1"}}')
      expect((await client.closed).code).toBe(3501)
    }
  })

  it.each([-90, 90])('admits a fresh token of an issuer whose clock is %i s off', async (off) => {
    const client = await openClient(relay)
    const token = forge({ alg: 'HS256' }, claims({ iat: now() + off, exp: now() + off + 3600 }))
    expect(await client.connect(token)).toHaveProperty('connect')
    await client.close()
  })

  // holds rules 12-9
  it('accepts tokens of the previous secret during a rotation', async () => {
    const client = await openClient(relay)
    expect((await client.connect(aToken({ key: previousSecret }))).error).toBeUndefined()
    await client.close()
  })

  // holds rules 7-11
  it('ignores claims that would grant channels', async () => {
    const greedy = claims({
      channels: ['floor:1'],
      subs: { 'floor:1': {} },
      caps: [{ channels: ['*'], allow: ['pub'] }],
    })
    const client = await openClient(relay)
    const reply = await client.connect(forge({ alg: 'HS256' }, greedy))
    expect(reply['connect']).not.toHaveProperty('subs')
    expect((await relay.api('channels', {})).result).toEqual({ channels: {} })
    await client.close()
  })

  it('does not read a token from the address', async () => {
    const client = await openClient({ url: `${relay.url}?token=${aToken()}` })
    client.send('{"id":1,"subscribe":{"channel":"floor:1"}}')
    expect((await client.closed).code).toBe(3501)
  })

  it.each([
    '{"id":1,"subscribe":{"channel":"floor:1"}}',
    '{"id":1,"publish":{"channel":"floor:1","data":1}}',
    '{"id":1,"ping":{}}',
    '{}',
    '{"id":1}',
  ])('must come first: %s', async (frame) => {
    const client = await openClient(relay)
    client.send(frame)
    expect(await client.closed).toEqual({ code: 3501, reason: 'bad request' })
  })

  it('must come only once', async () => {
    const client = await openClient(relay)
    await client.connect()
    client.send(JSON.stringify({ id: 2, connect: { token: aToken() } }))
    expect((await client.closed).code).toBe(3501)
  })

  it('must come in time', async () => {
    const client = await openClient(relay)
    expect(await client.closed).toEqual({ code: 3502, reason: 'stale' })
  })
})

describe('the end of a token', () => {
  it('closes with 3005 after the grace period, and nothing is published to the connection afterwards', async () => {
    const client = await openClient(relay)
    await client.connect(aToken({ lifetime: 4 }))
    await client.subscribe('global:all')
    expect(await client.closed).toEqual({ code: 3005, reason: 'connection expired' })
    await eventually(async () => (await relay.metric('centrifugo_node_num_subscriptions')) === 0)
  })

  // holds spec 5.5-3
  it('is put off by a refresh', async () => {
    const [client, other] = await Promise.all([openClient(relay), openClient(relay)])
    const token = aToken({ lifetime: 4 })
    await client.connect(token)
    await other.connect(token)
    expect((await client.command('refresh', { token: aToken() }))['refresh']).toMatchObject({ expires: true })
    // The same token without a refresh: when it ends, so would this connection have.
    expect((await other.closed).code).toBe(3005)
    expect(await client.subscribe('global:all')).toMatchObject({ subscribe: {} })
    await client.close()
  })

  it.each([
    ['of another user', () => aToken({ sub: 'u2' }), 3500],
    ['badly signed', () => aToken({ key: 'another secret' }), 3500],
    ['expired', () => aToken({ lifetime: -1 }), 3005],
    ['empty', () => '', 3501],
  ])('is not put off by a token that is %s', async (_, token, code) => {
    const client = await openClient(relay)
    await client.connect()
    client.send(JSON.stringify({ id: 7, refresh: { token: token() } }))
    const end = await client.closed
    expect(end.code).toBe(code)
    expect(end.reason).not.toBe('')
  })
})

it('frees everything that closed connections held', async () => {
  await (await aSubscriber(relay, ['floor:1', 'global:all'])).close()
  await eventually(async () => (await relay.metric('centrifugo_node_num_clients')) === 0)
  expect(await relay.metric('centrifugo_node_num_channels')).toBe(0)
  expect(await relay.metric('centrifugo_node_num_users')).toBe(0)
})
