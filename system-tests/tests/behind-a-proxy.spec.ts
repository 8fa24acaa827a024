// The reverse proxies of deploy/, for real, in front of processes that each listen on another address, as on machines of their own:
// pages and live updates over TLS, gateways that post, compression, limits, and nothing of backend and relay that is not meant for there.
import { expect } from '@playwright/test'
import { aProxy, type Proxy } from '../setup/a-proxy.ts'
import { findProgram } from '../setup/find-program.ts'
import { freePorts } from '@rollcall/bench/measuring/free-ports'
import { test } from '../setup/separate-processes.ts'
import { expectMarkersToMove, signIn, watchForTrouble } from '../setup/signed-in.ts'

const hosts = { BACKEND_HOST: '127.0.0.2', RELAY_HOST: '127.0.0.3', WEB_HOST: '127.0.0.4' }
test.use({ settings: { ...hosts, RELAY_ALLOWED_ORIGINS: 'https://localhost:*' }, ignoreHTTPSErrors: true })

/** An older Caddy says it with 502. */
const tooLargeStatus = [413, 502]

for (const kind of ['nginx', 'caddy'] as const) {
  const program = findProgram(kind)
  if (!program) console.warn(`!!! ${kind} is not on this machine (apt-get install ${kind}): its example is not tried.`)

  test.describe(kind, () => {
    test.skip(!program, `${kind} is not on this machine`)
    test.describe.configure({ mode: 'serial' })
    let proxy: Proxy
    let plainPort = 0
    test.afterAll(() => proxy?.stop())

    // holds spec 4.5-1
    test('serves pages with live updates over TLS', async ({ page, rollcall }) => {
      const [port = 0, plain = 0] = await freePorts(2)
      plainPort = plain
      const { web, backend, relay } = rollcall.addresses
      proxy = await aProxy(kind, program ?? '', { port, plainPort, behind: { web, backend, relay } })
      // What browsers are told of the relay is the proxy's address.
      await rollcall.kill('backend')
      const clientUrl = `wss://localhost:${port}/connection/websocket`
      // With the database in it, which ended with it.
      await rollcall.start('backend', { REALTIME_CLIENT_URL: clientUrl, DATABASE_URL: '' })
      const trouble = watchForTrouble(page)
      await signIn(page, proxy, rollcall.account('operator'))
      await page.goto(`${proxy.url}/floor-plan`)
      await expect(page.getByTestId('live-status')).toHaveAttribute('data-state', 'live')
      await expectMarkersToMove(page)
      expect(trouble).toEqual([])
    })

    // holds spec 4.5-7
    test('takes what gateways post, up to a size, and asks for their key', async ({ rollcall }) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${rollcall.ingestKey}` }
      const good = await proxy.ask('POST', '/ingest/raddec', headers, JSON.stringify([raddec()]))
      expect([good.status, good.text]).toEqual([202, expect.stringContaining('"accepted":1')])
      const { authorization: _, ...without } = headers
      expect((await proxy.ask('POST', '/ingest/raddec', without, '[]')).status).toBe(401)
      const large = `[${' '.repeat(2_000_000)}]`
      expect(tooLargeStatus).toContain((await proxy.ask('POST', '/ingest/raddec', headers, large)).status)
    })

    // holds rules 12-7
    test('passes nothing else on to backend and relay', async () => {
      for (const path of [
        '/metrics',
        '/health',
        '/ready',
        '/ingest/raddec',
        '/ingest/',
        '/ingest/../metrics',
        '/ingest/raddec/../../metrics',
        '/ingest/..%2fmetrics',
        '/ingest//metrics',
        '/connection/../metrics',
        '/connection/../admin',
        '/connection/..%2fmetrics',
        '/admin',
      ]) {
        const { text } = await proxy.ask('GET', path)
        expect(text, path).not.toMatch(/rollcall_backend_|centrifugo_|rollcall_relay_|"status":|<title>Relay/)
      }
      const published = await proxy.ask('POST', '/api/publish', { 'x-api-key': 'any' }, '{}')
      expect([401, 403, 404]).toContain(published.status)
    })

    test('hands on compressed what may be, and tells nothing of itself', async ({ page, rollcall }) => {
      const plain = await proxy.ask('GET', '/login')
      expect(plain.headers).not.toHaveProperty('content-encoding')
      const packed = await proxy.ask('GET', '/sw.js', { 'accept-encoding': 'gzip' })
      expect(packed.headers).toMatchObject({
        'content-encoding': 'gzip',
        vary: expect.stringContaining('Accept-Encoding'),
      })
      const described = await proxy.ask('GET', '/api/openapi.json', { 'accept-encoding': 'gzip' })
      expect(described.headers).toMatchObject({ 'content-encoding': 'gzip' })
      await signIn(page, proxy, rollcall.account('admin'))
      const list = await page.request.get(`${proxy.url}/api/personnel?pageSize=200`, {
        headers: { 'accept-encoding': 'br, gzip' },
      })
      expect([list.status(), list.headers()['content-encoding']]).toEqual([200, 'br'])
      const key = await page.request.get(`${proxy.url}/api/negotiate`, { headers: { 'accept-encoding': 'br, gzip' } })
      expect([key.status(), key.headers()['content-encoding']]).toEqual([200, undefined])
      expect(plain.headers['server'] ?? '').not.toMatch(/\d/)
      expect(plain.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    })

    test('refuses what is too large, and leads to TLS', async () => {
      const tooLarge = ' '.repeat(26_300_000)
      const refused = await proxy.ask('POST', '/api/auth/login', { 'content-type': 'application/json' }, tooLarge).then(
        ({ status }) => status,
        // Hung up before all of it was sent.
        () => 413,
      )
      expect(tooLargeStatus).toContain(refused)
      if (kind === 'nginx') {
        const reply = await fetch(`http://127.0.0.1:${plainPort}/people`, {
          headers: { host: 'localhost' },
          redirect: 'manual',
        })
        expect([reply.status, reply.headers.get('location')]).toEqual([
          301,
          expect.stringMatching(/^https:\/\/.*\/people$/),
        ])
      }
    })
  })
}

const raddec = () => ({
  transmitterId: 'ac233f264a2b',
  transmitterIdType: 2,
  timestamp: Date.now(),
  rssiSignature: [{ receiverId: 'ac233fc00001', receiverIdType: 2, rssi: -63 }],
  packets: [],
})
