// A relay with a Centrifugo configuration file: presence, join and leave, history, publishing clients, tokens for channels
// and channels in tokens (rules 7; relay protocol 2.4, 2.10, 2.11, 3, 4).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aConfigFile, aSignedToken, inSeconds } from './config-file.ts'
import { eventually, runRelay, secret, startRelay, type TestRelay } from './relay-process.ts'
import { openClient } from './raw-client.ts'

const open = { allow_subscribe_for_client: true }
let relay: TestRelay
beforeAll(async () => {
  const namespaces = [
    {
      name: 'chat',
      ...open,
      presence: true,
      join_leave: true,
      force_push_join_leave: true,
      allow_presence_for_subscriber: true,
    },
    {
      name: 'log',
      ...open,
      history_size: 10,
      history_ttl: '1m',
      allow_history_for_client: true,
      allow_publish_for_subscriber: true,
    },
    {
      name: 'news',
      ...open,
      allow_subscribe_for_anonymous: true,
      history_size: 5,
      history_ttl: '300s',
      force_recovery: true,
    },
    { name: 'closed' },
    { name: 'talk', ...open, allow_user_limited_channels: true },
  ]
  const file = aConfigFile({ namespaces, without_namespace: open }, { client: undefined, grpc_api: { enabled: true } })
  relay = await startRelay({
    RELAY_CONFIG: file,
    RELAY_EXPIRED_CLOSE_DELAY: '0.2',
    RELAY_EXPIRED_SUB_CLOSE_DELAY: '0.2',
  })
})
afterAll(() => relay.stop())

async function aClient(claims: object = { sub: 'u1' }) {
  const client = await openClient(relay)
  const reply = await client.connect(aSignedToken(claims))
  return { ...client, reply: reply['connect'] as Record<string, unknown> & { client: string } }
}

describe('the file', () => {
  // holds rules 7-12
  it('is read, and keys that it does not know are warned of', async () => {
    expect(relay.lines.filter(({ level }) => level === 'warn').map(({ msg }) => msg)).toEqual([
      'RELAY_CONFIG: grpc_api is not supported and was ignored.',
    ])
  })

  it.each([
    ['a missing file', '/nowhere/config.json', 'cannot be read'],
    [
      'a wrong duration',
      aConfigFile({ namespaces: [{ name: 'ab', history_ttl: '10 apples' }] }),
      'channel.namespaces.ab.history_ttl',
    ],
    ['a wrong type', aConfigFile({ namespaces: [{ name: 'ab', presence: 'yes' }] }), 'channel.namespaces.ab.presence'],
    ['a wrong name', aConfigFile({ namespaces: [{ name: 'a b' }] }), 'channel.namespaces.a b.name'],
    ['a name twice', aConfigFile({ namespaces: [{ name: 'ab' }, { name: 'ab' }] }), 'ab is there twice'],
    ['half a history', aConfigFile({ namespaces: [{ name: 'ab', history_size: 5 }] }), 'needed together'],
    ['nothing to recover', aConfigFile({ namespaces: [{ name: 'ab', force_recovery: true }] }), 'force_recovery needs'],
    [
      'a position that is forgotten before its history',
      aConfigFile({ history_meta_ttl: '1m', without_namespace: { history_size: 1, history_ttl: '61s' } }),
      'channel.without_namespace: history_ttl must not be longer',
    ],
    ['no secrets', aConfigFile({}, { client: {}, http_api: {} }), 'REALTIME_HMAC_SECRET: is required'],
  ])('with %s refuses the start', async (_, path, sentence) => {
    const run = runRelay({ RELAY_CONFIG: path, RELAY_PORT: '0' })
    expect(await run.exited).toBe(1)
    expect(run.errorOutput()).toContain(sentence)
  })
})

it('names what is wrong in the file and in the environment together', async () => {
  const file = aConfigFile({ namespaces: [{ name: 'a b' }] }, { client: { channel_limit: 'many' } })
  const run = runRelay({ RELAY_CONFIG: file, RELAY_PORT: '99999' }, undefined, ['--check-config'])
  expect(await run.exited).toBe(1)
  for (const name of ['client.channel_limit', 'channel.namespaces.a b.name', 'RELAY_PORT'])
    expect(run.errorOutput()).toContain(name)
})

