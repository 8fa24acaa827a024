import type { Muster, MusterPerson, MusterStatus } from '@rollcall/contracts/domains/muster'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProblemError, unreachable } from '../../api/problem-error.ts'
import { storedTaps } from './stored-taps.ts'
import { createMusterFeed, pollMs } from './muster-feed.ts'
import { holdInPlaceMs } from './taps.ts'

/** Only what the feed looks at. */
const person = (personId: string, status: MusterStatus) => ({ personId, status }) as MusterPerson
const board = (people: MusterPerson[], state: 'active' | 'resolved' = 'active') =>
  ({ event: { state }, people }) as Muster

function aStorage() {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
}

function answerLater<T>() {
  let answer: (value: T) => void = () => undefined
  let fail: (error: unknown) => void = () => undefined
  const promise = new Promise<T>((resolve, reject) => {
    answer = resolve
    fail = reject
  })
  return { promise, answer, fail }
}

describe('the feed of a board', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const statusOf = (feed: ReturnType<typeof createMusterFeed>) => feed.people.value.map(({ status }) => status)

  async function opened(
    read = vi.fn<() => Promise<Muster>>(async () => board([person('anna', 'unknown')])),
    stored = storedTaps(aStorage(), 'anyone'),
  ) {
    const saving = answerLater<MusterPerson>()
    const account = vi.fn<(personId: string, status: MusterStatus) => Promise<MusterPerson>>(() => saving.promise)
    const feed = createMusterFeed({ read, account, stored })
    await vi.advanceTimersByTimeAsync(0)
    return { feed, saving, read, account, stored, anna: person('anna', 'unknown') }
  }

  it('shows a tap at once as pending, and as saved when the server has it', async () => {
    const { feed, saving, read, anna } = await opened()
    void feed.account(anna, 'accounted')
    expect(statusOf(feed)).toEqual(['accounted'])
    expect(feed.pending.has('anna')).toBe(true)
    read.mockResolvedValue(board([person('anna', 'accounted')]))
    saving.answer(person('anna', 'accounted'))
    await vi.advanceTimersByTimeAsync(0)
    expect(feed.pending.has('anna')).toBe(false)
    expect(statusOf(feed)).toEqual(['accounted'])
  })
  it('takes a tap back and says why when it was refused', async () => {
    const { feed, saving, anna } = await opened()
    void feed.account(anna, 'accounted')
    saving.fail(new ProblemError({ code: 'forbidden', message: 'You do not have permission for this.', status: 403 }))
    await vi.advanceTimersByTimeAsync(0)
    expect(statusOf(feed)).toEqual(['unknown'])
    expect(feed.failed.get('anna')).toContain('permission')
  })
  it('keeps a tap without a connection, says that it waits, and sends it when the connection is back', async () => {
    const { feed, read, account, anna } = await opened()
    account.mockRejectedValueOnce(unreachable()).mockResolvedValueOnce(person('anna', 'accounted'))
    void feed.account(anna, 'accounted')
    await vi.advanceTimersByTimeAsync(0)
    expect(statusOf(feed)).toEqual(['accounted'])
    expect(feed.waiting.has('anna')).toBe(true)
    read.mockResolvedValue(board([person('anna', 'accounted')]))
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(feed.waiting.size + feed.pending.size + feed.failed.size).toBe(0)
    expect(statusOf(feed)).toEqual(['accounted'])
  })
  it('sends what was wanted last when a waiting tap was changed', async () => {
    const { feed, account, anna } = await opened()
    account.mockRejectedValueOnce(unreachable()).mockResolvedValueOnce(person('anna', 'needs_help'))
    void feed.account(anna, 'accounted')
    await vi.advanceTimersByTimeAsync(0)
    await vi.advanceTimersByTimeAsync(1_000)
    void feed.account(anna, 'needs_help')
    const decidedAt = new Date().toISOString()
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(account.mock.calls).toEqual([
      ['anna', 'accounted'],
      ['anna', 'needs_help', decidedAt],
    ])
  })
  it.each(['not_found', 'validation_failed'])(
    'says that there is no such emergency and stops reading (%s)',
    async (code) => {
      const read = vi.fn<() => Promise<Muster>>(() =>
        Promise.reject(new ProblemError({ code, message: 'Refused.', status: 404 })),
      )
      const { feed } = await opened(read)
      expect(feed.gone.value).toBe(true)
      await vi.advanceTimersByTimeAsync(3 * pollMs)
      expect(read).toHaveBeenCalledTimes(1)
    },
  )
  it('does not give up a board that it has read, whatever is answered later', async () => {
    const { feed, read } = await opened()
    read.mockRejectedValueOnce(new ProblemError({ code: 'not_found', message: 'Nothing here.', status: 404 }))
    await vi.advanceTimersByTimeAsync(2 * pollMs)
    expect([feed.gone.value, statusOf(feed), read.mock.calls.length]).toEqual([false, ['unknown'], 3])
  })
  it('goes on sending what waits after the page was left, and shows it as waiting to whoever returns', async () => {
    const { feed, read, account, anna } = await opened()
    account.mockRejectedValueOnce(unreachable()).mockRejectedValueOnce(unreachable())
    account.mockResolvedValueOnce(person('anna', 'accounted'))
    void feed.account(anna, 'accounted')
    await vi.advanceTimersByTimeAsync(0)
    feed.stop()
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(read).toHaveBeenCalledTimes(1)
    feed.resume()
    expect([statusOf(feed), feed.waiting.size]).toEqual([['accounted'], 1])
    read.mockResolvedValue(board([person('anna', 'accounted')]))
    await vi.advanceTimersByTimeAsync(pollMs)
    expect([statusOf(feed), feed.waiting.size, account.mock.calls.length]).toEqual([['accounted'], 0, 3])
  })
  it('tries no more once somebody else signed in, and leaves what waits to the account it belongs to', async () => {
    const { feed, account, stored, anna } = await opened()
    account.mockRejectedValue(unreachable())
    void feed.account(anna, 'accounted')
    await vi.advanceTimersByTimeAsync(0)
    feed.end()
    await vi.advanceTimersByTimeAsync(pollMs * 3)
    expect(account).toHaveBeenCalledTimes(1)
    expect([...stored.read()]).toEqual([['anna', expect.objectContaining({ status: 'accounted' })]])
  })
  it('sends what an earlier page kept, and forgets it when it is sent', async () => {
    const first = await opened()
    first.account.mockRejectedValue(new ProblemError({ code: 'unauthorized', message: 'Sign in.', status: 401 }))
    void first.feed.account(first.anna, 'needs_help')
    const decidedAt = new Date().toISOString()
    await vi.advanceTimersByTimeAsync(0)
    first.feed.end()
    await vi.advanceTimersByTimeAsync(60_000)
    const second = await opened(undefined, first.stored)
    expect(statusOf(second.feed)).toEqual(['needs_help'])
    expect(second.account.mock.calls).toEqual([['anna', 'needs_help', decidedAt]])
    second.saving.answer(person('anna', 'needs_help'))
    await vi.advanceTimersByTimeAsync(0)
    expect(first.stored.read().size).toBe(0)
  })
  it('does not let a read that began before a tap was saved undo it on screen', async () => {
    const { feed, saving, read, anna } = await opened()
    const slow = answerLater<Muster>()
    read.mockReturnValueOnce(slow.promise).mockReturnValueOnce(answerLater<Muster>().promise)
    void feed.refresh()
    void feed.account(anna, 'accounted')
    saving.answer(person('anna', 'accounted'))
    await vi.advanceTimersByTimeAsync(0)
    slow.answer(board([person('anna', 'unknown')]))
    await vi.advanceTimersByTimeAsync(0)
    expect(statusOf(feed)).toEqual(['accounted'])
    expect(read).toHaveBeenCalledTimes(3)
  })
  it('holds a tapped row in its place for a moment, then lets it go', async () => {
    const { feed, saving, anna } = await opened()
    void feed.account(anna, 'accounted')
    saving.answer(person('anna', 'accounted'))
    await vi.advanceTimersByTimeAsync(holdInPlaceMs - 1)
    expect(feed.heldAs.get('anna')).toBe('unknown')
    await vi.advanceTimersByTimeAsync(1)
    expect(feed.heldAs.has('anna')).toBe(false)
  })
  it('reads every five seconds, and keeps what it knows and its age while the connection is lost', async () => {
    const { feed, read } = await opened()
    const readAt = feed.readAt.value
    read.mockRejectedValueOnce(unreachable())
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(read).toHaveBeenCalledTimes(2)
    expect(feed.problem.value).toContain('cannot be reached')
    expect(statusOf(feed)).toEqual(['unknown'])
    expect(feed.readAt.value).toBe(readAt)
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(feed.problem.value).toBeNull()
  })
  it('stops reading when the emergency has ended, and when the page is left', async () => {
    const ended = await opened(vi.fn<() => Promise<Muster>>(async () => board([], 'resolved')))
    const left = await opened()
    left.feed.stop()
    await vi.advanceTimersByTimeAsync(pollMs * 3)
    expect(ended.read).toHaveBeenCalledTimes(1)
    expect(left.read).toHaveBeenCalledTimes(1)
  })
})
