// Maps, as the official client sees them: values by key over every transport, in both formats, on every server.
import type { MapSubscriptionOptions, MapUpdateContext } from 'centrifuge'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../relay-process.ts'
import { aWireClient, ways, type WireClient } from './clients.ts'
import { aName, aWireToken, api, servers, type WireServer } from './servers.ts'

/** Follows a map: what the client would show, and what it was told. */
function follow({ client, plain }: WireClient, channel: string, options: MapSubscriptionOptions = {}) {
  const subscription = client.newMapSubscription(channel, { minResubscribeDelay: 10, ...options })
  const values = new Map<string, unknown>()
  const log: string[] = []
  const valueOf = ({ data }: MapUpdateContext) => (data?.length === 0 ? null : plain(data))
  subscription.on('sync', ({ entries }) => {
    log.push('sync')
    values.clear()
    for (const entry of entries) values.set(entry.key, valueOf(entry))
  })
  subscription.on('update', (change) => {
    log.push(`${change.removed ? '-' : '+'}${change.key}`)
    if (change.removed) values.delete(change.key)
    else values.set(change.key, valueOf(change))
  })
  subscription.on('unsubscribed', ({ code }) => log.push(`unsubscribed ${code}`))
  subscription.subscribe()
  return { subscription, log, shown: () => Object.fromEntries(values) }
}