describe('presence', () => {
  it('tells who is there, and join and leave as they happen', async () => {
    const ada = await aClient({ sub: 'ada', info: { name: 'Ada' } })
    expect((await ada.command('presence', { channel: 'chat:1' })).error?.code).toBe(103)
    await ada.subscribe('chat:1')
    const bob = await aClient({ sub: 'bob' })
    await bob.subscribe('chat:1')
    const join = await ada.next(({ push }) =>
      Boolean((push?.['join'] as { info: { user: string } } | undefined)?.info.user === 'bob'),
    )
    expect(join.push).toEqual({ channel: 'chat:1', join: { info: { user: 'bob', client: bob.reply.client } } })
    const present = {
      [ada.reply.client]: { user: 'ada', client: ada.reply.client, conn_info: { name: 'Ada' } },
      [bob.reply.client]: { user: 'bob', client: bob.reply.client },
    }
    expect((await ada.command('presence', { channel: 'chat:1' }))['presence']).toEqual({ presence: present })
    expect((await ada.command('presence_stats', { channel: 'chat:1' }))['presence_stats']).toEqual({
      num_clients: 2,
      num_users: 2,
    })
    expect((await relay.api('presence', { channel: 'chat:1' })).result).toEqual({ presence: present })
    await bob.close()
    await ada.next(({ push }) => Boolean(push?.['leave']))
    expect((await relay.api('presence_stats', { channel: 'chat:1' })).result).toEqual({ num_clients: 1, num_users: 1 })
    await ada.close()
    await eventually(
      async () => (await relay.api('presence_stats', { channel: 'chat:1' })).result?.['num_clients'] === 0,
    )
  })

  it('is not available where it is off', async () => {
    expect((await relay.api('presence', { channel: 'log:1' })).error?.code).toBe(108)
    expect((await relay.api('presence_stats', { channel: 'log:1' })).error?.code).toBe(108)
  })
})

describe('history and publishing by clients', () => {
  it('are allowed where the namespace says so', async () => {
    const client = await aClient()
    expect((await client.command('publish', { channel: 'log:1', data: {} })).error?.code).toBe(103)
    await client.subscribe('log:1')
    client.send('{"id":77,"publish":{"channel":"log:1","data":{ "b":1.0, "a":"é" }}}')
    expect((await client.next(({ id }) => id === 77))['publish']).toEqual({})
    expect(client.frames.some((frame) => frame.includes('"data":{ "b":1.0, "a":"é" }'))).toBe(true)
    expect((await client.command('publish', { channel: 'log:1' })).error?.code).toBe(107)
    const { history } = (await client.command('history', { channel: 'log:1', limit: 5 })) as { history?: object }
    const info = { user: 'u1', client: client.reply.client }
    expect(history).toMatchObject({ offset: 1, publications: [{ data: { b: 1, a: 'é' }, info, offset: 1 }] })
    expect(
      (await client.command('history', { channel: 'log:1', limit: 5, since: { offset: 0, epoch: 'other' } })).error
        ?.code,
    ).toBe(112)
    expect((await client.command('history', { channel: 'log:1', limit: 0.5 })).error?.code).toBe(107)
    await client.close()
  })

  it('let a client ask for recovery where it may read the history', async () => {
    const client = await aClient()
    const reply = await client.subscribe('log:2', { recoverable: true, positioned: true })
    expect(reply['subscribe']).toMatchObject({ recoverable: true, positioned: true })
    await client.close()
  })
})

describe('tokens as Centrifugo reads them', () => {
  it('need no expiry; a user id may be missing, and then only anonymous channels are open', async () => {
    const client = await aClient({})
    expect(client.reply).not.toHaveProperty('expires')
    expect((await client.subscribe('log:1')).error?.code).toBe(103)
    expect((await client.subscribe('news:1')).error).toBeUndefined()
    await client.close()
  })

  it.each([
    [{ sub: 42 }, 3500],
    [{ sub: 'u1', channel: 'log:1' }, 3500],
    [{ sub: 'u1', channels: 'log:1' }, 3500],
    [{ sub: 'u1', exp: 'tomorrow' }, 3500],
  ])('with %j are refused', async (claims, code) => {
    const client = await openClient(relay)
    client.send(JSON.stringify({ id: 1, connect: { token: aSignedToken(claims) } }))
    expect((await client.closed).code).toBe(code)
  })

  it('may bring channels along, which recover with the connection', async () => {
    for (const data of ['a', 'b', 'c']) await relay.api('publish', { channel: 'news:9', data })
    const client = await aClient({ sub: 'u1', subs: { 'news:9': { data: { hello: 1 } } } })
    const { epoch } = (client.reply['subs'] as Record<string, { epoch: string }>)['news:9'] ?? {}
    expect(client.reply['subs']).toEqual({
      'news:9': { recoverable: true, positioned: true, epoch, offset: 3, data: { hello: 1 } },
    })
    await relay.api('publish', { channel: 'news:9', data: 'live' })
    await eventually(() => client.publications('news:9').includes('live'))
    await client.close()
    const again = await openClient(relay)
    const subs = { 'news:9': { recover: true, offset: 2, epoch } }
    const reply = await again.command('connect', { token: aSignedToken({ sub: 'u1', channels: ['news:9'] }), subs })
    const result = (reply['connect'] as { subs: Record<string, { publications: { data: string }[] }> }).subs['news:9']
    expect(result?.publications.map(({ data }) => data)).toEqual(['c', 'live'])
    await again.close()
    const lost = await openClient(relay)
    expect((await lost.connect(aSignedToken({ sub: 'u1', channels: ['nope:1'] }))).error?.code).toBe(102)
    await lost.close()
  })

  it('admit to private and closed channels, until they expire', async () => {
    const client = await aClient()
    const token = (changes: object) => aSignedToken({ sub: 'u1', channel: 'closed:1', ...changes })
    expect((await client.subscribe('closed:1')).error?.code).toBe(103)
    expect((await client.subscribe('$log:1')).error?.code).toBe(103)
    expect((await client.subscribe('closed:1', { token: `${token({})}x` })).error?.code).toBe(103)
    expect((await client.subscribe('closed:1', { token: token({ exp: inSeconds(-5) }) })).error?.code).toBe(109)
    const reply = await client.subscribe('closed:1', { token: token({ exp: inSeconds(100) }) })
    const { ttl, ...rest } = reply['subscribe'] as { ttl: number }
    expect(rest).toEqual({ expires: true })
    expect(Math.abs(ttl - 75)).toBeLessThanOrEqual(25)
    const renewed = await client.command('sub_refresh', { channel: 'closed:1', token: token({ exp: inSeconds(4) }) })
    expect(renewed['sub_refresh']).toMatchObject({ expires: true })
    const { push } = await client.next((message) => Boolean(message.push?.['unsubscribe']))
    expect(push?.['unsubscribe']).toEqual({ code: 2501, reason: 'subscription expired' })
    expect((await client.command('sub_refresh', { channel: 'closed:1', token: token({}) })).error?.code).toBe(103)
    await client.close()
  })

  it.each([
    [{ sub: 'u2', channel: 'closed:1' }, 3500],
    [{ sub: 'u1', channel: 'closed:2' }, 3500],
    [{ sub: 'u1', channel: 'closed:1', client: 'another' }, 3500],
  ])('of others close the connection: %j', async (claims, code) => {
    const client = await aClient()
    client.send(JSON.stringify({ id: 9, subscribe: { channel: 'closed:1', token: aSignedToken(claims) } }))
    expect((await client.closed).code).toBe(code)
  })
})

