// A relay that listens on another address than loopback (`RELAY_HOST`, `http_server.address`): strangers reach what is for clients
// and publishers, and nothing that is for this machine.
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../src/config.ts'
import { aConfigFile } from './config-file.ts'
import { openClient } from './raw-client.ts'
import { apiKey, origin, runRelay, secret, startRelay, type TestRelay } from './relay-process.ts'

const own = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
const outside = own.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? ''
if (outside === '') console.warn('How strangers are treated is not tested: this machine has only loopback.')

describe.skipIf(outside === '')('on every address', () => {
  let relay: TestRelay
  let base: string
  beforeAll(async () => {
    relay = await startRelay({
      RELAY_HOST: '0.0.0.0',
      RELAY_ADMIN_PASSWORD: 'a password that is long',
      RELAY_UNIDENTIFIED_PER_ADDRESS: '2',
    })
    base = `http://${outside}:${relay.port}`
  })
  afterAll(() => relay.stop())

  const statusOf = async (path: string) => (await fetch(base + path)).status

  it('answers strangers, with a warning at start', async () => {
    expect(await statusOf('/health')).toBe(200)
    const answer = await fetch(`${base}/api/info`, { method: 'POST', headers: { 'x-api-key': apiKey }, body: '{}' })
    expect(answer.status).toBe(200)
    expect(relay.lines.find(({ level }) => level === 'warn')?.['msg']).toContain('RELAY_HOST is 0.0.0.0')
    expect(relay.lines.find(({ msg }) => msg === 'listening')).toMatchObject({ host: '0.0.0.0' })
  })

  it('shows figures and the page of operators to this machine only', async () => {
    expect([await statusOf('/metrics'), await statusOf('/admin')]).toEqual([404, 404])
    const local = await Promise.all(['/metrics', '/admin'].map((path) => fetch(relay.base + path)))
    expect(local.map(({ status }) => status)).toEqual([200, 200])
  })

  it('believes no stranger which address it has, and the proxy on this machine', async () => {
    const opened = (host: string, from: string) =>
      openClient(
        { url: `ws://${host}:${relay.port}/connection/websocket` },
        { headers: { origin, 'x-forwarded-for': from } },
      )
    const strangers = [await opened(outside, '10.0.0.1'), await opened(outside, '10.0.0.2')]
    await expect(opened(outside, '10.0.0.3')).rejects.toThrow('503')
    const clients = await Promise.all(['10.0.0.1', '10.0.0.2', '10.0.0.3'].map((from) => opened('127.0.0.1', from)))
    for (const client of [...strangers, ...clients]) client.socket.terminate()
  })

  it('believes a proxy elsewhere that is named', async () => {
    const named = await startRelay({
      RELAY_HOST: outside,
      RELAY_TRUSTED_PROXIES: `10.0.0.0/8 ${outside}/32`,
      RELAY_UNIDENTIFIED_PER_ADDRESS: '1',
    })
    const url = `ws://${outside}:${named.port}/connection/websocket`
    const opened = (from: string) => openClient({ url }, { headers: { origin, 'x-forwarded-for': from } })
    const clients = [await opened('10.0.0.1'), await opened('10.0.0.2')]
    await expect(opened('10.0.0.2')).rejects.toThrow('503')
    await expect(fetch(`${named.base}/health`)).rejects.toThrow('fetch failed')
    for (const client of clients) client.socket.terminate()
    await named.stop()
  })
})

describe('the settings', () => {
  const good = { REALTIME_HMAC_SECRET: secret, REALTIME_API_KEY: apiKey, RELAY_ALLOWED_ORIGINS: origin }
  const problemsOf = (environment: Record<string, string>) => {
    const verdict = readSettings({ ...good, ...environment })
    return verdict.ok ? [] : verdict.problems
  }
  const inFile = (server: object, more: object = {}) => {
    const verdict = readSettings({ RELAY_CONFIG: aConfigFile({}, { http_server: server, ...more }) })
    return verdict.ok ? verdict.settings.host : verdict.problems.join()
  }

  it('name loopback unless told otherwise, also in a file that says nothing', () => {
    expect(inFile({})).toBe('127.0.0.1')
    expect(inFile({ address: '' })).toBe('127.0.0.1')
    expect(inFile({ address: 'localhost' })).toBe('127.0.0.1')
    expect(inFile({ address: '0.0.0.0' })).toBe('0.0.0.0')
    expect(inFile({ address: '::1' })).toBe('::1')
  })

  it.each([
    ['RELAY_HOST', 'relay.example'],
    ['RELAY_TRUSTED_PROXIES', 'proxy.local'],
    ['RELAY_TRUSTED_PROXIES', '10.0.0.0/40'],
    ['RELAY_TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['RELAY_TRUSTED_PROXIES', '::/129'],
  ])('refuse %s=%s', (name, value) => expect(problemsOf({ [name]: value }).join()).toContain(`${name}:`))

  it('never open the HTTP API to strangers without a key', () => {
    const open = { http_api: { insecure: true } }
    expect(inFile({ address: '0.0.0.0' }, open)).toContain('http_api.insecure')
    expect(inFile({ address: '0.0.0.0', internal_port: 8101 }, open)).toBe('0.0.0.0')
    expect(inFile({ address: '127.0.0.1' }, open)).toBe('127.0.0.1')
  })

  it('over IPv6 are the same', async () => {
    const relay = runRelay({ ...good, RELAY_HOST: '::1', RELAY_PORT: '0' })
    const { port } = await relay.line(({ msg }) => msg === 'listening')
    expect((await fetch(`http://[::1]:${String(port)}/metrics`)).status).toBe(200)
    await relay.stop()
  })
})