describe.each(servers)('$server', ({ isMissing, start }) => {
  let server: WireServer
  beforeAll(async () => {
    if (!isMissing) server = await start()
  })
  afterAll(() => server?.stop())

  const set = (channel: string, key: string, data: unknown, more: object = {}) =>
    api(server, 'map_publish', { channel, key, data, ...more })
  /** Whoever disconnects hears what comes until the server knows. */
  const isEmpty = (channel: string) =>
    eventually(async () => !Object.hasOwn((await api(server, 'channels', {}))['channels'] ?? {}, channel))
  const remove = (channel: string, key: string) => api(server, 'map_remove', { channel, key })

  describe.skipIf(isMissing).each(ways)('by $transport in $format', (way) => {
    it.concurrent('shows what there is, then every change', async () => {
      const one = aWireClient(server, way)
      const channel = `people:${aName('all')}`
      await set(channel, 'ann', { x: 1 })
      await set(channel, 'Zoë 🙂', { x: 2 })
      const people = follow(one, channel)
      one.client.connect()
      await people.subscription.ready()
      expect(people.shown()).toEqual({ ann: { x: 1 }, 'Zoë 🙂': { x: 2 } })
      await set(channel, 'bob', [3])
      await remove(channel, 'ann')
      await eventually(() => people.log.length === 3)
      expect(people.log).toEqual(['sync', '+bob', '-ann'])
      expect(people.shown()).toEqual({ 'Zoë 🙂': { x: 2 }, bob: [3] })
    })

    it.concurrent('gives who returns the changes alone, and everything when too many are gone', async () => {
      const one = aWireClient(server, way)
      const channel = `people:${aName('away')}`
      await set(channel, 'ann', 1)
      const people = follow(one, channel)
      one.client.connect()
      await people.subscription.ready()
      one.client.disconnect()
      await isEmpty(channel)
      await set(channel, 'bob', 2)
      await remove(channel, 'ann')
      one.client.connect()
      await eventually(() => people.log.length === 3)
      expect(people.log).toEqual(['sync', '+bob', '-ann'])
      one.client.disconnect()
      await isEmpty(channel)
      for (let serial = 0; serial < 25; serial++) await set(channel, 'bob', serial)
      one.client.connect()
      await eventually(() => people.log.length === 4)
      expect([people.log.at(-1), people.shown()]).toEqual(['sync', { bob: 24 }])
    })

    it.concurrent('sends what changed in a value', async () => {
      const one = aWireClient(server, way)
      const channel = `patchedmap:${aName('patched')}`
      const long = (serial: number) => ({ text: 'the same text again and again '.repeat(10), serial })
      await set(channel, 'ann', long(1))
      const people = follow(one, channel, { delta: 'fossil' })
      one.client.connect()
      await people.subscription.ready()
      for (const serial of [2, 3]) for (const key of ['ann', 'bob']) await set(channel, key, long(serial))
      await eventually(() => people.log.length === 5)
      expect(people.shown()).toEqual({ ann: long(3), bob: long(3) })
      expect(people.subscription.deltaStats()?.numDeltaPayloads).toBe(3)
    })
  })

  describe.skipIf(isMissing)('by websocket', () => {
    const [way] = ways
    const aClient = (options = {}) => aWireClient(server, way ?? { transport: 'websocket', format: 'json' }, options)

    it.concurrent('sends many keys in pages, without losing what changes meanwhile', async () => {
      const one = aClient()
      const channel = `passing:${aName('pages')}`
      const keys = Array.from({ length: 250 }, (_, serial) => `k${serial}`)
      await Promise.all(keys.map((key) => set(channel, key, 'old')))
      const people = follow(one, channel, { pageSize: 100 })
      one.client.connect()
      await Promise.all([people.subscription.ready(), ...keys.map((key) => set(channel, key, 'new'))])
      await eventually(() => Object.values(people.shown()).every((value) => value === 'new'))
      expect(Object.keys(people.shown()).length).toBeLessThanOrEqual(250)
      // They expire, and that is told.
      await eventually(() => Object.keys(people.shown()).length === 0)
    })

    it.concurrent('shows a subscriber with a filter only what passes', async () => {
      const one = aClient()
      const channel = `people:${aName('tags')}`
      await set(channel, 'ann', 1, { tags: { floor: '1' } })
      await set(channel, 'bob', 1, { tags: { floor: '2' } })
      const people = follow(one, channel, { tagsFilter: { key: 'floor', cmp: 'eq', val: '1' } })
      one.client.connect()
      await people.subscription.ready()
      await set(channel, 'bob', 2, { tags: { floor: '2' } })
      await remove(channel, 'ann')
      await eventually(() => people.log.length === 2)
      expect([people.log, people.shown()]).toEqual([['sync', '-ann'], {}])
    })

    it.concurrent('lets clients change only what they may, under their own key where that is said', async () => {
      const [one, other] = [aClient(), aClient({ token: aWireToken({ sub: aName('other') }) })]
      const [channel, people] = [`cursors:${aName('own')}`, `people:${aName('own')}`]
      const [own, seen] = [follow(one, channel), follow(other, channel)]
      one.client.connect()
      other.client.connect()
      await Promise.all([own.subscription.ready(), seen.subscription.ready()])
      await own.subscription.publish('another name', { x: 1 })
      await eventually(() => seen.log.length === 2)
      expect(Object.values(seen.shown())).toEqual([{ x: 1 }])
      expect(Object.keys(seen.shown())).not.toContain('another name')
      // Its key goes with it.
      own.subscription.unsubscribe()
      await eventually(() => Object.keys(seen.shown()).length === 0)
      const watched = follow(one, people)
      await expect(other.client.mapPublish(people, 'ann', 1)).rejects.toMatchObject({ code: 103 })
      await watched.subscription.ready()
      await watched.subscription.publish('ann', 1)
      await expect(watched.subscription.remove('ann')).rejects.toMatchObject({ code: 103 })
    })

    it.concurrent('shows who is in a channel as a map', async () => {
      const [one, other] = [aClient(), aClient()]
      const channel = `people:${aName('watched')}`
      const watchers = other.client.newMapClientsSubscription(`watchers:${channel}`)
      const [here, log]: [Set<string>, string[]] = [new Set(), []]
      watchers.on('update', ({ key, removed, info }) => {
        log.push(`${removed ? 'left' : `came ${info?.user}`}`)
        if (removed) here.delete(key)
        else here.add(key)
      })
      watchers.subscribe()
      other.client.connect()
      await watchers.ready()
      const people = follow(one, channel)
      one.client.connect()
      await eventually(() => here.size === 1)
      people.subscription.unsubscribe()
      await eventually(() => here.size === 0)
      expect(log).toEqual(['came u1', 'left'])
    })

    it.concurrent('starts anew after everything was cleared', async () => {
      const one = aClient()
      const channel = `people:${aName('cleared')}`
      await set(channel, 'ann', 1)
      const people = follow(one, channel)
      one.client.connect()
      await people.subscription.ready()
      await api(server, 'map_clear', { channel })
      await set(channel, 'bob', 1)
      await eventually(() => Object.keys(people.shown()).join() === 'bob')
      expect(await api(server, 'map_stats', { channel })).toEqual({ num_keys: 1 })
    })
  })

  it.skipIf(isMissing)('answers publishers what became of a change, and what there is', async () => {
    const channel = `people:${aName('api')}`
    const { epoch } = await set(channel, 'ann', 1, { tags: { floor: '1' }, idempotency_key: 'once' })
    const suppressed = (offset: number, reason: string) => ({
      offset,
      epoch,
      suppressed: true,
      suppress_reason: reason,
    })
    expect(await set(channel, 'ann', 2, { idempotency_key: 'once' })).toEqual(suppressed(1, 'idempotency'))
    expect(await set(channel, 'bob', 2, { version: 3 })).toEqual({ offset: 2, epoch })
    expect(await set(channel, 'bob', 3, { version: 3 })).toEqual(suppressed(2, 'version'))
    expect(await set(channel, 'bob', 4, { version: 1, version_epoch: 'é' })).toEqual({ offset: 3, epoch })
    expect(await set(channel, 'ann', 5, { key_mode: 'if_new' })).toEqual(suppressed(3, 'key_exists'))
    expect(await set(channel, 'eve', 6, { key_mode: 'if_exists' })).toEqual(suppressed(3, 'key_not_found'))
    expect(await remove(channel, 'eve')).toEqual(suppressed(3, 'key_not_found'))
    const page = await api(server, 'map_read_state', { channel, limit: 1 })
    const time = expect.any(Number)
    expect(page).toEqual({
      entries: [{ key: 'ann', data: 1, tags: { floor: '1' }, offset: 1, time }],
      offset: 3,
      epoch,
      cursor: expect.any(String),
    })
    expect(await api(server, 'map_read_state', { channel, limit: 1, cursor: page['cursor'] })).toEqual({
      entries: [{ key: 'bob', data: 4, offset: 3, time }],
      offset: 3,
      epoch,
    })
    expect(await remove(channel, 'ann')).toEqual({ offset: 4, epoch })
    expect(await api(server, 'map_read_stream', { channel, limit: 1, reverse: true })).toEqual({
      entries: [{ key: 'ann', tags: { floor: '1' }, offset: 4, removed: true, time }],
      offset: 4,
      epoch,
    })
    const late = api(server, 'map_read_state', { channel, limit: 1, revision_offset: 1, revision_epoch: 'zz' })
    await expect(late).rejects.toThrow('112')
    await expect(api(server, 'publish', { channel, data: 1 })).rejects.toThrow('107')
    await expect(set('event:1', 'ann', 1)).rejects.toThrow('107')
  })
})