it('opens channels without a namespace where the file says so', async () => {
  const client = await aClient()
  expect((await client.subscribe('bare')).error).toBeUndefined()
  expect((await client.subscribe('nope:1')).error?.code).toBe(102)
  await client.close()
})

describe('a refresh', () => {
  it('with other channels in the token makes the client connect again', async () => {
    const client = await aClient({ sub: 'u1', channels: ['news:1'], exp: inSeconds(60) })
    const same = await client.command('refresh', {
      token: aSignedToken({ sub: 'u1', channels: ['news:1'], exp: inSeconds(90) }),
    })
    expect(same).toHaveProperty('refresh')
    client.send(
      JSON.stringify({
        id: 9,
        refresh: { token: aSignedToken({ sub: 'u1', channels: ['news:2'], exp: inSeconds(90) }) },
      }),
    )
    expect(await client.closed).toEqual({ code: 3010, reason: 'insufficient state' })
  })
})

it('keeps channels that name their users from all others', async () => {
  const client = await aClient({ sub: '42' })
  expect(await client.subscribe('talk:room#7,42')).toHaveProperty('subscribe')
  expect(await client.subscribe('talk:open')).toHaveProperty('subscribe')
  for (const channel of ['talk:room#7', 'talk:room#', 'talk:room#4', 'talk:a#42#7'])
    expect((await client.subscribe(channel)).error?.code).toBe(103)
  // Where the option is off, the sign means nothing.
  expect(await client.subscribe('chat:room#7')).toHaveProperty('subscribe')
  await client.close()
})

describe('claims', () => {
  it('that the file demands are demanded', async () => {
    const client = { token: { hmac_secret_key: secret, audience: 'us', issuer: 'them' } }
    const strict = await startRelay({ RELAY_CONFIG: aConfigFile({ namespaces: [] }, { client }) })
    for (const aud of ['us', ['others', 'us']]) {
      const welcome = await openClient(strict)
      const { connect } = await welcome.connect(aSignedToken({ sub: 'u1', aud, iss: 'them' }))
      expect(connect).toBeDefined()
      await welcome.close()
    }
    for (const claims of [{ iss: 'them' }, { aud: 'others', iss: 'them' }, { aud: 'us' }, { aud: 'us', iss: 'me' }]) {
      const stranger = await openClient(strict)
      stranger.send(JSON.stringify({ id: 1, connect: { token: aSignedToken({ sub: 'u1', ...claims }) } }))
      expect((await stranger.closed).code).toBe(3500)
    }
    await strict.stop()
  })

  it('may be written in Base64, when that is JSON', async () => {
    const b64info = Buffer.from('{"name":"Zoë"}').toString('base64')
    const client = await aClient({ sub: 'encoded', info: 'not this', b64info })
    await client.subscribe('chat:encoded')
    const { presence } = (await client.command('presence', { channel: 'chat:encoded' }))['presence'] as {
      presence: Record<string, { conn_info: unknown }>
    }
    expect(Object.values(presence).map((info) => info.conn_info)).toEqual([{ name: 'Zoë' }])
    await client.close()
    for (const wrong of ['!', Buffer.of(255).toString('base64'), 7]) {
      const other = await openClient(relay)
      other.send(JSON.stringify({ id: 1, connect: { token: aSignedToken({ sub: 'u1', b64info: wrong }) } }))
      expect((await other.closed).code).toBe(3500)
    }
  })
})
