import type { Muster, MusterPerson, MusterStatus } from '@rollcall/contracts/domains/muster'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProblemError, unreachable } from '../api/problem-error.ts'
import { createMusterFeed, holdInPlaceMs, pollMs } from './muster-feed.ts'

/** Only what the feed looks at. */
const person = (personId: string, status: MusterStatus) => ({ personId, status }) as MusterPerson
const board = (people: MusterPerson[], state: 'active' | 'resolved' = 'active') =>
  ({ event: { state }, people }) as Muster

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

  async function opened(read = vi.fn<() => Promise<Muster>>(async () => board([person('anna', 'unknown')]))) {
    const saving = answerLater<MusterPerson>()
    const account = vi.fn<(personId: string, status: MusterStatus) => Promise<MusterPerson>>(() => saving.promise)
    const feed = createMusterFeed({ read, account })
    await vi.advanceTimersByTimeAsync(0)
    return { feed, saving, read, account, anna: person('anna', 'unknown') }
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
    void feed.account(anna, 'needs_help')
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(account.mock.calls).toEqual([
      ['anna', 'accounted'],
      ['anna', 'needs_help'],
    ])
  })
  it('tries no more once the page is left', async () => {
    const { feed, account, anna } = await opened()
    account.mockRejectedValue(unreachable())
    void feed.account(anna, 'accounted')
    await vi.advanceTimersByTimeAsync(0)
    feed.stop()
    await vi.advanceTimersByTimeAsync(pollMs * 3)
    expect(account).toHaveBeenCalledTimes(1)
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
    const known = feed.readAt.value
    read.mockRejectedValueOnce(unreachable())
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(read).toHaveBeenCalledTimes(2)
    expect(feed.problem.value).toContain('cannot be reached')
    expect(statusOf(feed)).toEqual(['unknown'])
    expect(feed.readAt.value).toBe(known)
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
