// Tokens signed by keys of which the relay knows only the public half, from the file or from an endpoint, and data that comes with a
// subscription token (relay protocol 3).
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../src/config.ts'
import { aConfigFile, aSignedToken, inSeconds } from './config-file.ts'
import { eventually, origin, secret, startRelay, type TestRelay } from './relay-process.ts'
import { openClient } from './raw-client.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const otherEc = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const edwards = generateKeyPairSync('ed25519')
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()

function aToken(algorithm: string, key: KeyObject, claims: object = {}, kid?: string): string {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${encoded({ alg: algorithm, kid })}.${encoded({ sub: 'u1', exp: inSeconds(600), ...claims })}`
  const hash = algorithm === 'EdDSA' ? null : `sha${algorithm.slice(2)}`
  return `${text}.${sign(hash, Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

async function outcome(relay: TestRelay, token: string): Promise<string> {
  const client = await openClient(relay)
  client.send(JSON.stringify({ id: 1, connect: { token } }))
  const end = client.closed.then(({ code }) => `closed ${code}`)
  const answer = client.next(({ id }) => id === 1).then(({ error }) => (error ? `error ${error.code}` : 'connected'))
  const first = await Promise.race([answer, end]).catch(() => end)
  client.socket.terminate()
  return first
}

const relays: TestRelay[] = []
afterAll(() => Promise.all(relays.map((relay) => relay.stop())))

async function aRelay(token: object): Promise<TestRelay> {
  const channel = { namespaces: [{ name: 'own' }] }
  const file = aConfigFile(channel, { client: { token, allowed_origins: [origin] } })
  const relay = await startRelay({ RELAY_CONFIG: file, REALTIME_HMAC_SECRET: '' })
  relays.push(relay)
  return relay
}

describe('a relay with public keys in its file', () => {
  let relay: TestRelay
  beforeAll(async () => {
    relay = await aRelay({ rsa_public_key: pem(rsa.publicKey), ecdsa_public_key: pem(ec.publicKey) })
  })

  it.each(['RS256', 'RS384', 'RS512'])('takes tokens by %s', async (name) => {
    expect(await outcome(relay, aToken(name, rsa.privateKey))).toBe('connected')
  })

  it('takes tokens by ES256', async () => {
    expect(await outcome(relay, aToken('ES256', ec.privateKey))).toBe('connected')
    expect(await outcome(relay, aToken('ES256', ec.privateKey, { exp: inSeconds(-5) }))).toBe('error 109')
  })

  it.each([
    ['of another key', () => aToken('ES256', otherEc.privateKey)],
    ['of another curve', () => aToken('ES384', ec.privateKey)],
    ['of no configured kind', () => aToken('EdDSA', edwards.privateKey)],
    ['signed with the public key as a secret', () => aSignedToken({ sub: 'u1' }, pem(rsa.publicKey))],
    ['without a signature', () => `${aToken('RS256', rsa.privateKey).split('.').slice(0, 2).join('.')}.`],
  ])('refuses one %s', async (_, token) => {
    expect(await outcome(relay, token())).toBe('closed 3500')
  })

  it('is not started with a key that is none, or too short', () => {
    const short = pem(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey)
    for (const key of ['no key', short, pem(ec.publicKey)]) {
      const verdict = readSettings({ RELAY_CONFIG: aConfigFile({}, { client: { token: { rsa_public_key: key } } }) })
      expect(verdict.ok ? [] : verdict.problems.join()).toContain('client.token.rsa_public_key: must be')
    }
  })
})

describe('a relay with an endpoint of keys', () => {
  let server: Server
  let asked = 0
  const keys: object[] = []
  let relay: TestRelay
  beforeAll(async () => {
    keys.push({ ...ec.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256' })
    server = createServer((_, response) => {
      asked++
      response.end(JSON.stringify({ keys }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    relay = await aRelay({ jwks_public_endpoint: `http://127.0.0.1:${port}/keys`, hmac_secret_key: secret })
  })
  afterAll(() => server.close())

  it('answers with a temporary error until it has the keys, and asks for them once', async () => {
    const token = aToken('ES256', ec.privateKey, {}, 'one')
    expect(await outcome(relay, token)).toBe('error 100')
    await eventually(async () => (await outcome(relay, token)) === 'connected')
    expect(await outcome(relay, token)).toBe('connected')
    expect(asked).toBe(1)
  })

  it('takes nothing else: no secret, no unknown key, no other algorithm', async () => {
    expect(await outcome(relay, aSignedToken({ sub: 'u1' }))).toBe('closed 3500')
    expect(await outcome(relay, aToken('ES256', otherEc.privateKey, {}, 'one'))).toBe('closed 3500')
    expect(await outcome(relay, aToken('ES256', ec.privateKey))).toBe('closed 3500')
  })

  it('finds a key that was added', async () => {
    keys.push({ ...edwards.publicKey.export({ format: 'jwk' }), kid: 'two' })
    const token = aToken('EdDSA', edwards.privateKey, {}, 'two')
    await eventually(async () => (await outcome(relay, token)) === 'connected')
    expect(asked).toBe(2)
  })
})

it('tells a client the data of its subscription token', async () => {
  const relay = await aRelay({ hmac_secret_key: secret })
  const client = await openClient(relay)
  await client.connect(aSignedToken({ sub: 'u1' }))
  const reply = await client.subscribe('own:1', {
    token: aSignedToken({ sub: 'u1', channel: 'own:1', data: { seat: 7 } }),
  })
  expect(reply['subscribe']).toEqual({ data: { seat: 7 } })
  const b64data = Buffer.from('"x"').toString('base64')
  const other = await client.subscribe('own:2', { token: aSignedToken({ sub: 'u1', channel: 'own:2', b64data }) })
  expect(other['subscribe']).toEqual({ data: 'x' })
  await client.close()
})
