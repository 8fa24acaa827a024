// Channels as clients see them: what is refused, who gets what, in which order (spec 6.1).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aToken, eventually, keepPublishing, startRelay, type TestRelay } from './relay-process.ts'
import { aSubscriber, openClient } from './raw-client.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await startRelay({ RELAY_CHANNEL_LIMIT: '5' })
})
afterAll(() => relay.stop())

describe('subscribe', () => {
  // holds spec 6.1-1
  it.each([
    ['floor:1', undefined],
    ['global:all', undefined],
    ['event:5f0c', undefined],
    ['floor', 103],
    ['all', 103],
    ['news', 103],
    ['$floor:1', 103],
    ['xxx:1', 102],
    [':1', 103],
    ['Floor:1', 102],
    [' floor:1', 102],
    ['', 107],
    [7, 107],
    [null, 107],
    [['floor:1'], 107],
    [{ a: 1 }, 107],
    ['floor:é', 107],
    ['floor:1\n', 107],
    ['floor:1\u0000', 107],
    [`floor:${'x'.repeat(250)}`, 107],
  ])('to %j answers %s, and the connection stays', async (channel, code) => {
    const client = await openClient(relay)
    await client.connect()
    expect((await client.subscribe(channel)).error?.code).toBe(code)
    expect((await client.command('unsubscribe', { channel }))['unsubscribe']).toEqual({})
    await client.close()
  })

  it.each([
    [{ type: 1 }, 103],
    [{ type: 4 }, 108],
    [{ tf: { key: 'a', cmp: 'eq', val: 'b' } }, 107],
  ])('with %j answers %i', async (more, code) => {
    const client = await openClient(relay)
    await client.connect()
    expect((await client.subscribe('floor:1', more)).error?.code).toBe(code)
    await client.close()
  })

  it('twice answers 105 and still delivers once', async () => {
    const client = await aSubscriber(relay, ['floor:twice'])
    expect((await client.subscribe('floor:twice')).error?.code).toBe(105)
    await relay.api('publish', { channel: 'floor:twice', data: 'once' })
    await relay.api('publish', { channel: 'floor:twice', data: 'end' })
    await eventually(() => client.publications('floor:twice').includes('end'))
    expect(client.publications('floor:twice')).toEqual(['once', 'end'])
    await client.close()
  })

  it('beyond the limit answers 106; leaving one makes room', async () => {
    const client = await aSubscriber(relay, ['floor:1', 'floor:2', 'floor:3', 'floor:4', 'floor:5'])
    expect((await client.subscribe('floor:6')).error?.code).toBe(106)
    await client.command('unsubscribe', { channel: 'floor:1' })
    expect((await client.subscribe('floor:6')).error).toBeUndefined()
    await client.close()
  })
})

describe('other commands of a client', () => {
  // holds rules 7-3
  it.each([
    ['publish', { channel: 'floor:1', data: { forged: true } }, 103],
    ['publish', { channel: 'xxx:1', data: 1 }, 102],
    ['publish', { channel: 7 }, 107],
    ['history', { channel: 'floor:1', limit: 10 }, 103],
    ['history', { channel: 'event:1', limit: 10 }, 103],
    ['presence', { channel: 'floor:1' }, 108],
    ['presence_stats', { channel: 'floor:1' }, 108],
    ['presence', { channel: 'xxx:1' }, 102],
    ['sub_refresh', { channel: 'floor:1', token: 'x' }, 103],
    ['rpc', { method: 'anything', data: {} }, 108],
  ])('%s %j answers %i', async (name, fields, code) => {
    const client = await aSubscriber(relay, ['floor:1'])
    expect((await client.command(name, fields)).error?.code).toBe(code)
    await client.close()
  })

  it('send closes with 3508: nobody would hear it', async () => {
    const client = await aSubscriber(relay, [])
    client.send('{"send":{"data":{}}}')
    expect(await client.closed).toEqual({ code: 3508, reason: 'not available' })
  })

  it('unsubscribe never fails', async () => {
    const client = await aSubscriber(relay, [])
    for (const channel of ['floor:never', 'xxx:1', '', null, 7]) {
      expect((await client.command('unsubscribe', { channel }))['unsubscribe']).toEqual({})
    }
    await client.close()
  })
})

describe('delivery', () => {
  // holds spec 6.1-7
  it('keeps floors apart and publications in order', async () => {
    const floors = ['floor:a', 'floor:b']
    const clients = await Promise.all(
      Array.from({ length: 20 }, (_, index) => aSubscriber(relay, [floors[index % 2] ?? ''], `u${index}`)),
    )
    const serials = Array.from({ length: 200 }, (_, serial) => serial)
    for (const serial of serials) {
      await Promise.all(floors.map((channel) => relay.api('publish', { channel, data: { channel, serial } })))
    }
    for (const [index, client] of clients.entries()) {
      const channel = floors[index % 2] ?? ''
      await eventually(() => client.publications(channel).length === serials.length)
      expect(client.publications(channel)).toEqual(serials.map((serial) => ({ channel, serial })))
      expect(client.publications(floors[(index + 1) % 2] ?? '')).toEqual([])
    }
    await Promise.all(clients.map((client) => client.close()))
  })

  it('ends with the unsubscribe reply', async () => {
    const client = await aSubscriber(relay, ['global:all'])
    const publisher = keepPublishing(relay, 'global:all')
    for (let round = 0; round < 20; round++) {
      const reply = await client.command('unsubscribe', { channel: 'global:all' })
      const receivedBefore = client.messages.indexOf(reply)
      const again = await client.subscribe('global:all')
      const between = client.messages.slice(receivedBefore + 1, client.messages.indexOf(again))
      expect(between).toEqual([])
    }
    await publisher.stop()
    await client.close()
  })

  it('survives many subscriptions in quick succession without keeping anything', async () => {
    const client = await openClient(relay)
    await client.connect(aToken())
    for (let round = 0; round < 300; round++) {
      await client.subscribe(`global:${round}`)
      await client.command('unsubscribe', { channel: `global:${round}` })
    }
    expect(await relay.metric('centrifugo_node_num_channels')).toBe(0)
    await client.close()
  })
})
