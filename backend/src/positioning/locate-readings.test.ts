// How readings that came together are worked on in turns, so that nobody waits for thousands of badges.
import { setImmediate as othersTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Reading } from '../ingest/reading.ts'
import { createUrgentRequests } from '../urgent-requests.ts'
import type { Batch } from './batch.ts'
import { inTurns, most, sliced } from './locate-readings.ts'

const readingsOf = (transmitterId: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ transmitterId, receiverId: `r${n}` }) as unknown as Reading)

describe('readings that came together', () => {
  it('are one slice when they are few, or none', () => {
    expect(sliced([])).toEqual([[]])
    expect(sliced(readingsOf('a', 10))).toHaveLength(1)
  })

  it('are worked on in turns when they are many, none lost, none twice, in their order', () => {
    const readings = Array.from({ length: 2000 }, (_, badge) => readingsOf(`badge-${badge}`, 8)).flat()
    const slices = sliced(readings)
    expect(slices.length).toBeGreaterThan(6)
    expect(slices.flat()).toEqual(readings)
    expect(Math.max(...slices.map(({ length }) => length))).toBeLessThanOrEqual(1008)
  })

  it('keep those of a badge together', () => {
    const readings = Array.from({ length: 900 }, (_, badge) => readingsOf(`badge-${badge}`, 7)).flat()
    const slices = sliced(readings)
    const badges = slices.map((slice) => new Set(slice.map(({ transmitterId }) => transmitterId)).size)
    expect(slices.length).toBeGreaterThan(2)
    expect(badges.reduce((sum, count) => sum + count, 0)).toBe(900)
  })
})

describe('turns', () => {
  it('wait while an alarm is under way, and go on when it was answered', async () => {
    const urgentRequests = createUrgentRequests()
    const waits: number[] = []
    const seen = { none: (mostMs: number) => (waits.push(mostMs), urgentRequests.none(60_000)) }
    const answered = urgentRequests.begin()
    const turns: number[] = []
    const locateSome = (readings: readonly Reading[]) => (turns.push(readings.length), { due: [], entries: [] })
    const located = inTurns(
      readingsOf('one', 100).concat(readingsOf('two', 600), readingsOf('three', 1)),
      locateSome,
      seen,
    )
    while (waits.length === 0) await othersTurn()
    expect(turns).toEqual([700])
    answered()
    await located
    expect(turns).toEqual([700, 1])
    expect(Math.min(...waits)).toBeGreaterThan(0)
  })

  it('wait no longer in many steps than in one', async () => {
    const waits: number[] = []
    const alwaysOne = {
      none: async (mostMs: number) => {
        waits.push(mostMs)
        const until = performance.now() + Math.max(0, mostMs)
        while (performance.now() < until);
      },
    }
    const pace = { patienceMs: 20, turnMs: most.turnMs }
    for (let step = 0; step < 5; step += 1) await inTurns([], () => ({ due: [], entries: [] }), alwaysOne, pace)
    expect(waits).toHaveLength(5)
    expect(Math.max(...waits.slice(1))).toBeLessThan(20)
  })

  it('last longer where requests fill the time between them', async () => {
    const patient = { none: async () => undefined }
    const work = (ms: number) => {
      const until = performance.now() + ms
      while (performance.now() < until);
    }
    const turnsWith = async (othersMs: number) => {
      let [turns, left] = [0, 200]
      let isOver = false
      const busy = () => {
        work(othersMs)
        turns += 1
        if (!isOver) setImmediate(busy)
      }
      setImmediate(busy)
      const eight = Array.from({ length: most.due })
      const locateSome = () => {
        work(0.5)
        left -= 1
        return { due: left > 0 ? (eight as Batch['due']) : [], entries: [] }
      }
      await inTurns([], locateSome, patient)
      isOver = true
      return turns
    }
    expect(await turnsWith(5)).toBeLessThan((await turnsWith(0)) / 2)
  })
})
