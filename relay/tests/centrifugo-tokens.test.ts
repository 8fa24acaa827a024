// Tokens of a relay with a Centrifugo configuration (relay protocol 2.3, 2.4, 3): algorithms, claims that the file demands, keys
// of a rotation, tokens for channels with keys of their own, and what expires before it begins.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { centrifugoTokens, type TokenReading } from '../src/centrifugo/tokens/centrifugo-tokens.ts'
import { aConfigFile, aSignedToken, inSeconds } from './config-file.ts'
import { eventually, origin, runRelay, secret, startRelay, type TestRelay } from './relay-process.ts'
import { openClient } from './raw-client.ts'

const otherSecret = 'secret of subscription tokens, sixty-four characters are usual..'

describe('a token', () => {
  const usual: TokenReading = {
    secrets: [secret],
    previousUntil: 0,
    publicKeys: [],
    keyEndpoint: '',
    audience: null,
    issuer: null,
    userIdClaim: 'sub',
  }
  const read = (claims: object, reading: Partial<TokenReading> = {}, now = Date.now()) => {
    const all = { ...usual, ...reading }
    return centrifugoTokens({ connection: all, subscription: all }, () => now).connection(aSignedToken(claims))
  }
  const good = { ok: true }
  const invalid = { ok: false, reason: 'invalid' }

  it.each(['HS256', 'HS384', 'HS512'])('may be signed with %s', (algorithm) => {
    const { connection } = centrifugoTokens({ connection: usual, subscription: usual })
    expect(connection(aSignedToken({ sub: 'u1' }, secret, algorithm))).toMatchObject({ ok: true, user: 'u1' })
    expect(connection(aSignedToken({ sub: 'u1' }, otherSecret, algorithm))).toEqual(invalid)
  })

  it.each(['none', 'RS256', 'EdDSA', 'hs256', ''])('that names the algorithm %s is refused', (algorithm) => {
    const [, payload, signature] = aSignedToken({ sub: 'u1' }).split('.')
    const header = Buffer.from(JSON.stringify({ alg: algorithm })).toString('base64url')
    const { connection } = centrifugoTokens({ connection: usual, subscription: usual })
    for (const token of [`${header}.${payload}.${signature}`, `${header}.${payload}.`])
      expect(connection(token)).toEqual(invalid)
  })

  it('names its audience and issuer as the patterns demand', () => {
    const patterns = { audience: /^floor-\d+$/, issuer: /example\.com$/ }
    const iss = 'https://id.example.com'
    expect(read({ sub: 'u1', aud: ['others', 'floor-7'], iss }, patterns)).toMatchObject(good)
    expect(read({ sub: 'u1', aud: 'floor-7', iss }, patterns)).toMatchObject(good)
    for (const claims of [{ iss }, { aud: 'floor-', iss }, { aud: 'floor-7', iss: 'else' }, { aud: [], iss }])
      expect(read({ sub: 'u1', ...claims }, patterns)).toEqual(invalid)
  })

  it('of the previous secret is good until the file says otherwise', () => {
    const rotated = { secrets: [otherSecret, secret] }
    expect(read({ sub: 'u1' }, { ...rotated })).toMatchObject(good)
    expect(read({ sub: 'u1' }, { ...rotated, previousUntil: 1000 }, 999_000)).toMatchObject(good)
    expect(read({ sub: 'u1' }, { ...rotated, previousUntil: 1000 }, 1_000_000)).toEqual(invalid)
  })

  it('has its user where the file says', () => {
    expect(read({ sub: 'no', uid: 'yes' }, { userIdClaim: 'uid' })).toMatchObject({ ok: true, user: 'yes' })
    expect(read({ person: { id: 'deep' } }, { userIdClaim: 'person.id' })).toMatchObject({ ok: true, user: 'deep' })
    expect(read({ person: 'flat' }, { userIdClaim: 'person.id' })).toMatchObject({ ok: true, user: '' })
    expect(read({ uid: 7 }, { userIdClaim: 'uid' })).toEqual(invalid)
  })

  it.each([{ iat: 'now' }, { jti: 1 }, { iss: 1 }, { aud: { a: 1 } }, { aud: [1] }, { nbf: '0' }, { subs: [] }])(
    'with %j is worthless, for a known claim has a known type',
    (claims) => expect(read({ sub: 'u1', ...claims })).toEqual(invalid),
  )

  it('may leave claims open with null', () => expect(read({ sub: null, exp: null, info: null })).toMatchObject(good))
})

