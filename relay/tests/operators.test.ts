// The process as operators meet it: start-up refusals, health, metrics, listening address, graceful stop (spec 4.5, 7).
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiKey, eventually, origin, runRelay, secret, startRelay, type TestRelay } from './relay-process.ts'
import { aSubscriber, openClient } from './raw-client.ts'

describe('starting', () => {
  const good = {
    RELAY_PORT: '0',
    REALTIME_HMAC_SECRET: secret,
    REALTIME_API_KEY: apiKey,
    RELAY_ALLOWED_ORIGINS: origin,
  }

  // holds spec 5.5-6, 5.5-8; rules 7-7, 7-13
  it.each([
    ['no secret', { REALTIME_HMAC_SECRET: '' }, 'REALTIME_HMAC_SECRET'],
    ['a short secret', { REALTIME_HMAC_SECRET: 'short-and-secret' }, 'REALTIME_HMAC_SECRET'],
    ['a short previous secret', { REALTIME_HMAC_SECRET_PREVIOUS: 'short-and-secret' }, 'REALTIME_HMAC_SECRET_PREVIOUS'],
    ['no API key', { REALTIME_API_KEY: '' }, 'REALTIME_API_KEY'],
    ['a short API key', { REALTIME_API_KEY: 'short-and-secret' }, 'REALTIME_API_KEY'],
    ['one value for both', { REALTIME_API_KEY: secret }, 'REALTIME_API_KEY'],
    ['no origins', { RELAY_ALLOWED_ORIGINS: '' }, 'RELAY_ALLOWED_ORIGINS'],
    ['a malformed origin', { RELAY_ALLOWED_ORIGINS: 'https://[' }, 'RELAY_ALLOWED_ORIGINS'],
    ['a port that is none', { RELAY_PORT: '99999' }, 'RELAY_PORT'],
    ['a pong timeout above the ping interval', { RELAY_PING_INTERVAL: '5' }, 'RELAY_PONG_TIMEOUT'],
  ])('is refused with %s, naming the setting and not its value', async (_, change, name) => {
    const run = runRelay({ ...good, ...change })
    expect(await run.exited).toBe(1)
    expect(run.errorOutput()).toContain(`${name}:`)
    expect(run.errorOutput()).not.toContain('short-and-secret')
    expect(run.errorOutput()).not.toContain(secret)
  })

  // holds spec 5.5-6
  it('names everything that is wrong at once', async () => {
    const run = runRelay({ RELAY_PORT: '0' })
    expect(await run.exited).toBe(1)
    expect(run.errorOutput().trim().split('\n')).toHaveLength(3)
  })

  // holds rules 7-7
  it('allows short secrets and no origins in development, and warns of an open door', async () => {
    const relay = await startRelay({
      NODE_ENV: 'development',
      REALTIME_HMAC_SECRET: 'dev',
      REALTIME_API_KEY: 'key',
      RELAY_ALLOWED_ORIGINS: '',
    })
    expect(await relay.stop()).toBe(0)
    const open = await startRelay({ RELAY_ALLOWED_ORIGINS: '*' })
    expect(open.lines.find(({ level }) => level === 'warn')?.['msg']).toContain('RELAY_ALLOWED_ORIGINS is *')
    expect(await open.stop()).toBe(0)
  })

  it('can check and print the settings without starting, and without telling secrets', async () => {
    const check = runRelay(good, undefined, ['--check-config'])
    expect([await check.exited, check.output()]).toEqual([0, 'The configuration is good.\n'])
    const bad = runRelay({ ...good, RELAY_PORT: 'x' }, undefined, ['--check-config'])
    expect(await bad.exited).toBe(1)
    const print = runRelay(good, undefined, ['--print-config'])
    expect(await print.exited).toBe(0)
    const settings = JSON.parse(print.output()) as { limits: object; namespaces: object }
    expect(settings).toMatchObject({ tokenRules: 'product', limits: { pingInterval: 25_000 }, tokenSecrets: 1 })
    expect(Object.keys(settings.namespaces)).toEqual(['floor', 'global', 'event'])
    expect(print.output()).not.toContain(secret)
    expect(print.output()).not.toContain(apiKey)
  })

  it('says in one sentence that the port is taken', async () => {
    const first = await startRelay()
    const second = runRelay({ ...good, RELAY_PORT: String(first.port) })
    expect(await second.exited).toBe(1)
    expect(second.errorOutput().trim()).toBe(`The relay cannot listen: 127.0.0.1:${first.port} is already in use.`)
    await first.stop()
  })

  it('reads no .env and no bunfig of the working directory', async () => {
    const folder = mkdtempSync('/tmp/relay-cwd-')
    writeFileSync(`${folder}/.env`, `REALTIME_API_KEY=${apiKey}\nREALTIME_HMAC_SECRET=${secret}\n`)
    writeFileSync(`${folder}/bunfig.toml`, 'preload = ["./missing.ts"]\n')
    const run = runRelay({ RELAY_PORT: '0', RELAY_ALLOWED_ORIGINS: origin }, folder)
    expect(await run.exited).toBe(1)
    expect(run.errorOutput()).toContain('REALTIME_API_KEY: is required.')
    rmSync(folder, { recursive: true })
  })
})

