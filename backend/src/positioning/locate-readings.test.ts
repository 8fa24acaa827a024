// How readings that came together are worked on in turns, so that nobody waits for thousands of badges.
import { describe, expect, it } from 'vitest'
import type { Reading } from '../ingest/reading.ts'
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
  it('end after some milliseconds, so that others have theirs', async () => {
    let [turns, left, isOver] = [0, 20, false]
    const others = () => {
      turns += 1
      if (!isOver) setImmediate(others)
    }
    setImmediate(others)
    const locateSome = () => {
      const until = performance.now() + most.turnMs
      while (performance.now() < until);
      left -= 1
      return { due: left > 0 ? (Array.from({ length: most.due }) as Batch['due']) : [], entries: [] }
    }
    await inTurns([], locateSome)
    isOver = true
    expect(left).toBe(0)
    expect(turns).toBeGreaterThanOrEqual(20)
  })

  it('go on while devices are due, also without readings', async () => {
    const sizes = [most.due, most.due, 3]
    let looks = 0
    const locateSome = () => ({ due: Array.from({ length: sizes[looks++]! }) as Batch['due'], entries: [] })
    await inTurns([], locateSome)
    expect(looks).toBe(3)
  })
})
