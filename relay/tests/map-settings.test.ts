// Maps in a Centrifugo configuration: what is read, and what contradicts itself.
import { describe, expect, it } from 'vitest'
import { readSettings } from '../src/config.ts'
import { aConfigFile } from './config-file.ts'

const aMap = (map: object, more: object = {}) => ({ name: 'people', subscription_type: 'map', map, ...more })

function verdictOn(namespaces: object[], more: object = {}, environment: Record<string, string> = {}) {
  const verdict = readSettings({ RELAY_CONFIG: aConfigFile({ namespaces }, more), ...environment })
  return verdict.ok ? { problems: [], ...verdict } : { settings: null, warnings: [], ...verdict }
}

const mapIn = (namespaces: object[], environment = {}) =>
  verdictOn(namespaces, {}, environment).settings?.namespaces.get('people')

it('has the defaults of Centrifugo', () => {
  expect(mapIn([aMap({ mode: 'persistent' })])?.map).toMatchObject({
    keyTtl: 0,
    streamSize: 100,
    streamTtl: 60_000,
    pageSize: 100,
    smallestPage: 100,
    largestPage: 1000,
    liveLimit: 1000,
    catchUpTime: 5000,
    allowPublishForClient: false,
  })
  expect(mapIn([aMap({ mode: 'ephemeral', key_ttl: '3s' })])?.map).toMatchObject({ keyTtl: 3000, streamSize: 0 })
  expect(mapIn([{ name: 'people', map: { mode: 'persistent' } }])?.map).toBeNull()
})

it('remembers the position of a map at least as long as its keys', () => {
  const rules = mapIn([aMap({ mode: 'recoverable', key_ttl: '1h', stream_ttl: '10s' })])
  expect(rules?.historyMetaTtl).toBeGreaterThanOrEqual(3_600_000)
})

it('reads variables', () => {
  const name = 'CENTRIFUGO_CHANNEL_NAMESPACES_PEOPLE'
  const environment = { [`${name}_SUBSCRIPTION_TYPE`]: 'map', [`${name}_MAP_MODE`]: 'persistent' }
  expect(mapIn([{ name: 'people' }], { ...environment, [`${name}_MAP_STREAM_SIZE`]: '7' })?.map?.streamSize).toBe(7)
})

describe('refuses', () => {
  it.each([
    ['no mode', [aMap({})], 'map.mode'],
    ['no life of keys', [aMap({ mode: 'recoverable' })], 'map.key_ttl'],
    ['a life of keys that stay', [aMap({ mode: 'persistent', key_ttl: '1s' })], 'persistent'],
    ['a stream that is not kept', [aMap({ mode: 'ephemeral', key_ttl: '1s', stream_size: 1 })], 'ephemeral'],
    ['a position that is forgotten first', [aMap({ mode: 'recoverable', key_ttl: '2m', meta_ttl: '1m' })], 'meta_ttl'],
    ['who is there, for ever', [aMap({ mode: 'persistent' }, { subscription_type: 'map_users' })], 'for ever'],
    ['a mode of no kind', [aMap({ mode: 'lasting' })], 'map.mode'],
    ['slow clients that lose keys', [aMap({ mode: 'persistent' }, { conflate: true })], 'conflate'],
    [
      'a presence that leads nowhere',
      [{ name: 'chat', map_clients_presence_channel_prefix: 'people:' }],
      'map_clients',
    ],
    [
      'a presence that leads to another map',
      [aMap({ mode: 'persistent' }), { name: 'chat', map_users_presence_channel_prefix: 'people:' }],
      'map_users',
    ],
  ])('%s', (_, namespaces, word) => {
    expect(verdictOn(namespaces).problems.join()).toContain(word)
  })

  it('maps on a Redis that the engine does not use', () => {
    expect(verdictOn([], { map_broker: { type: 'redis' } }).problems.join()).toContain('map_broker')
    const both = { map_broker: { type: 'redis' }, engine: { type: 'redis' } }
    expect(verdictOn([], both).problems).toEqual([])
  })
})
