// A fail-over by Sentinel while official clients are connected: they stay connected, hear what comes after by themselves, and learn of
// whatever the new master does not have.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../bench/src/measuring/free-ports.ts'
import { redisMissing } from '../../web/server/tests/bench/redis-server.ts'
import { redisCommand } from './redis-command.ts'
import { eventually } from './relay-process.ts'
import { aWireClient, listen, ways } from './wire/clients.ts'
import { api, aWireRelay } from './wire/servers.ts'

/** A program of the machine, not of a package. */
const redis = 'redis-server'
const folder = mkdtempSync(join(tmpdir(), 'relay-failover-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})
const start = (...args: string[]) => void children.push(spawn(redis, args, { stdio: 'ignore' }))
const plain = (port: number) => ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
const at = (port: number) => `redis://127.0.0.1:${port}`

/** A master, its replica and a Sentinel that watches both. */
async function aWatchedPair() {
  const [first, second, watcher] = [await freePort(), await freePort(), await freePort()]
  start(...plain(first))
  await eventually(() => redisCommand(at(first), 'PING').catch(() => null))
  start(...plain(second), '--replicaof', '127.0.0.1', String(first))
  await eventually(async () =>
    (await redisCommand(at(second), 'INFO replication').catch(() => '')).includes('master_link_status:up'),
  )
  const config = join(folder, 'sentinel.conf')
  const rules = [
    `monitor rooms 127.0.0.1 ${first} 1`,
    'down-after-milliseconds rooms 2000',
    'failover-timeout rooms 4000',
  ]
  const lines = rules.map((rule) => `sentinel ${rule}`)
  writeFileSync(config, [`port ${watcher}`, 'bind 127.0.0.1', `dir ${folder}`, ...lines, ''].join('\n'))
  start(config, '--sentinel')
  await eventually(async () =>
    (await redisCommand(at(watcher), 'SENTINEL replicas rooms').catch(() => '')).includes(String(second)),
  )
  return { second, watcher }
}

it.skipIf(redisMissing() !== null)('is survived by connected clients', { timeout: 120_000 }, async () => {
  const { second, watcher } = await aWatchedPair()
  const { base, stop, metric } = await aWireRelay({
    CENTRIFUGO_ENGINE_TYPE: 'redis',
    CENTRIFUGO_ENGINE_REDIS_SENTINEL_ADDRESS: `127.0.0.1:${watcher}`,
    CENTRIFUGO_ENGINE_REDIS_SENTINEL_MASTER_NAME: 'rooms',
    CENTRIFUGO_ENGINE_REDIS_CONNECT_TIMEOUT: '500ms',
  })
  const server = { base, otherBase: base, stop }
  await eventually(async () => (await fetch(`${base}/ready`)).ok)
  const listeners = ways.map((way) => {
    const one = aWireClient(server, way)
    const heard = listen(one, 'event:failover')
    one.client.connect()
    return { ...one, ...heard }
  })
  await Promise.all(listeners.map(({ subscription }) => subscription.ready()))

  /** One after the other; what is refused counts as not said. */
  const acknowledged: number[] = []
  const control = new AbortController()
  onTestFinished(() => control.abort())
  const publishing = (async () => {
    for (let data = 1; !control.signal.aborted; data++) {
      const isTaken = await api(server, 'publish', { channel: 'event:failover', data }).catch(() => null)
      if (isTaken) acknowledged.push(data)
    }
  })()
  await eventually(() => acknowledged.length > 20)
  await eventually(async () => (await redisCommand(at(watcher), 'SENTINEL failover rooms')).startsWith('+OK'))
  await eventually(async () => (await redisCommand(at(second), 'ROLE').catch(() => '')).includes('master'))
  await eventually(async () => (await metric('centrifugo_broker_redis_pub_sub_errors')) > 0)
  await eventually(async () => (await fetch(`${base}/ready`)).ok)
  const after = acknowledged.length
  await eventually(() => acknowledged.length > after + 20)
  control.abort()
  await publishing
  await eventually(() => listeners.every(({ data }) => data().includes(acknowledged.at(-1))))

  for (const { log, states, data } of listeners) {
    expect(log.filter((event) => event !== 'connecting 0')).toEqual(['connected'])
    const missing = acknowledged.filter((number) => !data().includes(number))
    // Whoever misses something was told that not all could be recovered.
    expect(missing.length === 0 || states.includes('true false')).toBe(true)
    expect(data()).toEqual([...new Set(data())])
  }
  for (const { client } of listeners) client.disconnect()
  await stop()
})