describe('a running relay', () => {
  let relay: TestRelay
  beforeAll(async () => {
    relay = await startRelay()
  })
  afterAll(() => relay.stop())

  it('is healthy', async () => {
    const response = await fetch(`${relay.base}/health`)
    expect([response.status, await response.json()]).toEqual([200, {}])
  })

  // holds spec 4.5-6; rules 7-8
  it('shows its metrics to this machine only', async () => {
    const client = await aSubscriber(relay, ['floor:1'])
    await relay.api('publish', { channel: 'floor:1', data: 1 })
    await relay.api('publish', { channel: 'xxx:1', data: 1 })
    await client.subscribe('xxx:1')
    await relay.api('history_remove', { channel: 'floor:1' })
    await relay.api('channels', {})
    const response = await fetch(`${relay.base}/metrics`)
    expect(response.headers.get('content-type')).toContain('text/plain')
    const text = await response.text()
    for (const line of [
      'centrifugo_node_num_clients 1',
      'centrifugo_node_num_users 1',
      'centrifugo_node_num_channels 1',
      'centrifugo_node_num_subscriptions 1',
      'centrifugo_node_messages_sent_count{type="publication",channel_namespace="floor"} 1',
      'centrifugo_client_connections_inflight{transport="websocket",accept_protocol="",client_name="unnamed",client_version=""} 1',
      'centrifugo_client_subscriptions_inflight{client_name="unnamed",channel_namespace="floor"} 1',
      'centrifugo_client_num_reply_errors{method="subscribe",code="102",channel_namespace=""} 1',
      'centrifugo_api_command_errors_total{protocol="http",method="publish",error="102"} 1',
      'centrifugo_node_action_count{action="add_subscription",channel_namespace="floor"} 1',
      'centrifugo_node_action_count{action="broker_subscribe",channel_namespace="floor"} 1',
      'centrifugo_node_action_count{action="history_recover_cache",channel_namespace="floor"} 1',
      'centrifugo_node_action_count{action="history_remove",channel_namespace="floor"} 1',
      'centrifugo_node_action_count{action="survey",channel_namespace=""} 1',
      'centrifugo_node_survey_duration_seconds_count{op="channels"} 1',
      'centrifugo_transport_messages_sent{transport="websocket",frame_type="push_publication",channel_namespace="floor"} 1',
    ]) {
      expect(text).toContain(`${line}\n`)
    }
    // What the public dashboard of Centrifugo reads beside those above, by type.
    for (const [type, names] of [
      ['counter', 'node_messages_received_count transport_messages_received transport_messages_received_size'],
      ['counter', 'client_connections_accepted client_subscriptions_accepted client_num_server_disconnects'],
      ['counter', 'client_recover node_client_connection_limit node_tags_filter_dropped_publications'],
      ['gauge', 'node_num_nodes node_build'],
      ['histogram', 'client_command_duration_seconds_histogram api_command_duration_seconds_histogram'],
      ['counter', 'broker_publish_suppressed_count'],
      ['histogram', 'client_ping_pong_duration_seconds node_broadcast_duration_seconds'],
      ['histogram', 'node_survey_duration_seconds_histogram node_pub_sub_lag_seconds'],
      ['summary', 'client_command_duration_seconds api_command_duration_seconds node_survey_duration_seconds'],
    ] as const) {
      for (const name of names.split(' ')) expect(text).toContain(`# TYPE centrifugo_${name} ${type}\n`)
    }
    const command = 'centrifugo_client_command_duration_seconds'
    const labels = 'method="subscribe",channel_namespace="floor"'
    expect(text).toContain(`${command}_histogram_bucket{${labels},le="+Inf"} 1\n`)
    expect(text).toMatch(new RegExp(`${command}{${labels},quantile="0.99"} 0\\.\\d+`))
    expect(text).toContain(
      'transport_messages_received{transport="websocket",frame_type="connect",channel_namespace=""} 1',
    )
    for (const header of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'X-Forwarded-Proto', 'Via']) {
      expect((await fetch(`${relay.base}/metrics`, { headers: { [header]: '203.0.113.9' } })).status).toBe(404)
    }
    await client.close()
  })

  it('shows them to whoever bears the token, also through the proxy', async () => {
    const token = 'metrics token for the tests, long enough'.replaceAll(' ', '-')
    const before = 'metrics-token-from-before-the-rotation'
    const open = await startRelay({ METRICS_TOKEN: token, METRICS_TOKEN_PREVIOUS: before })
    const ask = async (headers: Record<string, string>) => (await fetch(`${open.base}/metrics`, { headers })).status
    const outside = { 'x-forwarded-for': '203.0.113.9' }
    expect(await ask({})).toBe(200)
    for (const accepted of [token, before])
      expect(await ask({ ...outside, authorization: `Bearer ${accepted}` })).toBe(200)
    for (const authorization of ['', `Bearer ${token}x`, token])
      expect([authorization, await ask({ ...outside, authorization })]).toEqual([authorization, 401])
    // Where there is none, none opens.
    const closed = await fetch(`${relay.base}/metrics`, { headers: { ...outside, authorization: 'Bearer ' } })
    expect(closed.status).toBe(404)
    await open.stop()
    const refused = runRelay({ RELAY_PORT: '0', RELAY_ALLOWED_ORIGINS: origin, METRICS_TOKEN: 'short' })
    expect(await refused.exited).toBe(1)
    expect(refused.errorOutput()).toContain('METRICS_TOKEN: must be at least 32 bytes long.')
  })

  // holds spec 4.5-2
  it('listens on loopback only', async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
    const outside = addresses.filter(({ internal, family }) => !internal && family === 'IPv4')
    for (const { address } of outside) {
      const outcome = await new Promise((resolve) => {
        const socket = connect(relay.port, address)
        socket.once('connect', () => resolve('connected'))
        socket.once('error', () => resolve('refused'))
      })
      expect(outcome).toBe('refused')
    }
    expect(addresses.some(({ internal }) => internal)).toBe(true)
  })

  it('answers unknown paths and crooked Host headers without confusion', async () => {
    expect((await fetch(`${relay.base}/`)).status).toBe(404)
    expect((await fetch(`${relay.base}/connection/other`)).status).toBe(404)
    for (const host of ['a/metrics?', 'a/api/publish?x=', '']) {
      const answer = await new Promise<string>((resolve) => {
        const socket = connect(relay.port, '127.0.0.1', () => socket.write(`GET /x HTTP/1.1\r\nHost: ${host}\r\n\r\n`))
        socket.once('data', (chunk) => {
          resolve(String(chunk))
          socket.destroy()
        })
      })
      expect(answer).toMatch(/^HTTP\/1.1 4\d\d /)
    }
  })
})

describe('stopping', () => {
  // holds spec 1.6-1
  it.each(['SIGTERM', 'SIGINT'] as const)('with %s closes every client with 3001 and ends with 0', async (signal) => {
    const relay = await startRelay()
    const clients = await Promise.all(Array.from({ length: 20 }, () => openClient(relay)))
    await Promise.all(clients.slice(0, 15).map((client) => client.connect()))
    relay.signal(signal)
    const ends = await Promise.all(clients.map(({ closed }) => closed))
    expect(ends).toEqual(clients.map(() => ({ code: 3001, reason: 'shutdown' })))
    expect(await relay.exited).toBe(0)
  })

  it('takes the relay with it when the launcher is killed', async () => {
    const relay = await startRelay()
    await relay.kill()
    const isListening = () =>
      fetch(`${relay.base}/health`).then(
        () => true,
        () => false,
      )
    expect(await eventually(async () => !(await isListening()))).toBe(true)
  })
})
