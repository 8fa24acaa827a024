import { describe, expect, it } from 'vitest'
import { createLane } from './lane.ts'

/** Things to deliver, each of which ends when the test says so. */
function work(...names: string[]) {
  const waiting = [...names]
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const lane = createLane<string>({
    atOnce: 2,
    take: async (most) => waiting.splice(0, most),
    deliver: (name) =>
      new Promise((resolve, reject) => {
        begun.push(name)
        ends.set(name, (error) => (error ? reject(error) : resolve()))
      }),
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { lane, waiting, begun, end: (name: string, error?: Error) => (ends.get(name)?.(error), settled()) }
}

describe('a lane', () => {
  it('goes on with the next when one is done, while a slow one lasts', async () => {
    const { lane, begun, end } = work('slow', 'a', 'b', 'c')
    await lane.fill()
    expect(begun).toEqual(['slow', 'a'])
    await end('a')
    await end('b')
    expect(begun).toEqual(['slow', 'a', 'b', 'c'])
  })
  it('never has more under way than it may, however often it is filled', async () => {
    const { lane, begun } = work('a', 'b', 'c', 'd')
    await Promise.all([lane.fill(), lane.fill(), lane.fill()])
    expect(begun).toEqual(['a', 'b'])
  })
  it('says at the next filling what went wrong, and goes on', async () => {
    const { lane, waiting, begun, end } = work('a')
    await lane.fill()
    await end('a', new Error('The database is gone'))
    waiting.push('b')
    await expect(lane.fill()).rejects.toThrow('The database is gone')
    expect(begun).toEqual(['a', 'b'])
  })
  it('stops when all is done that was begun, and takes nothing more', async () => {
    const { lane, begun, end } = work('a', 'b', 'c')
    await lane.fill()
    const stopped = lane.stop()
    await end('a')
    await end('b')
    await stopped
    expect(begun).toEqual(['a', 'b'])
  })
})
