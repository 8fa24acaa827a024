import type { LinkView } from '@rollcall/contracts/domains/muster'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProblemError, unreachable } from '../../api/problem-error.ts'
import { createOwnAnswer } from './own-answer.ts'

type Answer = 'accounted' | 'needs_help'
const saidIn = ({ status }: LinkView): Answer | null =>
  status === 'accounted' || status === 'needs_help' ? status : null

const asked: LinkView = {
  scenario: 'fire',
  mode: 'drill',
  message: '',
  name: 'Ada',
  status: 'unknown',
  state: 'active',
  expiresAt: '2026-11-17T00:00:00.000Z',
}
const refused = (code: string, status: number) => new ProblemError({ code, status, message: code })

describe('an own answer', () => {
  let online = true
  let sent: Answer[] = []
  let now = asked
  const page = () =>
    createOwnAnswer({
      read: async () => {
        if (!online) throw unreachable()
        return now
      },
      send: async (status: Answer) => {
        if (!online) throw unreachable()
        sent.push(status)
        return (now = { ...now, status })
      },
      saidIn,
      tryAgainMs: 4000,
    })
  beforeEach(() => {
    vi.useFakeTimers()
    online = true
    sent = []
    now = asked
  })
  afterEach(() => vi.useRealTimers())

  it('is one answer, however often it is tapped', async () => {
    const own = page()
    await own.open()
    await Promise.all([own.answer('accounted'), own.answer('accounted')])
    expect(sent).toEqual(['accounted'])
    expect(own.said.value).toBe('accounted')
  })

  it('is kept without a connection, said to be waiting, and sent when there is one', async () => {
    const own = page()
    await own.open()
    online = false
    const answered = own.answer('needs_help')
    await vi.advanceTimersByTimeAsync(20_000)
    expect([own.waiting.value, own.sending.value, own.said.value]).toEqual([true, 'needs_help', null])
    online = true
    await vi.advanceTimersByTimeAsync(4000)
    await answered
    expect(sent).toEqual(['needs_help'])
    expect([own.waiting.value, own.sending.value, own.said.value]).toEqual([false, null, 'needs_help'])
  })

  it('that was changed before it was sent is sent as it was meant last', async () => {
    const own = page()
    await own.open()
    online = false
    const first = own.answer('accounted')
    await vi.advanceTimersByTimeAsync(1000)
    const second = own.answer('needs_help')
    online = true
    await vi.advanceTimersByTimeAsync(10_000)
    await Promise.all([first, second])
    expect(sent).toEqual(['needs_help'])
  })

  it('opens by itself once there is a connection', async () => {
    online = false
    const own = page()
    const opened = own.open()
    await vi.advanceTimersByTimeAsync(8000)
    expect([own.view.value, own.waiting.value]).toEqual([null, true])
    online = true
    await vi.advanceTimersByTimeAsync(4000)
    await opened
    expect(own.view.value?.name).toBe('Ada')
  })

  it('that is refused says why, and is not tried again', async () => {
    const send = vi.fn<() => Promise<LinkView>>(async () => {
      throw refused('conflict', 409)
    })
    const own = createOwnAnswer({ read: async () => asked, send, saidIn, tryAgainMs: 4000 })
    await own.open()
    await own.answer('accounted')
    expect(own.trouble.value?.title).toBe('It is over')
    expect(own.sending.value).toBeNull()
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('sees that a drill became real', async () => {
    const own = page()
    await own.open()
    now = { ...asked, mode: 'live' }
    await own.look()
    expect(own.view.value?.mode).toBe('live')
  })
})
