import { describe, expect, it } from 'vitest'
import { pauseAfter } from './retry-schedule.ts'

const start = Date.parse('2026-11-15T12:00:00Z')
const firstTriedAt = new Date(start).toISOString()

/** Every moment at which a message that never arrives is tried, in seconds after the first. */
function triesOf(random: number): number[] {
  const moments = [start]
  for (;;) {
    const last = moments.at(-1) ?? start
    const pause = pauseAfter({ tries: moments.length, firstTriedAt }, last, random)
    if (pause === null) return moments.map((moment) => (moment - start) / 1000)
    moments.push(last + pause)
  }
}

describe('pauseAfter', () => {
  // holds rules 9-17
  it('grows from a second to five minutes, and ends half an hour after the first try', () => {
    const [first, ...later] = triesOf(0.5)
    expect([first, ...later.slice(0, 8)]).toEqual([0, 1, 6, 21, 51, 111, 231, 531, 831])
    expect(later.at(-1)).toBe(1800)
  })
  it('tries to the end of the half hour, whatever chance does to the pauses', () => {
    for (const random of [0, 0.25, 0.9999]) expect(triesOf(random).at(-1)).toBe(1800)
  })
  it('makes a pause a fifth longer or shorter', () => {
    const pause = (random: number) => pauseAfter({ tries: 2, firstTriedAt }, start, random)
    expect([pause(0), pause(0.5), pause(1)]).toEqual([4000, 5000, 6000])
  })
  it('gives up at the next failure when the half hour passed meanwhile, as after a restart', () => {
    expect(pauseAfter({ tries: 2, firstTriedAt }, start + 1_800_000)).toBeNull()
  })
})
