// The clock rule (rules 10) and the liveness of receivers.
import { describe, expect, it } from 'vitest'
import { aSite } from '../a-site.ts'
import { emptyBatch } from '../batch.ts'
import { createCounters } from '../counters.ts'
import { createReceiverHealth } from '../receiver-health.ts'
import { guardStep } from './guard.ts'

const arrivedAt = 1_790_000_000_000
const aReading = (skewMs: number) => ({
  transmitterId: 'aa0000000001',
  receiverId: '020000000000',
  rssi: -60,
  at: arrivedAt + skewMs,
  arrivedAt,
})

function guard(skewMs: number) {
  const [counters, health] = [createCounters(), createReceiverHealth()]
  const batch = guardStep(health, counters).run(emptyBatch(arrivedAt, aSite(), [aReading(skewMs)]), () => undefined)
  return { skewMs: batch.readings[0]!.at - arrivedAt, counters, health }
}

describe('guardStep', () => {
  it('keeps a time that is at most five seconds old', () => {
    expect(guard(-4999).skewMs).toBe(-4999)
    expect(guard(-4999).counters.clockSkewed).toBe(0)
  })

  // holds rules 10-6
  it.each([-5001, 5001, 3_600_000])('replaces and counts a clock that is %d ms off', (skewMs) => {
    expect(guard(skewMs).skewMs).toBe(0)
    expect(guard(skewMs).counters.clockSkewed).toBe(1)
  })

  it('takes nothing from the future, without calling a small lead a fault', () => {
    expect(guard(3000).skewMs).toBe(0)
    expect(guard(3000).counters.clockSkewed).toBe(0)
  })

  it('notes that the receiver is alive and how far its clock is off', () => {
    const { health } = guard(3000)
    expect(health.isOnline('020000000000', arrivedAt + 1000)).toBe(true)
    expect(health.isOnline('020000000000', arrivedAt + 60_000)).toBe(false)
    expect(health.takeChanged()).toMatchObject([
      { receiverId: '020000000000', seenAt: arrivedAt, skewMs: 3000, readings: 1, badges: 0 },
    ])
    expect(health.takeChanged()).toEqual([])
  })

  it.each([
    [0, 2000, true],
    [0, 2001, false],
    [3000, 2000, true],
    [3000, 2001, false],
    // What comes late says nothing about now, nor does a clock that is behind.
    [-1500, 500, true],
    [-1500, 501, false],
    [-4000, 0, false],
  ])(
    'hears from a receiver whose clock is %d ms off what it hears just now, %d ms later: %s',
    (skewMs, laterMs, is) => {
      const { health } = guard(skewMs)
      expect(health.isListening('020000000000', arrivedAt + laterMs)).toBe(is)
      expect(health.isListening('020000000001', arrivedAt + laterMs)).toBe(false)
    },
  )

  it.each([3000, -8000])('counts a reading that comes twice once, though its clock is %d ms off', (skewMs) => {
    const [counters, health] = [createCounters(), createReceiverHealth()]
    const step = guardStep(health, counters)
    const send = (afterMs: number, changes: object = {}) => {
      const reading = { ...aReading(skewMs), arrivedAt: arrivedAt + afterMs, ...changes }
      return step.run(emptyBatch(arrivedAt + afterMs, aSite(), [reading]), () => undefined).readings.length
    }
    expect(send(0)).toBe(1)
    expect(send(1)).toBe(0)
    expect(send(9000)).toBe(0)
    expect(counters.duplicates).toBe(2)
    expect(send(9001, { rssi: -61 })).toBe(1)
    expect(send(9002, { receiverId: '020000000001' })).toBe(1)
    expect(send(40_000, { at: arrivedAt + 40_000 + skewMs })).toBe(1)
  })
})
