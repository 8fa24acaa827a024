// History and recovery: the cache of a floor, the stream of an event (rules 7; relay protocol 2.6, 2.7, 2.10).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, keepPublishing, startRelay, type TestRelay } from './relay-process.ts'
import { aSubscriber, openClient, type Message } from './raw-client.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await startRelay()
})
afterAll(() => relay.stop())

const publish = async (channel: string, data: unknown) => (await relay.api('publish', { channel, data })).result

async function subscribed(channel: string, more: object = {}): Promise<Record<string, unknown>> {
  const client = await openClient(relay)
  await client.connect()
  const reply: Message = await client.subscribe(channel, more)
  await client.close()
  return (reply['subscribe'] ?? { error: reply.error }) as Record<string, unknown>
}

describe('a floor', () => {
  // holds rules 7-1
  it('gives a new subscriber the last batch at once', async () => {
    await publish('floor:cache', 'old')
    const position = await publish('floor:cache', 'new')
    const result = await subscribed('floor:cache', { flag: 1 })
    expect(result).toEqual({
      recoverable: true,
      positioned: true,
      ...position,
      publications: [{ data: 'new', offset: 2 }],
    })
  })

  it('has nothing to give before the first batch, and says where the stream will begin', async () => {
    const result = await subscribed('floor:empty')
    expect(result).toEqual({ recoverable: true, positioned: true, epoch: expect.stringMatching(/^\w{8}$/) })
    expect((await publish('floor:empty', 1))?.['epoch']).toBe(result['epoch'])
  })

  it('gives a returning subscriber only the newest batch, or nothing when it has it', async () => {
    for (const data of ['a', 'b', 'c']) await publish('floor:return', data)
    const { epoch } = await subscribed('floor:return')
    const behind = await subscribed('floor:return', { recover: true, offset: 1, epoch })
    expect(behind).toMatchObject({ was_recovering: true, recovered: true, publications: [{ data: 'c', offset: 3 }] })
    const current = await subscribed('floor:return', { recover: true, offset: 3, epoch })
    expect(current).toMatchObject({ was_recovering: true, recovered: true, offset: 3 })
    expect(current).not.toHaveProperty('publications')
    const otherEpoch = await subscribed('floor:return', { recover: true, offset: 3, epoch: 'otherone' })
    expect(otherEpoch).toMatchObject({ recovered: true, epoch, publications: [{ data: 'c', offset: 3 }] })
    expect(await relay.metric('centrifugo_client_recovered_publications_count')).toBeGreaterThanOrEqual(3)
  })

  it('is not recovered when its batch was removed', async () => {
    await publish('floor:removed', 1)
    const { epoch } = await subscribed('floor:removed')
    await publish('floor:removed', 2)
    await relay.api('history_remove', { channel: 'floor:removed' })
    const result = await subscribed('floor:removed', { recover: true, offset: 1, epoch })
    expect(result).toEqual({ recoverable: true, positioned: true, was_recovering: true, epoch, offset: 2 })
  })
})

