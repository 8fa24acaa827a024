// Redis behind Sentinel, which says where the master is, and Redis by TLS with an authority of one's own.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { freePort } from '../../bench/src/measuring/free-ports.ts'
import { redisMissing } from '../../web/server/tests/bench/redis-server.ts'
import { aConfigFile, aSignedToken } from './config-file.ts'
import { openClient } from './raw-client.ts'
import { redisCommand } from './redis-command.ts'
import { eventually, startRelay, type TestRelay } from './relay-process.ts'

/** Programs of the machine, not of a package. */
const redis = 'redis-server'
const openssl = 'openssl'

const missing = redisMissing()
const folder = mkdtempSync(join(tmpdir(), 'relay-redis-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

function startServer(...args: string[]): ChildProcess {
  const child = spawn(redis, args, { stdio: 'ignore' })
  children.push(child)
  return child
}

const plain = (port: number) => ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]

const at = (port: number) => `redis://127.0.0.1:${port}`

const aRelay = (options: object) =>
  startRelay({
    RELAY_CONFIG: aConfigFile(
      { namespaces: [{ name: 'news', allow_subscribe_for_client: true, history_size: 5, history_ttl: '60s' }] },
      { engine: { type: 'redis', redis: { connect_timeout: '500ms', io_timeout: '1s', ...options } } },
    ),
  })

const isReady = (relay: TestRelay) => eventually(async () => (await fetch(`${relay.base}/ready`)).ok)

async function carries(relay: TestRelay, data: string): Promise<void> {
  const client = await openClient(relay)
  await client.connect(aSignedToken({ sub: 'u1' }))
  await client.subscribe('news:1')
  expect(await relay.api('publish', { channel: 'news:1', data })).toHaveProperty('result.offset')
  await eventually(() => client.publications('news:1').includes(data))
  await client.close()
}

describe.skipIf(missing !== null)('the relay', () => {
  it('finds the master by Sentinel, and the next one when that is gone', { timeout: 90_000 }, async () => {
    const [first, second, watcher] = [await freePort(), await freePort(), await freePort()]
    const master = startServer(...plain(first))
    await eventually(() => redisCommand(at(first), 'PING').catch(() => null))
    startServer(...plain(second), '--replicaof', '127.0.0.1', String(first))
    await eventually(async () =>
      (await redisCommand(at(second), 'INFO replication').catch(() => '')).includes('master_link_status:up'),
    )
    const config = join(folder, 'sentinel.conf')
    const rules = ['monitor rooms 127.0.0.1 PORT 1', 'down-after-milliseconds rooms 500', 'failover-timeout rooms 2000']
    const lines = rules.map((rule) => `sentinel ${rule.replace('PORT', String(first))}`)
    writeFileSync(config, [`port ${watcher}`, 'bind 127.0.0.1', `dir ${folder}`, ...lines, ''].join('\n'))
    startServer(config, '--sentinel')
    await eventually(async () =>
      (await redisCommand(at(watcher), 'SENTINEL replicas rooms').catch(() => '')).includes(String(second)),
    )
    const sentinel = { sentinel_address: ['127.0.0.1:1', `127.0.0.1:${watcher}`], sentinel_master_name: 'rooms' }
    const relay = await aRelay(sentinel)
    await isReady(relay)
    await carries(relay, 'before')
    master.kill('SIGKILL')
    await eventually(async () => !(await fetch(`${relay.base}/ready`)).ok)
    await isReady(relay)
    await carries(relay, 'after')
    expect(await redisCommand(at(second), 'ROLE')).toContain('master')
    expect(await relay.metric('centrifugo_broker_redis_pub_sub_errors')).toBeGreaterThan(0)
    await relay.stop()
  })

  it('speaks TLS with an authority of its own, and with no other', { timeout: 60_000 }, async () => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
    const request = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ]
    execFileSync(openssl, [...request, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
    chmodSync(key, 0o600)
    const port = await freePort()
    const files = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate]
    startServer(
      '--port',
      '0',
      '--tls-port',
      String(port),
      ...files,
      '--tls-auth-clients',
      'no',
      '--save',
      '',
      '--dir',
      folder,
    )
    const address = `localhost:${port}`
    const relay = await aRelay({ address, tls: { enabled: true, server_ca_pem: readFileSync(certificate, 'utf8') } })
    await isReady(relay)
    await carries(relay, 'sealed')
    const stranger = await aRelay({ address, tls: { enabled: true } })
    await stranger.line(({ msg }) => String(msg).startsWith('Redis does not answer'))
    expect((await fetch(`${stranger.base}/ready`)).status).toBe(503)
    await Promise.all([relay.stop(), stranger.stop()])
  })
})
