// What `docs/relay-swap.md` says to differ with Redis: the same deed at both servers, with both answers.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../src/config.ts'
import { redisCommand } from '../redis-command.ts'
import { eventually } from '../relay-process.ts'
import { aConfigPath, aName, api, serversOnRedis } from './servers.ts'
import config from './config.json' with { type: 'json' }

describe.each(serversOnRedis())('$server', ({ server: name, isMissing, start }) => {
  it.skipIf(isMissing)('gives a stream another epoch when Redis is restarted with what it saved', async () => {
    const server = await start()
    const channel = aName('floor:restarted')
    const epochOf = async () => (await api(server, 'history', { channel }))['epoch']
    await api(server, 'publish', { channel, data: 1 })
    const before = await epochOf()
    expect(await redisCommand(server.redis?.url ?? '', 'SAVE')).toBe('+OK\r\n')
    await server.redis?.stop()
    await server.redis?.start()
    await eventually(() => api(server, 'publish', { channel, data: 2 }).catch(() => null))
    expect((await epochOf()) === before).toBe(name === 'Centrifugo')
    await server.stop()
  })
})

describe.each(serversOnRedis('memory'))('$server with maps in memory', ({ server: name, isMissing, start }) => {
  it.skipIf(isMissing)('keeps them where the engine keeps the rest', async () => {
    const server = await start()
    const channel = aName('people:where')
    await api(server, 'map_publish', { channel, key: 'a', data: {} })
    const keys = await redisCommand(server.redis?.url ?? '', 'KEYS *')
    expect(keys.includes(channel)).toBe(name !== 'Centrifugo')
    await server.stop()
  })
})

const program = process.env['CENTRIFUGO_BIN'] ?? ''

describe.skipIf(program === '')('a configuration that only Centrifugo takes', () => {
  it.each([
    ['map_broker', { engine: { type: 'memory' }, map_broker: { type: 'redis' } }],
    ['engine.redis.address', { engine: { type: 'redis', redis: { address: ['127.0.0.1:1', '127.0.0.1:2'] } } }],
  ])('%s', (option, more) => {
    const file = aConfigPath()
    writeFileSync(file, JSON.stringify({ ...config, ...more }))
    expect(spawnSync(program, ['checkconfig', '--config', file]).status).toBe(0)
    const verdict = readSettings({ RELAY_CONFIG: file })
    expect(verdict.ok ? '' : verdict.problems.join()).toContain(option)
  })
})
