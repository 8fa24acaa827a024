// Background work: one run at a time, no request for a run overlooked, failures logged when they begin and when they end.
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { repeat } from './repeat.ts'

const leads = () => true
let lines: { code: string; work: string; msg: string }[]
let log: pino.Logger

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  lines = []
  log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
})
afterEach(() => void vi.useRealTimers())

/** Work whose runs end when the test says so. */
function heldWork() {
  const ends: (() => void)[] = []
  const work = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => void ends.push(resolve)))
  return { work, end: () => ends.shift()!() }
}
const job = (work: (stopping: AbortSignal) => void | Promise<void>, more: { leaderOnly?: true; atOnce?: true } = {}) =>
  repeat({ name: 'a-job', everyMs: 1000, work, log, whileFailing: 'Nothing is done.', ...more })

describe('repeat', () => {
  it('runs once per period from its start, and no more after its stop', async () => {
    const work = vi.fn<() => void>()
    const repeated = job(work)
    await vi.advanceTimersByTimeAsync(5000)
    expect(work).not.toHaveBeenCalled()
    repeated.start(leads)
    await vi.advanceTimersByTimeAsync(3000)
    expect(work).toHaveBeenCalledTimes(3)
    await repeated.stop()
    await vi.advanceTimersByTimeAsync(3000)
    expect(work).toHaveBeenCalledTimes(3)
  })

  it('runs when it is started, where that is wanted', async () => {
    const work = vi.fn<() => void>()
    job(work, { atOnce: true }).start(leads)
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('leaves out a turn while a run is under way', async () => {
    const { work, end } = heldWork()
    job(work).start(leads)
    await vi.advanceTimersByTimeAsync(3000)
    expect(work).toHaveBeenCalledTimes(1)
    end()
    await vi.advanceTimersByTimeAsync(1000)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('runs once more for all who ask during a run, and answers them after that one', async () => {
    const { work, end } = heldWork()
    const repeated = job(work)
    const first = repeated.run()
    let answered = 0
    const later = [repeated.run(), repeated.run()].map((run) => run.then(() => answered++))
    end()
    await first
    await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2))
    expect(answered).toBe(0)
    end()
    await Promise.all(later)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('logs once when it begins to fail and once when it works again, and says so in its status', async () => {
    let isBroken = true
    const repeated = job(async () => {
      if (isBroken) throw new Error('the database is away')
    })
    await repeated.run()
    await repeated.run()
    expect(repeated.status.failing).toBe(true)
    isBroken = false
    await repeated.run()
    await repeated.run()
    expect(repeated.status).toEqual({ failing: false, endedAt: Date.now() })
    expect(lines.map(({ code, work, msg }) => [code, work, msg])).toEqual([
      ['background_work_failed', 'a-job', 'Nothing is done.'],
      ['background_work_recovered', 'a-job', 'a-job works again.'],
    ])
  })

  it('goes on after work that throws at once', async () => {
    const work = vi.fn<() => void>(() => {
      throw new Error('no')
    })
    job(work).start(leads)
    await vi.advanceTimersByTimeAsync(2000)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('leaves work for the leader to the leader, whoever that is at the moment', async () => {
    const work = vi.fn<() => void>()
    let isLeader = false
    job(work, { leaderOnly: true, atOnce: true }).start(() => isLeader)
    await vi.advanceTimersByTimeAsync(2000)
    expect(work).not.toHaveBeenCalled()
    isLeader = true
    await vi.advanceTimersByTimeAsync(1000)
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('tells a long run that it is to end, and waits for it', async () => {
    const { work, end } = heldWork()
    let signal: AbortSignal | undefined
    const repeated = job((stopping) => {
      signal = stopping
      return work()
    })
    void repeated.run()
    let isStopped = false
    const stopped = repeated.stop().then(() => (isStopped = true))
    expect(signal?.aborted).toBe(true)
    await vi.advanceTimersByTimeAsync(1000)
    expect(isStopped).toBe(false)
    end()
    await stopped
  })

  it('runs a last time after its stop, when somebody asks for it', async () => {
    const work = vi.fn<() => void>()
    const repeated = job(work)
    await repeated.stop()
    await repeated.run()
    expect(work).toHaveBeenCalledTimes(1)
  })
})
