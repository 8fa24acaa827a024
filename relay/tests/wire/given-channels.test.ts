// Channels that a client names when it connects, and those that the publisher gives it from a position on.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../relay-process.ts'
import { ways } from './clients.ts'
import { aName, api, aWireToken, servers, type WireServer } from './servers.ts'
import type { Words } from './same-words.ts'
import { aTalker } from './talkers.ts'

describe.each(servers)('$server', ({ server: name, isMissing, start }) => {
  let server: WireServer
  beforeAll(async () => {
    if (!isMissing) server = await start()
  })
  afterAll(() => server?.stop())

  const connecting = async (subs: Words, way = ways[0]!, sub = aName('user')) => {
    const talker = aTalker(server.base, way, [{ id: 1, connect: { token: aWireToken({ sub }), subs } }])
    await eventually(() => talker.hasAnswered(1))
    return talker
  }

  it.skipIf(isMissing).each(ways)('enters those it may, by $transport in $format', async (way) => {
    const [open, closed] = [`event:${aName('asked')}`, `$event:${aName('asked')}`]
    const { heard, leave } = await connecting({ [open]: {}, [closed]: {} }, way)
    const connect = heard.replies[0]?.reply['connect'] as { subs: Words } | undefined
    expect(Object.keys(connect?.subs ?? {})).toEqual([open])
    await api(server, 'publish', { channel: open, data: 1 })
    await eventually(() => heard.replies.length === 2)
    const push = heard.replies[1]?.reply['push'] as { channel: string; pub: { offset: unknown } } | undefined
    expect([push?.channel, Number(push?.pub.offset)]).toEqual([open, 1])
    leave()
  })

  it.skipIf(isMissing)('closes who names one of no namespace', async () => {
    const { heard } = await connecting({ 'nope:1': {} })
    expect(heard.end).toBe('closed 3501 bad request')
  })

  it.skipIf(isMissing)('gives a channel from a position on', async () => {
    const [channel, sub] = [`event:${aName('missed')}`, aName('user')]
    const { heard, leave } = await connecting({}, ways[0], sub)
    const { offset, epoch } = await api(server, 'publish', { channel, data: 'known' })
    await api(server, 'publish', { channel, data: 'missed' })
    await api(server, 'subscribe', { user: sub, channel, recover_since: { offset, epoch } })
    await api(server, 'publish', { channel, data: 'last' })
    const told = () =>
      heard.replies.flatMap(({ reply }) => (reply['push'] as { pub?: { data: string } })?.pub?.data ?? [])
    await eventually(() => told().includes('last'))
    expect(told()).toEqual(name === 'Centrifugo' ? ['last'] : ['missed', 'last'])
    leave()
  })
})
