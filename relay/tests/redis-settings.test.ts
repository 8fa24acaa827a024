// How several nodes are configured: by the environment, or by a Centrifugo configuration file (rules 12).
import { describe, expect, it } from 'vitest'
import { readSettings } from '../src/config.ts'
import { describeSettings } from '../src/operators/describe-settings.ts'
import { aConfigFile } from './config-file.ts'
import { apiKey, origin, secret } from './relay-process.ts'

const enough = { REALTIME_HMAC_SECRET: secret, REALTIME_API_KEY: apiKey, RELAY_ALLOWED_ORIGINS: origin }

function settingsOf(environment: Record<string, string>) {
  const verdict = readSettings({ ...enough, ...environment })
  if (!verdict.ok) throw new Error(verdict.problems.join('\n'))
  return verdict.settings
}

const fromFile = (engine: object, more: object = {}) =>
  settingsOf({ RELAY_CONFIG: aConfigFile({}, { engine, ...more }) })

describe('the engine', () => {
  it('is the memory of one node unless told otherwise', () => {
    expect(settingsOf({}).redis).toBeNull()
    expect(fromFile({ type: 'memory', redis: { address: '127.0.0.1:6379' } }).redis).toBeNull()
  })

  it('is Redis with REDIS_URL', () => {
    const { redis, nodeName } = settingsOf({ REDIS_URL: 'rediss://u:p@redis.example:6380/2', RELAY_NODE_NAME: 'one' })
    expect(redis).toEqual({
      url: 'rediss://u:p@redis.example:6380/2',
      prefix: 'rollcall',
      connectTimeout: 1000,
      ioTimeout: 4000,
      presence: { interval: 27_000, ttl: 60_000 },
      positionCheckDelay: 40_000,
    })
    expect(nodeName).toBe('one')
  })

  it('is Redis by the names of Centrifugo', () => {
    const redis = { address: '10.0.0.5:6379', user: 'me', password: 'p@ss/word', db: 3, prefix: 'other' }
    const times = { connect_timeout: '2s', io_timeout: '500ms', presence_ttl: '30s' }
    const client = {
      token: { hmac_secret_key: secret },
      presence_update_interval: '10s',
      channel_position_check_delay: '15s',
    }
    const settings = fromFile({ type: 'redis', redis: { ...redis, ...times } }, { client, node: { name: 'two' } })
    expect(settings.redis).toEqual({
      url: 'redis://me:p%40ss%2Fword@10.0.0.5:6379/3',
      prefix: 'other',
      connectTimeout: 2000,
      ioTimeout: 500,
      presence: { interval: 10_000, ttl: 30_000 },
      positionCheckDelay: 15_000,
    })
    expect(settings.nodeName).toBe('two')
    expect(fromFile({ type: 'redis' }).redis?.url).toBe('redis://127.0.0.1:6379/0')
    expect(fromFile({ type: 'redis', redis: { address: 'rediss://u:p@far:1/5' } }).redis?.url).toBe(
      'rediss://u:p@far:1/5',
    )
  })

  it.each([
    ['an address that is none', { REDIS_URL: 'localhost' }, 'REDIS_URL'],
    ['a prefix with a blank', { REDIS_URL: 'redis://a:1', RELAY_REDIS_PREFIX: 'a b' }, 'RELAY_REDIS_PREFIX'],
    ['presence that runs out before it is renewed', { RELAY_PRESENCE_TTL: '5' }, 'RELAY_PRESENCE_INTERVAL'],
    ['an unknown engine', { RELAY_CONFIG: aConfigFile({}, { engine: { type: 'nats' } }) }, 'engine.type'],
    [
      'several addresses',
      { RELAY_CONFIG: aConfigFile({}, { engine: { type: 'redis', redis: { address: ['a:1', 'b:1'] } } }) },
      'engine.redis.address',
    ],
    [
      'an address in the file that is none',
      { RELAY_CONFIG: aConfigFile({}, { engine: { type: 'redis', redis: { address: 'not an address' } } }) },
      'REDIS_URL',
    ],
  ])('refuses %s, by name', (_, environment, name) => expect(() => settingsOf(environment)).toThrow(name))

  it('is shown without its password', () => {
    const text = describeSettings(settingsOf({ REDIS_URL: 'redis://me:hidden@redis.example:6379' }))
    expect(text).toContain('redis.example:6379')
    expect(text).not.toContain('hidden')
  })
})
