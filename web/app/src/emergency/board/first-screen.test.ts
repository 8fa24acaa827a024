// Those of a first screen, who come before everybody (muster-feed.ts).
import type { Muster, MusterPerson, MusterStatus } from '@rollcall/contracts/domains/muster'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { unreachable } from '../../api/problem-error.ts'
import type { KeptBoard } from './kept-board.ts'
import { createMusterFeed, firstWithinMs, type MusterFeedOptions } from './muster-feed.ts'

const person = (personId: string, status: MusterStatus, at: string | null = null) =>
  ({ personId, fullName: personId, status, at }) as MusterPerson
const board = (version: number, people: MusterPerson[]) =>
  ({
    event: { state: 'active' },
    people,
    sweeps: [],
    answers: [],
    version,
    since: 0,
    undelivered: 0,
  }) as unknown as Muster
const first = board(0, [person('anna', 'unknown')])
const everybody = board(7, [person('anna', 'unknown'), person('ben', 'accounted')])
const keptAt = Date.parse('2026-11-15T12:00:00Z')
const names = (feed: ReturnType<typeof createMusterFeed>) => feed.people.value.map(({ fullName }) => fullName)
const soon = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** As Promise.withResolvers of newer runtimes. */
function answerLater() {
  let resolve: (answer: Muster) => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<Muster>((...both) => ([resolve, reject] = both))
  return { promise, resolve, reject }
}

function opened(options: Partial<MusterFeedOptions> = {}) {
  const [whole, part] = [answerLater(), answerLater()]
  const kept = { read: async () => ({ answer: everybody, at: keptAt }), write: vi.fn<KeptBoard['write']>() }
  const feed = createMusterFeed({
    read: () => whole.promise,
    readFirst: () => part.promise,
    account: async (personId, { status, at }) => person(personId, status, at),
    accountMany: async () => ({ failed: [] }),
    sweep: () => Promise.reject(unreachable()),
    me: '',
    kept,
    ...options,
  })
  return { feed, whole, part, kept }
}

describe('a first screen', () => {
  it('is shown before everybody, and gives way to them', async () => {
    const { feed, whole, part, kept } = opened()
    part.resolve(first)
    await soon()
    expect([names(feed), feed.isWhole.value, feed.event.value?.state]).toEqual([['anna'], false, 'active'])
    expect(kept.write, 'a part is not kept').not.toHaveBeenCalled()
    whole.resolve(everybody)
    await soon()
    expect([names(feed), feed.isWhole.value]).toEqual([['anna', 'ben'], true])
  })
  it('is waited for before everybody is read, but not for long', async () => {
    const read = vi.fn<MusterFeedOptions['read']>(async () => everybody)
    const { part } = opened({ read })
    await vi.advanceTimersByTimeAsync(firstWithinMs - 1)
    expect(read).not.toHaveBeenCalled()
    part.resolve(first)
    await soon()
    expect(read).toHaveBeenCalledTimes(1)
    const late = vi.fn<MusterFeedOptions['read']>(async () => everybody)
    opened({ read: late })
    await vi.advanceTimersByTimeAsync(firstWithinMs)
    expect(late).toHaveBeenCalledTimes(1)
  })
  it('is not shown when everybody came sooner', async () => {
    const { feed, whole, part } = opened()
    whole.resolve(everybody)
    await vi.advanceTimersByTimeAsync(firstWithinMs)
    part.resolve(first)
    await soon()
    expect([names(feed), feed.isWhole.value]).toEqual([['anna', 'ben'], true])
  })
  it('can be tapped: what was decided on it stays when everybody comes as they were before', async () => {
    const { feed, whole, part } = opened()
    part.resolve(first)
    await soon()
    await feed.account(first.people[0]!, 'accounted')
    await vi.advanceTimersByTimeAsync(600)
    whole.resolve(everybody)
    await soon()
    expect(feed.people.value.map(({ status }) => status)).toEqual(['accounted', 'accounted'])
  })
  it('gives way to what was kept when everybody cannot be read, and is no loss when it fails itself', async () => {
    const { feed, whole, part } = opened()
    part.resolve(first)
    await soon()
    whole.reject(unreachable())
    await soon()
    expect([names(feed), feed.readAt.value]).toEqual([['anna', 'ben'], keptAt])
    expect(feed.problem.value).not.toBeNull()

    const other = opened()
    other.part.reject(unreachable())
    await soon()
    expect([other.feed.event.value, other.feed.problem.value]).toEqual([null, null])
    other.whole.resolve(everybody)
    await soon()
    expect(names(other.feed)).toEqual(['anna', 'ben'])
  })
})