describe('an event', () => {
  // holds rules 7-2
  it('gives a returning subscriber everything it missed, counted from its own offset', async () => {
    for (const data of ['a', 'b', 'c', 'd']) await publish('event:missed', data)
    const { epoch, offset } = await subscribed('event:missed')
    expect(offset).toBe(4)
    const result = await subscribed('event:missed', { recover: true, offset: 2, epoch })
    expect(result).toEqual({
      recoverable: true,
      positioned: true,
      was_recovering: true,
      recovered: true,
      epoch,
      offset: 2,
      publications: [
        { data: 'c', offset: 3 },
        { data: 'd', offset: 4 },
      ],
    })
  })

  it('gives all of it to a subscriber that asks from the beginning without knowing the epoch', async () => {
    for (const data of [1, 2, 3]) await publish('event:begin', data)
    const result = await subscribed('event:begin', { recover: true })
    expect((result['publications'] as { data: number }[]).map(({ data }) => data)).toEqual([1, 2, 3])
    expect(result).toMatchObject({ recovered: true })
  })

  it.each([
    ['another epoch', { offset: 2, epoch: 'otherone' }],
    ['an offset of the future', { offset: 99 }],
  ])('is not recovered from %s', async (_, since) => {
    for (const data of [1, 2, 3]) await publish('event:lost', data)
    const { epoch, offset } = await subscribed('event:lost')
    const result = await subscribed('event:lost', { recover: true, epoch, ...since })
    expect(result).toEqual({ recoverable: true, positioned: true, was_recovering: true, epoch, offset })
    const strict = await subscribed('event:lost', { recover: true, epoch, ...since, flag: 3 })
    expect(strict).toMatchObject({ error: { code: 112 } })
  })

  it('is not recovered when more was missed than is kept', async () => {
    const { epoch } = await subscribed('event:long')
    const commands = Array.from({ length: 501 }, (_, serial) => ({ publish: { channel: 'event:long', data: serial } }))
    await relay.post('/api/batch', JSON.stringify({ commands }))
    expect(await subscribed('event:long', { recover: true, offset: 0, epoch })).not.toHaveProperty('recovered')
    const kept = await subscribed('event:long', { recover: true, offset: 1, epoch })
    expect(kept['publications']).toHaveLength(500)
  })

  it('loses nothing and repeats nothing while publications go on during the subscription', async () => {
    const publisher = keepPublishing(relay, 'event:busy')
    for (let round = 0; round < 15; round++) {
      const client = await openClient(relay)
      await client.connect()
      const reply = await client.subscribe('event:busy', { recover: true })
      const { publications = [] } = reply['subscribe'] as { publications?: { data: number }[] }
      await eventually(() => client.publications('event:busy').length >= 5)
      const seen = [...publications.map(({ data }) => data), ...client.publications('event:busy')]
      expect(seen).toEqual(seen.map((_, index) => index))
      await client.close()
    }
    await publisher.stop()
  })
})

describe('the history of the API', () => {
  it('reads forwards, backwards, from a position, or only the position', async () => {
    for (const data of ['a', 'b', 'c', 'd']) await publish('event:history', data)
    const read = async (params: object) => {
      const { result, error } = await relay.api('history', { channel: 'event:history', ...params })
      const publications = (result?.['publications'] ?? []) as { data: string }[]
      return error?.code ?? publications.map(({ data }) => data).join('')
    }
    const { result } = await relay.api('history', { channel: 'event:history' })
    expect(result).toEqual({ publications: [], epoch: expect.any(String), offset: 4 })
    const epoch = result?.['epoch']
    expect(await read({ limit: -1 })).toBe('abcd')
    expect(await read({ limit: 2 })).toBe('ab')
    expect(await read({ limit: 2, reverse: true })).toBe('dc')
    expect(await read({ limit: -1, since: { offset: 2, epoch } })).toBe('cd')
    expect(await read({ limit: -1, since: { offset: 3, epoch }, reverse: true })).toBe('ba')
    expect(await read({ limit: -1, since: { offset: 2, epoch: 'otherone' } })).toBe(112)
    expect(await read({ limit: -2 })).toBe('abcd')
    expect(await read({ limit: 1, since: { offset: 0 }, reverse: true })).toBe(107)
    expect((await relay.api('history', { channel: 'global:all' })).error?.code).toBe(108)
  })
})

it('tells a subscriber on a channel without history no position, and only that it recovered in vain', async () => {
  expect(await subscribed('global:all', {})).toEqual({})
  const inVain = await subscribed('global:all', { recover: true, offset: 3, epoch: 'otherone' })
  expect(inVain).toEqual({ was_recovering: true })
  const client = await aSubscriber(relay, ['global:all'])
  await publish('global:all', 'live')
  await eventually(() => client.publications('global:all').includes('live'))
  await client.close()
})
