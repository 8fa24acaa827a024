// One request for warnings at a time, however many places there are.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createWarningTurns } from './warning-turns.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const at = (buildingId: string, latitude: number) => ({ buildingId, buildingName: buildingId, latitude, longitude: 0 })

it('asks for one place at once and for the others half a minute apart; buildings at one place share a request', async () => {
  const asked: { ids: string[]; at: number }[] = []
  const began = performance.now()
  const turns = createWarningTurns({
    ask: async (buildings) =>
      void asked.push({ ids: buildings.map(({ buildingId }) => buildingId), at: performance.now() - began }),
  })
  await turns.take([at('a', 1), at('b', 2), at('a too', 1), at('c', 3)])
  expect(asked).toEqual([{ ids: ['a', 'a too'], at: 0 }])
  await vi.advanceTimersByTimeAsync(29_000)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked.slice(1)).toEqual([
    { ids: ['b'], at: 30_000 },
    { ids: ['c'], at: 60_000 },
  ])
  await turns.take([at('a', 1)])
  expect(asked).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(asked).toHaveLength(4)
  await turns.stop()
})

it('goes on with the next place when one fails, and asks nothing after the stop', async () => {
  const asked: string[] = []
  const turns = createWarningTurns({
    ask: async ([building]) => {
      asked.push(building!.buildingId)
      throw new Error('no answer')
    },
  })
  await expect(turns.take([at('a', 1), at('b', 2), at('c', 3)])).rejects.toThrow('no answer')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(asked).toEqual(['a', 'b'])
  await turns.stop()
  await vi.advanceTimersByTimeAsync(90_000)
  expect(asked).toEqual(['a', 'b'])
})
