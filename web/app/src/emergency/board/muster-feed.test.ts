import type { Muster, MusterPerson, MusterStatus, Sweep } from '@rollcall/contracts/domains/muster'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProblemError, unreachable } from '../../api/problem-error.ts'
import type { KeptStore } from '../../offline/kept-store.ts'
import type { KeptBoard } from './kept-board.ts'
import { storedTaps } from './stored-taps.ts'
import { createMusterFeed, keptAfterMs, leastGapMs, pollMs } from './muster-feed.ts'
import type { MusterFeedOptions } from './muster-feed.ts'
import { doubleTapMs } from './taps.ts'

/** Only what the feed looks at. */
const person = (personId: string, status: MusterStatus, at: string | null = null) =>
  ({ personId, fullName: personId, status, at }) as MusterPerson
const board = (people: MusterPerson[], more: Partial<Muster> = {}): Muster =>
  ({
    event: { state: 'active' },
    people,
    sweeps: [],
    answers: [],
    version: 7,
    since: 0,
    undelivered: 0,
    ...more,
  }) as Muster

/** What a device keeps of one emergency. */
function aStorage() {
  let row: unknown = null
  const store = {
    read: async () => (row === null ? null : { value: structuredClone(row), at: 0 }),
    remove: async () => void (row = null),
  } as unknown as KeptStore
  return { store: async () => store, keep: async (taps: unknown) => void (row = structuredClone(taps)) }
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

/** Of a clock that is far ahead of this device. */
const ahead = (ms: number) => new Date(Date.parse('2100-01-01') + ms).toISOString()
const soon = () => vi.advanceTimersByTimeAsync(0)
const later = () => vi.advanceTimersByTimeAsync(doubleTapMs)
const statusOf = (feed: ReturnType<typeof createMusterFeed>) => feed.people.value.map(({ status }) => status)
const nothing = new ProblemError({ code: 'not_found', message: 'Nothing here.', status: 404 })
const refusal = (status: number) => new ProblemError({ code: 'forbidden', message: 'No permission.', status })

async function opened(storage = aStorage(), people = [person('anna', 'unknown'), person('ben', 'unknown')]) {
  const saving = answerLater<MusterPerson>()
  const mocks = {
    read: vi.fn<MusterFeedOptions['read']>(async () => board(people)),
    account: vi.fn<MusterFeedOptions['account']>(() => saving.promise),
    accountMany: vi.fn<MusterFeedOptions['accountMany']>(async () => ({ failed: [] })),
    sweep: vi.fn<MusterFeedOptions['sweep']>(async ({ at, ...area }) => ({
      ...area,
      by: 'me',
      decidedAt: at,
      at,
      note: null,
    })),
  }
  const feed = createMusterFeed({ ...mocks, me: 'Warden', stored: storedTaps(storage, 'anyone') })
  await soon()
  return { feed, saving, storage, ...mocks, anna: people[0]!, ben: people[1]! }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('what a board reads', () => {
  it('is the whole first, then what changed after its own version; the others keep their very object', async () => {
    const { feed, read } = await opened()
    const [anna, ben] = feed.people.value
    read.mockResolvedValueOnce(board([person('ben', 'accounted')], { since: 7, version: 9 }))
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(read.mock.calls.map(([since]) => since)).toEqual([0, 7])
    expect(feed.people.value[0]).toBe(anna)
    expect(feed.people.value[1]).not.toBe(ben)
    expect(statusOf(feed)).toEqual(['unknown', 'accounted'])
  })
  it('replaces everything when the answer is whole again, and keeps people in the order of their names', async () => {
    const { feed, read } = await opened()
    read.mockResolvedValueOnce(board([person('zoe', 'unknown'), person('carl', 'unknown')], { version: 2 }))
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(feed.people.value.map(({ fullName }) => fullName)).toEqual(['carl', 'zoe'])
    read.mockResolvedValueOnce(board([person('mia', 'unknown')], { version: 3, since: 2 }))
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(feed.people.value.map(({ fullName }) => fullName)).toEqual(['carl', 'mia', 'zoe'])
  })
  it('is read at once when a newer version is announced, and not for one it has', async () => {
    const { feed, read } = await opened()
    await vi.advanceTimersByTimeAsync(leastGapMs)
    feed.heard(7)
    await soon()
    expect(read).toHaveBeenCalledTimes(1)
    feed.heard(8)
    await soon()
    expect(read).toHaveBeenCalledTimes(2)
  })
  it('is never read twice at once, nor more often than is good', async () => {
    const { feed, read } = await opened()
    const slow = answerLater<Muster>()
    read.mockReturnValueOnce(slow.promise)
    for (const version of [8, 9, 10]) feed.heard(version)
    await vi.advanceTimersByTimeAsync(leastGapMs)
    for (const version of [11, 12, 13]) feed.heard(version)
    expect(read).toHaveBeenCalledTimes(2)
    slow.answer(board([], { since: 7, version: 10 }))
    await vi.advanceTimersByTimeAsync(leastGapMs)
    expect(read).toHaveBeenCalledTimes(3)
  })
  it('is asked for every five seconds, whatever is announced', async () => {
    const { feed, read } = await opened()
    feed.heard(7)
    await vi.advanceTimersByTimeAsync(pollMs - 1)
    expect(read).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(read).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(read).toHaveBeenCalledTimes(3)
  })
  it('stays with its age while the connection is lost', async () => {
    const { feed, read } = await opened()
    const readAt = feed.readAt.value
    read.mockRejectedValueOnce(unreachable())
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(feed.problem.value).toContain('cannot be reached')
    expect([statusOf(feed), feed.readAt.value]).toEqual([['unknown', 'unknown'], readAt])
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(feed.problem.value).toBeNull()
  })
  it('is nothing when there is no such emergency, but a board once read is not given up', async () => {
    const { feed, read } = await opened()
    read.mockRejectedValueOnce(nothing)
    await vi.advanceTimersByTimeAsync(2 * pollMs)
    expect([feed.gone.value, statusOf(feed), read.mock.calls.length]).toEqual([false, ['unknown', 'unknown'], 3])
    const never = vi.fn<MusterFeedOptions['read']>(() => Promise.reject(nothing))
    const unread = createMusterFeed({ ...(await opened()), read: never, me: '' })
    await vi.advanceTimersByTimeAsync(3 * pollMs)
    expect([unread.gone.value, never.mock.calls.length]).toEqual([true, 1])
  })
  it('is not read any more when the emergency has ended, or the page was left', async () => {
    const { feed, read } = await opened()
    read.mockResolvedValueOnce(board([], { since: 7, event: { state: 'resolved' } as Muster['event'] }))
    await vi.advanceTimersByTimeAsync(pollMs * 3)
    expect(read).toHaveBeenCalledTimes(2)
    const left = await opened()
    left.feed.stop()
    await vi.advanceTimersByTimeAsync(pollMs * 3)
    expect(left.read).toHaveBeenCalledTimes(1)
    expect(feed.gone.value).toBe(false)
  })
})

describe('a board without a network', () => {
  const keptAt = Date.parse('2026-11-15T12:00:00Z')
  const aKeptBoard = (): KeptBoard => ({
    read: async () => ({ answer: board([person('anna', 'unknown')], { version: 5 }), at: keptAt }),
    write: vi.fn<KeptBoard['write']>(),
  })
  it('is shown as it was kept, with its age, and goes on from there', async () => {
    const { read, feed: other, ...rest } = await opened()
    other.end()
    read
      .mockReset()
      .mockRejectedValueOnce(unreachable())
      .mockResolvedValue(board([person('anna', 'accounted')], { since: 5 }))
    const feed = createMusterFeed({ ...rest, read, me: '', kept: aKeptBoard() })
    await soon()
    expect([statusOf(feed), feed.readAt.value]).toEqual([['unknown'], keptAt])
    expect(feed.problem.value).toContain('cannot be reached')
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(read.mock.calls.map(([since]) => since)).toEqual([0, 5])
    expect([statusOf(feed), feed.problem.value]).toEqual([['accounted'], null])
  })
  it('is shown as it was kept when an answer takes long, and gives way to it', async () => {
    const { read, feed: other, ...rest } = await opened()
    other.end()
    const reading = answerLater<Muster>()
    read.mockReset().mockReturnValue(reading.promise)
    const feed = createMusterFeed({ ...rest, read, me: '', kept: aKeptBoard() })
    await vi.advanceTimersByTimeAsync(keptAfterMs - 1)
    expect(statusOf(feed)).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect([statusOf(feed), feed.readAt.value]).toEqual([['unknown'], keptAt])
    reading.answer(board([person('anna', 'accounted')]))
    await soon()
    expect(statusOf(feed)).toEqual(['accounted'])
  })
  it('is not opened when there is an answer, nor when there is no such emergency', async () => {
    const { read, feed: other, ...rest } = await opened()
    other.end()
    const kept = { ...aKeptBoard(), read: vi.fn<KeptBoard['read']>() }
    const answered = createMusterFeed({ ...rest, read, me: '', kept })
    await vi.advanceTimersByTimeAsync(keptAfterMs)
    expect(vi.mocked(kept.write).mock.calls[0]?.[0]()).toMatchObject({ version: 7, since: 0 })
    answered.end()
    read.mockReset().mockRejectedValue(nothing)
    createMusterFeed({ ...rest, read, me: '', kept })
    await vi.advanceTimersByTimeAsync(keptAfterMs)
    expect(kept.read).not.toHaveBeenCalled()
  })
})

describe('a tap', () => {
  it('shows at once as pending with the time it was made, and as saved when the server has it', async () => {
    const { feed, saving, account, anna } = await opened()
    void feed.account(anna, 'accounted')
    expect(statusOf(feed)[0]).toBe('accounted')
    expect(feed.pending.has('anna')).toBe(true)
    expect(account.mock.calls[0]?.[1]).toMatchObject({ method: 'manual', at: new Date().toISOString() })
    saving.answer(person('anna', 'accounted', '2026-11-15T12:00:00Z'))
    await soon()
    expect([feed.pending.has('anna'), statusOf(feed)[0]]).toEqual([false, 'accounted'])
  })
  it('is later than what it replaces, however slow the clock of the device is', async () => {
    const people = ['anna', 'ben'].map((name) => ({ ...person(name, 'excused'), decidedAt: ahead(0) }))
    const { feed, account, accountMany, anna, ben } = await opened(undefined, people)
    void feed.account(anna, 'accounted')
    void feed.accountMany([ben], 'accounted')
    const at = ahead(1)
    expect([account.mock.calls[0]?.[1], accountMany.mock.calls[0]?.[1]]).toMatchObject([{ at }, { at }])
  })
  it('within a second of the first on the same person does not count, whatever it wants', async () => {
    const { feed, account, anna } = await opened()
    account.mockImplementation(async (personId, { status }) => person(personId, status))
    void feed.account(anna, 'accounted')
    await vi.advanceTimersByTimeAsync(doubleTapMs - 1)
    void feed.account(anna, 'unknown')
    expect([account.mock.calls.length, statusOf(feed)[0]]).toEqual([1, 'accounted'])
    await vi.advanceTimersByTimeAsync(1)
    void feed.account(anna, 'unknown')
    expect([account.mock.calls.length, statusOf(feed)[0]]).toEqual([2, 'unknown'])
  })
  it('is taken back and says why when it was refused', async () => {
    const { feed, saving, anna } = await opened()
    void feed.account(anna, 'accounted')
    saving.fail(refusal(403))
    await soon()
    expect(statusOf(feed)[0]).toBe('unknown')
    expect(feed.failed.get('anna')?.why).toContain('permission')
  })
  it('is kept without a connection, says that it waits, and is sent when the connection is back', async () => {
    const { feed, account, anna } = await opened()
    account.mockRejectedValueOnce(unreachable()).mockResolvedValueOnce(person('anna', 'accounted'))
    void feed.account(anna, 'accounted')
    await soon()
    expect([statusOf(feed)[0], feed.waiting.has('anna')]).toEqual(['accounted', true])
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(feed.waiting.size + feed.pending.size + feed.failed.size).toBe(0)
    expect(account.mock.calls[0]).toEqual(account.mock.calls[1])
  })
  it('that waits can be changed, and only what was wanted last is shown', async () => {
    const { feed, read, account, anna } = await opened()
    read.mockResolvedValue(board([], { since: 7 }))
    account.mockRejectedValueOnce(unreachable()).mockResolvedValueOnce(person('anna', 'needs_help'))
    void feed.account(anna, 'accounted')
    await later()
    void feed.account(anna, 'needs_help')
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(account.mock.calls.map(([, { status }]) => status)).toEqual(['accounted', 'needs_help'])
    expect([statusOf(feed)[0], feed.pending.size]).toEqual(['needs_help', 0])
  })
  it('goes on being sent after the page was left', async () => {
    const { feed, read, account, anna } = await opened()
    account.mockRejectedValueOnce(unreachable()).mockRejectedValueOnce(unreachable())
    account.mockResolvedValueOnce(person('anna', 'accounted'))
    void feed.account(anna, 'accounted')
    await soon()
    feed.stop()
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(read).toHaveBeenCalledTimes(1)
    feed.resume()
    expect([statusOf(feed)[0], feed.kept.value]).toEqual(['accounted', 1])
    await vi.advanceTimersByTimeAsync(pollMs)
    expect([feed.kept.value, account.mock.calls.length]).toEqual([0, 3])
  })
  it('is tried no more once somebody else signed in, and waits for the account it belongs to', async () => {
    const first = await opened()
    first.account.mockRejectedValue(refusal(401))
    void first.feed.account(first.anna, 'needs_help')
    await soon()
    first.feed.end()
    await vi.advanceTimersByTimeAsync(pollMs * 3)
    expect(first.account).toHaveBeenCalledTimes(1)
    const second = await opened(first.storage)
    expect(statusOf(second.feed)[0]).toBe('needs_help')
    expect(second.account.mock.calls).toEqual(first.account.mock.calls)
    second.saving.answer(person('anna', 'needs_help'))
    await soon()
    expect((await opened(first.storage)).account).not.toHaveBeenCalled()
  })
  it('made before the kept ones are read counts more than they', async () => {
    const first = await opened()
    first.account.mockRejectedValue(unreachable())
    void first.feed.account(first.anna, 'accounted')
    await soon()
    first.feed.end()
    const account = vi.fn<MusterFeedOptions['account']>(() => first.saving.promise)
    const stored = storedTaps(first.storage, 'anyone')
    const feed = createMusterFeed({ ...first, account, me: '', stored })
    void feed.account(first.anna, 'needs_help')
    await soon()
    expect(account.mock.calls.map(([, { status }]) => status)).toEqual(['needs_help'])
    expect((await storedTaps(first.storage, 'anyone').read()).taps.map(({ tap }) => tap.status)).toEqual(['needs_help'])
  })
  it('that was refused is kept over a reload, until somebody has read why', async () => {
    const first = await opened()
    first.account.mockRejectedValueOnce(refusal(409))
    await first.feed.account(first.anna, 'accounted')
    await soon()
    const second = await opened(first.storage)
    expect([...second.feed.failed]).toMatchObject([['anna', { status: 'accounted' }]])
    expect(second.account).not.toHaveBeenCalled()
    second.feed.forgetFailed()
    await soon()
    expect((await opened(first.storage)).feed.failed.size).toBe(0)
  })
  it('outlives a reload also while it is on its way', async () => {
    const first = await opened()
    void first.feed.account(first.anna, 'accounted')
    await soon()
    const second = await opened(first.storage)
    expect(second.account.mock.calls).toEqual(first.account.mock.calls)
  })
  it('is not undone on screen by a read that began before it was saved', async () => {
    const { feed, saving, read, anna } = await opened()
    await vi.advanceTimersByTimeAsync(leastGapMs)
    const slow = answerLater<Muster>()
    read.mockReturnValueOnce(slow.promise)
    void feed.refresh()
    void feed.account(anna, 'accounted')
    saving.answer(person('anna', 'accounted', '2026-11-15T12:00:05Z'))
    await soon()
    slow.answer(board([person('anna', 'needs_help', '2026-11-15T12:00:01Z')], { since: 7, version: 8 }))
    await soon()
    expect(statusOf(feed)[0]).toBe('accounted')
  })
})

describe('many at once', () => {
  it('are sent in parts of at most 500, by the same moment, with what was refused said by person', async () => {
    const people = Array.from({ length: 1_100 }, (_, index) => person(`p${index}`, 'unknown'))
    const { feed, accountMany } = await opened(aStorage(), people)
    accountMany.mockResolvedValueOnce({ failed: [{ id: 'p3', reason: 'decided_since' }] })
    await feed.accountMany(people, 'accounted')
    expect(accountMany.mock.calls.map(([ids]) => ids.length)).toEqual([500, 500, 100])
    expect(new Set(accountMany.mock.calls.map(([, { at }]) => at)).size).toBe(1)
    expect([...feed.failed]).toMatchObject([['p3', { why: expect.stringContaining('later than you') }]])
    expect(statusOf(feed).filter((status) => status === 'accounted')).toHaveLength(1_099)
    expect(feed.many.value).toBeNull()
  })
  it('are kept without a connection, also over a reload, and leave out who was changed by hand since', async () => {
    const first = await opened()
    first.accountMany.mockRejectedValue(unreachable())
    void first.feed.accountMany([first.anna, first.ben], 'off_site')
    await later()
    void first.feed.account(first.ben, 'needs_help')
    await soon()
    first.feed.end()
    const second = await opened(first.storage)
    expect(statusOf(second.feed)).toEqual(['off_site', 'needs_help'])
    expect(second.accountMany.mock.calls[0]?.[0]).toEqual(['anna'])
    expect(second.account.mock.calls[0]?.[0]).toBe('ben')
  })
})

describe('a sweep', () => {
  const area = { floorId: 'ground', zoneId: null }
  it('shows at once, is kept without a connection, and sent when it is back', async () => {
    const first = await opened()
    first.sweep.mockRejectedValue(unreachable())
    void first.feed.sweep(area, 'searched')
    expect(first.feed.sweeps.value.get('ground/')).toMatchObject({ state: 'searched', by: 'Warden' })
    await soon()
    first.feed.end()
    const { feed, sweep } = await opened(first.storage)
    expect(sweep.mock.calls).toEqual(first.sweep.mock.calls)
    expect([feed.sweeps.value.get('ground/')?.by, feed.kept.value]).toEqual(['me', 0])
  })
  it('is taken back and says why when it was refused', async () => {
    const { feed, read, sweep } = await opened()
    sweep.mockRejectedValueOnce(refusal(403))
    await feed.sweep(area, 'searching')
    expect(feed.sweeps.value.size).toBe(0)
    expect(feed.sweepFailed.get('ground/')?.why).toContain('permission')
    const others = { ...area, state: 'searched', by: 'Ann', decidedAt: ahead(0), at: 'a', note: null } as Sweep
    read.mockResolvedValueOnce(board([], { since: 7, sweeps: [others] }))
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(feed.sweeps.value.get('ground/')?.by).toBe('Ann')
    await feed.sweep(area, 'searching')
    expect(sweep.mock.lastCall?.[0].at, 'later than what it replaces').toBe(ahead(1))
  })
})
