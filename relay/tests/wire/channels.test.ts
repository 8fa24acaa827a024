// Channels, as the official client sees them: the same over every transport, in both formats, on every server (spec 5.5, 6.1).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../relay-process.ts'
import { aWireClient, listen, ways } from './clients.ts'
import { aName, aWireToken, api, servers, type WireServer } from './servers.ts'

describe.each(servers)('$server', ({ isMissing, start }) => {
  let server: WireServer
  beforeAll(async () => {
    if (!isMissing) server = await start()
  })
  afterAll(() => server?.stop())

  describe.skipIf(isMissing).each(ways)('by $transport in $format', (way) => {
    it.concurrent('brings publications in order, and refuses a channel without ending the connection', async () => {
      const one = aWireClient(server, way)
      const channel = `event:${aName('order')}`
      const event = listen(one, channel)
      const [bare, unknown] = [listen(one, aName('bare')), listen(one, 'nope:1')]
      one.client.connect()
      await event.subscription.ready()
      const batch = { type: 'position-batch', data: [{ name: 'Zoë 🙂', x: 1.5, big: 12345678901 }] }
      await api(server, 'publish', { channel, data: batch, tags: { kind: 'batch' } })
      for (let serial = 0; serial < 20; serial++) await api(server, 'publish', { channel, data: serial })
      await eventually(() => event.data().length === 21)
      expect(event.data()).toEqual([batch, ...Array.from({ length: 20 }, (_, serial) => serial)])
      expect(event.publications[0]?.tags).toEqual({ kind: 'batch' })
      // The protobuf build gives 64-bit numbers as objects.
      expect(event.publications.map(({ offset }) => Number(offset))).toEqual(
        Array.from({ length: 21 }, (_, n) => n + 1),
      )
      await eventually(() => bare.states.length + unknown.states.length === 2)
      expect([bare.states, unknown.states]).toEqual([['unsubscribed 103'], ['unsubscribed 102']])
      expect(one.log).toEqual(['connecting 0', 'connected'])
    })

    it.concurrent('gives a returning client all that it missed, once', async () => {
      const one = aWireClient(server, way)
      const channel = `event:${aName('missed')}`
      const event = listen(one, channel)
      one.client.connect()
      await event.subscription.ready()
      await api(server, 'publish', { channel, data: 'before' })
      await eventually(() => event.data().length === 1)
      one.client.disconnect()
      for (const data of ['missed 1', 'missed 2']) await api(server, 'publish', { channel, data })
      one.client.connect()
      await eventually(() => event.states.length === 2)
      await api(server, 'publish', { channel, data: 'live' })
      await eventually(() => event.data().length === 4)
      expect(event.data()).toEqual(['before', 'missed 1', 'missed 2', 'live'])
      expect(event.states).toEqual(['false false', 'true true'])
    })

    it.concurrent('recovers and tells of comers for those who ask, where subscribers may see history and presence', async () => {
      const [ann, bob] = [aName('ann'), aName('bob')]
      const one = aWireClient(server, way, { token: aWireToken({ sub: ann }) })
      const channel = `asked:${aName('missed')}`
      const asked = listen(one, channel, { recoverable: true, joinLeave: true })
      const comers: string[] = []
      asked.subscription.on('join', ({ info }) => comers.push(info.user))
      one.client.connect()
      await asked.subscription.ready()
      const other = aWireClient(server, way, { token: aWireToken({ sub: bob }) })
      const positioned = listen(other, channel, { positioned: true })
      other.client.connect()
      await eventually(() => comers.includes(bob))
      expect(await positioned.subscription.history({ limit: 0 })).toHaveProperty('epoch')
      one.client.disconnect()
      for (const data of ['missed 1', 'missed 2']) await api(server, 'publish', { channel, data })
      one.client.connect()
      // What is published before the server knows may still come by the connection that is closing.
      await eventually(() => asked.states.length === 2 && asked.data().length === 2)
      expect(asked.data()).toEqual(['missed 1', 'missed 2'])
      expect(asked.states).toEqual(['false false', 'true true'])
    })

    it.concurrent('says that it could not recover where nothing is kept', async () => {
      const one = aWireClient(server, way)
      const lost = listen(one, `global:${aName('lost')}`, { since: { offset: 5, epoch: 'abc' } })
      one.client.connect()
      await eventually(() => lost.states.length === 1)
      expect(lost.states).toEqual(['true false'])
    })

    it.concurrent('gives a returning client the newest where that is all that counts', async () => {
      const one = aWireClient(server, way)
      const channel = `floor:${aName('newest')}`
      const floor = listen(one, channel)
      one.client.connect()
      await floor.subscription.ready()
      await api(server, 'publish', { channel, data: 'seen' })
      await eventually(() => floor.data().length === 1)
      one.client.disconnect()
      // What is published before the server knows still comes by the connection that is closing.
      await eventually(
        async () =>
          !Object.hasOwn((await api(server, 'channels', { pattern: channel }))['channels'] as object, channel),
      )
      for (const data of ['old', 'new']) await api(server, 'publish', { channel, data })
      one.client.connect()
      await eventually(() => floor.data().length === 2)
      expect(floor.data()).toEqual(['seen', 'new'])
      expect(floor.states).toEqual(['false false', 'true true'])
    })

    it.concurrent('shows who is there, who comes and goes, and what was said', async () => {
      const channel = `room:${aName('talk')}`
      const [ann, bob] = [aName('ann'), aName('bob')]
      const one = aWireClient(server, way, { token: aWireToken({ sub: ann, info: { name: 'Ann' } }) })
      const other = aWireClient(server, way, { token: aWireToken({ sub: bob }) })
      const here = listen(one, channel)
      const moves: string[] = []
      here.subscription.on('join', ({ info }) => moves.push(`${info.user} came`))
      here.subscription.on('leave', ({ info }) => moves.push(`${info.user} left`))
      one.client.connect()
      await here.subscription.ready()
      const there = listen(other, channel)
      other.client.connect()
      await there.subscription.ready()
      await eventually(() => moves.includes(`${bob} came`))
      await there.subscription.publish(other.encode({ hello: 'ü' }))
      await eventually(() => here.data().length === 1)
      expect(here.publications[0]?.info?.user).toBe(bob)

      const { clients } = await here.subscription.presence()
      expect(new Set(Object.values(clients).map(({ user }) => user))).toEqual(new Set([ann, bob]))
      const annsInfo = Object.values(clients).find(({ user }) => user === ann)?.connInfo as unknown
      expect(one.plain(annsInfo)).toEqual({ name: 'Ann' })
      expect(await here.subscription.presenceStats()).toEqual({ numClients: 2, numUsers: 2 })
      const history = await here.subscription.history({ limit: -1, reverse: true })
      expect(history.publications.map(({ data }) => one.plain(data))).toEqual([{ hello: 'ü' }])
      expect(history.publications[0]?.info?.user).toBe(bob)

      there.subscription.unsubscribe()
      await eventually(() => moves.includes(`${bob} left`))
      await eventually(async () => (await here.subscription.presenceStats()).numClients === 1)
    })

    it.concurrent('sends patches that the client puts together', async () => {
      const one = aWireClient(server, way)
      const channel = `patched:${aName('map')}`
      const patched = listen(one, channel, { delta: 'fossil' })
      one.client.connect()
      await patched.subscription.ready()
      const batches = Array.from({ length: 5 }, (_, serial) => ({
        serial,
        people: Array.from({ length: 30 }, (__, id) => ({ id, x: id === serial ? serial : 100 })),
      }))
      for (const data of batches) await api(server, 'publish', { channel, data })
      await eventually(() => patched.data().length === batches.length)
      expect(patched.data()).toEqual(batches)
    })

    it.concurrent('brings bytes that are no JSON to those who can read them, and closes those who cannot', async () => {
      const bytes = Uint8Array.of(0, 255, 10, 34)
      const publication = { b64data: Buffer.from(bytes).toString('base64') }
      const channel = `floor:${aName('bytes')}`
      const [one, late] = [aWireClient(server, way), aWireClient(server, way)]
      const floor = listen(one, channel, { since: { offset: 0, epoch: '' } })
      one.client.connect()
      await floor.subscription.ready()
      await api(server, 'publish', { channel, ...publication })
      const found = listen(late, channel, { since: { offset: 0, epoch: '' } })
      // The newest comes with the subscription, once it was published.
      late.client.connect()
      const isReader = way.format === 'protobuf'
      const ends = () => [one, late].map(({ log }) => log.at(-1))
      const received = () => [...floor.publications, ...found.publications].map(({ data }) => [...(data as Uint8Array)])
      await eventually(() =>
        isReader ? received().length === 2 : ends().every((end) => end?.startsWith('disconnected')),
      )
      expect(received()).toEqual(isReader ? [[...bytes], [...bytes]] : [])
      const last = isReader ? 'connected' : 'disconnected 3506 inappropriate protocol'
      expect(ends()).toEqual([last, last])
    })

    it.concurrent('sends only what passes a filter', async () => {
      const one = aWireClient(server, way)
      const channel = `tagged:${aName('alarm')}`
      const filter = { key: 'level', cmp: 'gte', val: '3' } as const
      const tagged = listen(one, channel, { tagsFilter: filter })
      one.client.connect()
      await tagged.subscription.ready()
      for (const level of ['1', '3', '2', '5']) await api(server, 'publish', { channel, data: level, tags: { level } })
      await eventually(() => tagged.data().length === 2)
      expect(tagged.data()).toEqual(['3', '5'])
    })
  })
})
