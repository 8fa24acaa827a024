// A connection that takes everything and answers nothing is replaced; one that answers, even with a refusal, is kept.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { replaceWhenSilent } from './silent-redis.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Ping = () => Promise<unknown>
const never: Ping = () => new Promise(() => undefined)

function aClient(ping: Ping, isReady = true) {
  const done: string[] = []
  const client = {
    isReady,
    ping: vi.fn<Ping>(ping),
    destroy: () => void done.push('destroy'),
    connect: () => {
      done.push('connect')
      return Promise.reject(new Error('not yet'))
    },
  }
  return { client, done }
}

describe('a connection', () => {
  it('that is silent is replaced after three seconds, and asked again a second later', async () => {
    const { client, done } = aClient(never)
    const end = replaceWhenSilent(client)
    await vi.advanceTimersByTimeAsync(999)
    expect(client.ping).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1 + 2999)
    expect(done).toEqual([])
    await vi.advanceTimersByTimeAsync(2)
    expect(done).toEqual(['destroy', 'connect'])
    await vi.advanceTimersByTimeAsync(1000 + 3000 + 2)
    expect(done).toEqual(['destroy', 'connect', 'destroy', 'connect'])
    end()
  })

  it.each([
    ['answers', () => Promise.resolve('PONG')],
    ['refuses', () => Promise.reject(new Error('no'))],
  ])('that %s is kept and asked every second', async (_name, ping) => {
    const { client, done } = aClient(ping)
    const end = replaceWhenSilent(client)
    await vi.advanceTimersByTimeAsync(10_000)
    expect([client.ping.mock.calls.length, done]).toEqual([10, []])
    end()
    // Neither the question nor its time limit is left over.
    expect(vi.getTimerCount()).toBe(0)
  })

  it('that is not ready is not asked', async () => {
    const { client, done } = aClient(never, false)
    const end = replaceWhenSilent(client)
    await vi.advanceTimersByTimeAsync(10_000)
    expect([client.ping.mock.calls.length, done]).toEqual([0, []])
    end()
  })

  it('that was lost meanwhile is left to whoever connects it again', async () => {
    const { client, done } = aClient(never)
    const end = replaceWhenSilent(client)
    await vi.advanceTimersByTimeAsync(1500)
    client.isReady = false
    await vi.advanceTimersByTimeAsync(10_000)
    expect(done).toEqual([])
    end()
  })

  it('is left alone after the end, also when a question was open', async () => {
    const { client, done } = aClient(never)
    const end = replaceWhenSilent(client)
    await vi.advanceTimersByTimeAsync(1500)
    end()
    await vi.advanceTimersByTimeAsync(10_000)
    expect([client.ping.mock.calls.length, done, vi.getTimerCount()]).toEqual([1, [], 0])
  })
})
