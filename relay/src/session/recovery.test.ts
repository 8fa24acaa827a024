// What a subscriber gets of a channel's history: everything it missed, or the newest, and never a part that looks like all.
import { describe, expect, it } from 'vitest'
import { nothingAllowed, type ChannelRules } from '../channels/channel-rules.ts'
import type { Engine, HistoryFilter } from '../engine/engine.ts'
import { createMemoryStreams } from '../engine/memory-streams.ts'
import type { TagsFilter } from '../protocol/tags-filter.ts'
import type { Subscription } from './client-subscription.ts'
import { recoveryRequest, wholeNumber } from './recovery-request.ts'
import { recoverChannel } from './recovery.ts'

/** A channel that had `published` publications, of which the last `kept` are there. */
function aChannel(
  published: number,
  kept = published,
  tagsOf: (offset: number) => Record<string, string> = () => ({}),
) {
  const streams = createMemoryStreams(
    () => Infinity,
    () => 0,
  )
  for (let offset = 1; offset <= published; offset++) {
    streams.append('c', { data: String(offset), offset: 0, tags: tagsOf(offset) }, Math.max(kept, 1), 1000)
  }
  if (kept === 0) streams.clear('c')
  const asked: HistoryFilter[] = []
  const history = async (channel: string, filter: HistoryFilter) => {
    asked.push(filter)
    return streams.read(channel, filter)
  }
  const { epoch } = streams.open('c')
  type Asks = { rules?: Partial<ChannelRules>; recovers?: boolean; offset?: number; epoch?: string; most?: number }
  const recover = async (asks: Asks = {}, options: { isRecoverable?: boolean; filter?: TagsFilter | null } = {}) => {
    const { rules = {}, recovers = true, offset = 0, epoch: of = epoch, most = 100 } = asks
    const subscription = { isRecoverable: true, filter: null, rules: { ...nothingAllowed, ...rules }, ...options }
    const request = { isRecovering: recovers, since: { offset, epoch: of } }
    const { result, top } = await recoverChannel(
      'c',
      subscription as Subscription,
      request,
      { history } as Engine,
      most,
    )
    const offsets = result.publications?.map((publication) => publication.offset)
    return { ...result, offsets, top }
  }
  return { recover, epoch, asked }
}

describe('a stream', () => {
  it('gives all that was missed, and counts on from where the client was', async () => {
    const { recover, epoch } = aChannel(5)
    expect(await recover({ offset: 2 })).toMatchObject({
      positioned: true,
      recoverable: true,
      wasRecovering: true,
      recovered: true,
      offsets: [3, 4, 5],
      position: { epoch, offset: 2 },
      top: { epoch, offset: 5 },
    })
  })

  it('has recovered who missed nothing', async () => {
    const { recover } = aChannel(5)
    expect(await recover({ offset: 5 })).toMatchObject({ recovered: true, offsets: [] })
    expect(await aChannel(5, 0).recover({ offset: 5 })).toMatchObject({ recovered: true, offsets: [] })
  })

  it.each([
    ['the first that was missed is gone', 5, 2, { offset: 2 }],
    ['all of them are gone', 5, 0, { offset: 2 }],
    ['more were missed than are given at once', 5, 5, { offset: 1, most: 3 }],
    ['the client is ahead of the stream', 5, 5, { offset: 6 }],
    ['the stream is another than the client knew', 5, 5, { offset: 5, epoch: 'another' }],
  ])('has not recovered when %s, and says where the stream is', async (_, published, kept, asks) => {
    const { recover, epoch } = aChannel(published, kept)
    const told = await recover(asks)
    expect(told.recovered).toBeUndefined()
    expect(told.offsets).toBeUndefined()
    expect(told.position).toEqual({ epoch, offset: 5 })
  })

  it('is any for a client that knows none yet', async () => {
    expect(await aChannel(3).recover({ epoch: '' })).toMatchObject({ recovered: true, offsets: [1, 2, 3] })
  })

  it('gives only its position to who does not ask for more, or may have no more', async () => {
    for (const [asks, options] of [[{ recovers: false }, {}] as const, [{}, { isRecoverable: false }] as const]) {
      const { recover, epoch, asked } = aChannel(3)
      const told = await recover(asks, options)
      expect([told.position, told.top, told.offsets, told.recovered]).toEqual([
        { epoch, offset: 3 },
        { epoch, offset: 3 },
        undefined,
        undefined,
      ])
      expect(asked).toEqual([{ limit: 0 }])
    }
    expect((await aChannel(3).recover({}, { isRecoverable: false })).wasRecovering).toBe(true)
  })
})

describe('a cache', () => {
  const rules = { recoveryMode: 'cache' } as const

  it('gives the newest publication to who fell behind', async () => {
    const { recover, epoch, asked } = aChannel(4)
    expect(await recover({ rules, offset: 1 })).toMatchObject({
      recovered: true,
      wasRecovering: true,
      offsets: [4],
      position: { epoch, offset: 4 },
      top: { epoch, offset: 4 },
    })
    expect(asked).toEqual([{ limit: 1, reverse: true }])
  })

  it('gives nothing to who has the newest, and has recovered them', async () => {
    expect(await aChannel(4).recover({ rules, offset: 4 })).toMatchObject({ recovered: true, offsets: [] })
    expect(await aChannel(4, 0).recover({ rules, offset: 4 })).toMatchObject({ recovered: true, offsets: [] })
  })

  it('gives it again when the same number is of another stream', async () => {
    expect(await aChannel(4).recover({ rules, offset: 4, epoch: 'another' })).toMatchObject({ offsets: [4] })
  })

  it('has not recovered anybody when the newest is gone, or there was none', async () => {
    expect(await aChannel(4, 0).recover({ rules, offset: 1 })).toMatchObject({ recovered: false, offsets: [] })
    expect(await aChannel(0, 0).recover({ rules })).toMatchObject({ recovered: false, offsets: [] })
  })

  it('gives it unasked where the namespace says so, which reports no loss', async () => {
    const gift = { rules: { ...rules, autoCacheRecover: true }, recovers: false }
    expect(await aChannel(4).recover(gift)).toMatchObject({ recovered: false, wasRecovering: false, offsets: [4] })
    expect((await aChannel(4).recover({ rules, recovers: false })).offsets).toBeUndefined()
    expect((await aChannel(4).recover({ rules: { autoCacheRecover: true }, recovers: false })).offsets).toBeUndefined()
  })

  it('gives the newest that the filter lets through', async () => {
    const filter: TagsFilter = ({ k }) => k === 'even'
    const { recover, asked } = aChannel(5, 5, (offset) => ({ k: offset % 2 === 0 ? 'even' : 'odd' }))
    expect(await recover({ rules, offset: 1 }, { filter })).toMatchObject({ recovered: true, offsets: [4] })
    expect(asked).toEqual([{ limit: undefined, reverse: true }])
  })
})

it('a request to recover is one only when it says so, and of a whole number', () => {
  expect(recoveryRequest({ recover: true, offset: 7, epoch: 'e' })).toEqual({
    isRecovering: true,
    since: { offset: 7, epoch: 'e' },
  })
  expect(recoveryRequest({ recover: 1, offset: '7', epoch: 7 })).toEqual({
    isRecovering: false,
    since: { offset: 0, epoch: '' },
  })
  expect([1, 0, -1, 1.5, 2 ** 53, '1', null, undefined].map(wholeNumber)).toEqual([1, 0, 0, 0, 0, 0, 0, 0])
})