describe('a relay whose file speaks of tokens', () => {
  let relay: TestRelay
  beforeAll(async () => {
    const client = {
      token: { hmac_secret_key: secret },
      subscription_token: { enabled: true, hmac_secret_key: otherSecret },
      disallow_anonymous_connection_tokens: true,
      subscribe_to_user_personal_channel: { enabled: true, personal_channel_namespace: 'own' },
      connect_include_server_time: true,
      allowed_origins: [origin],
    }
    const namespaces = [{ name: 'own', presence: true }, { name: 'closed' }]
    relay = await startRelay({ RELAY_CONFIG: aConfigFile({ namespaces }, { client }) })
  })
  afterAll(() => relay.stop())

  async function aClient(claims: object = { sub: 'u1' }) {
    const client = await openClient(relay)
    const reply = await client.connect(aSignedToken(claims))
    return { ...client, reply }
  }

  it('reads those for channels with their own secret, and what they override', async () => {
    const client = await aClient()
    const channel = 'closed:1'
    const claims = { sub: 'u1', channel, override: { presence: { value: true } } }
    expect((await client.subscribe(channel, { token: aSignedToken(claims) })).error?.code).toBe(103)
    expect(await client.subscribe(channel, { token: aSignedToken(claims, otherSecret) })).toHaveProperty('subscribe')
    await client.close()
    const stranger = await openClient(relay)
    stranger.send(JSON.stringify({ id: 1, connect: { token: aSignedToken({ sub: 'u1' }, otherSecret) } }))
    expect((await stranger.closed).code).toBe(3500)
  })

  it('closes nobody in particular with 3507', async () => {
    const client = await openClient(relay)
    client.send(JSON.stringify({ id: 1, connect: { token: aSignedToken({}) } }))
    expect(await client.closed).toEqual({ code: 3507, reason: 'permission denied' })
  })

  it('gives every user a channel of their own, also across a refresh', async () => {
    const client = await aClient()
    expect(client.reply['connect']).toMatchObject({ subs: { 'own:#u1': {} } })
    await relay.api('publish', { channel: 'own:#u1', data: 'for you' })
    await eventually(() => client.publications('own:#u1').includes('for you'))
    expect((await client.command('refresh', { token: aSignedToken({ sub: 'u1' }) }))['refresh']).toEqual({})
    const other = await aClient({ sub: 'u2' })
    expect((await other.subscribe('own:#u1')).error?.code).toBe(103)
    await Promise.all([client.close(), other.close()])
  })

  it('ends the connections that a user had before, where the file says so', async () => {
    const client = {
      token: { hmac_secret_key: secret },
      subscribe_to_user_personal_channel: { enabled: true, single_connection: true },
      allowed_origins: [origin],
    }
    const single = await startRelay({ RELAY_CONFIG: aConfigFile({}, { client }) })
    const connected = async (sub: string) => {
      const one = await openClient(single)
      expect(await one.connect(aSignedToken({ sub }))).toHaveProperty('connect')
      return one
    }
    const [first, other] = [await connected('u1'), await connected('u2')]
    const second = await connected('u1')
    expect(await first.closed).toEqual({ code: 3504, reason: 'connection limit' })
    for (const one of [second, other]) expect(await one.subscribe('x:1')).toHaveProperty('error')
    await single.stop()
  })

  it('tells the time', async () => {
    const client = await aClient()
    const { time } = client.reply['connect'] as { time: number }
    expect(Math.abs(time - Date.now())).toBeLessThan(60_000)
    await client.close()
  })

  it('answers 110 to what would be over before it begins, and tells of a year at most', async () => {
    const over = { sub: 'u1', expire_at: inSeconds(-60) }
    expect((await aClient(over)).reply.error).toEqual({ code: 110, message: 'expired' })
    const client = await aClient({ sub: 'u1', exp: inSeconds(10 * 365 * 86_400) })
    expect(client.reply['connect']).toMatchObject({ expires: true, ttl: 365 * 86_400 })
    expect((await client.command('refresh', { token: aSignedToken(over) })).error?.code).toBe(110)
    const token = aSignedToken({ ...over, channel: 'closed:1' }, otherSecret)
    expect((await client.subscribe('closed:1', { token })).error?.code).toBe(110)
    const lasting = aSignedToken({ sub: 'u1', channel: 'closed:1', exp: inSeconds(600) }, otherSecret)
    expect(await client.subscribe('closed:1', { token: lasting })).toHaveProperty('subscribe')
    expect((await client.command('sub_refresh', { channel: 'closed:1', token })).error?.code).toBe(110)
    await client.close()
  })

  it('expires what the server refreshes into the past', async () => {
    const client = await aClient({ sub: 'late' })
    await relay.api('refresh', { user: 'late', expire_at: inSeconds(-1) })
    expect((await client.closed).code).toBe(3005)
  })
})

it.each([
  ['both an audience and its pattern', { token: { audience: 'a', audience_regex: 'a' } }, 'exclude each other'],
  ['a broken pattern', { token: { issuer_regex: '(' } }, 'client.token.issuer_regex'],
  ['no secret for channels', { subscription_token: { enabled: true } }, 'client.subscription_token.hmac_secret_key'],
  ['a short secret for channels', { subscription_token: { enabled: true, hmac_secret_key: 'short' } }, '32 bytes'],
  [
    'a personal namespace that is not there',
    { subscribe_to_user_personal_channel: { enabled: true, personal_channel_namespace: 'nowhere' } },
    'there is no namespace nowhere',
  ],
])('a file with %s refuses the start', async (_, client, sentence) => {
  const run = runRelay({ RELAY_CONFIG: aConfigFile({ namespaces: [] }, { client }), RELAY_PORT: '0' }, undefined, [
    '--check-config',
  ])
  expect(await run.exited).toBe(1)
  expect(run.errorOutput()).toContain(sentence)
})
