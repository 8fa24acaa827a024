// The queue is bounded in every direction, and gives up the least important first.
import { describe, expect, it } from 'vitest'
import type { Reading } from './reading.ts'
import { createReadingQueue } from './reading-queue.ts'

const reading = (transmitterId: string, changes: Partial<Reading> = {}): Reading => {
  return { transmitterId, receiverId: '02a1f0003001', rssi: -60, at: 1, arrivedAt: 1, ...changes }
}
const isRegistered = (id: string) => id === 'known'

describe('createReadingQueue', () => {
  it('gives up unregistered devices first and then refuses', () => {
    const queue = createReadingQueue({ capacity: 3, isRegistered })
    expect(queue.offer([reading('known'), reading('stranger'), reading('stranger')])).toBe(true)
    expect(queue.offer([reading('known'), reading('known')])).toBe(true)
    expect(queue.dropped).toBe(2)
    expect(queue.offer([reading('known')])).toBe(false)
    expect(queue.drain()).toHaveLength(3)
    expect(queue.offer([reading('known')])).toBe(true)
  })

  it('gives up the oldest of them, and no more than it must for a while', () => {
    const queue = createReadingQueue({ capacity: 100, isRegistered })
    queue.offer(Array.from({ length: 100 }, (_, at) => reading(at % 2 === 0 ? 'known' : 'stranger', { at })))
    expect(queue.offer([reading('known', { at: 100 })])).toBe(true)
    expect(queue.dropped).toBe(10)
    const kept = queue.drain()
    expect(kept.filter(({ transmitterId }) => transmitterId === 'stranger').map(({ at }) => at)[0]).toBe(21)
    expect(kept.map(({ at }) => at)).toEqual(kept.map(({ at }) => at).toSorted((a, b) => a - b))
  })

  it('gives up nothing for a batch that finds no room anyway', () => {
    const queue = createReadingQueue({ capacity: 3, isRegistered })
    queue.offer([reading('known'), reading('known'), reading('stranger')])
    expect(queue.offer([reading('known'), reading('known')])).toBe(false)
    expect(queue.dropped).toBe(0)
    expect(queue.size).toBe(3)
  })

  it('keeps readings but not their frames when those become too many', () => {
    const queue = createReadingQueue()
    const frames = { form: 'pdu' as const, hex: Array.from({ length: 4 }, () => 'ab'.repeat(257)) }
    for (let i = 0; i < 20_000; i++) queue.offer([reading('stranger', { frames })])
    const kept = queue.drain()
    expect(kept).toHaveLength(20_000)
    const digits = kept.reduce((sum, one) => sum + (one.frames ? 4 * 514 : 0), 0)
    expect(digits).toBeGreaterThan(19_000_000)
    expect(digits).toBeLessThan(20_100_000)
  })

  it('takes no more battery reports than devices it can hold', () => {
    const queue = createReadingQueue()
    const reports = (count: number, from: number) =>
      Array.from({ length: count }, (_, i) => ({ transmitterId: `device-${from + i}`, pct: 50, mv: null, at: 1 }))
    expect(queue.offerBatteries(reports(20_000, 0))).toBe(true)
    expect(queue.offerBatteries(reports(1, 20_000))).toBe(false)
    expect(queue.drainBatteries()).toHaveLength(20_000)
    expect(queue.offerBatteries(reports(1, 20_000))).toBe(true)
  })
})
