import { describe, expect, it } from 'vitest'
import { createLine, type Line } from './line-quality.ts'

const start = 1_790_000_000_000
/** A delivery every second with one reading of that moment, off by so much. */
function deliver(line: Line, { from = 0, seconds = 30, skewMs = 0, every = 1 } = {}) {
  for (let second = from; second < from + seconds; second += every) {
    line.arrive(start + second * 1000)
    line.note(start + second * 1000, skewMs)
  }
  return line
}

describe('the line from a receiver', () => {
  it('is good when readings come every second by a right clock', () => {
    expect(deliver(createLine()).quality()).toEqual({ pauseMs: 1000, clockOffMs: 0, lateShare: 0, twiceShare: 0 })
  })

  it('says nothing odd before anything came', () => {
    expect(createLine().quality()).toEqual({ pauseMs: 0, clockOffMs: 0, lateShare: 0, twiceShare: 0 })
  })

  it('tells the longest pause, for two minutes at most', () => {
    const line = deliver(createLine())
    deliver(line, { from: 50 })
    expect(line.quality().pauseMs).toBe(21_000)
    deliver(line, { from: 80, seconds: 130 })
    expect(line.quality().pauseMs).toBe(1000)
  })

  it('takes coming back from being offline for no pause', () => {
    const line = deliver(createLine())
    deliver(line, { from: 300 })
    expect(line.quality().pauseMs).toBe(1000)
  })

  it.each([-30_000, 30_000])('calls a clock that is %d ms off wrong, and its readings not late', (skewMs) => {
    expect(deliver(createLine(), { skewMs }).quality()).toMatchObject({ clockOffMs: skewMs, lateShare: 0 })
  })

  it('calls readings that waited late, and the clock right', () => {
    const line = createLine()
    // Held back for 20 s, then sent at once, the newest last.
    for (const burst of [20, 40, 60]) {
      line.arrive(start + burst * 1000)
      for (let age = 19; age >= 0; age--) line.note(start + burst * 1000, (0 - age) * 1000)
    }
    const { clockOffMs, lateShare, pauseMs } = line.quality()
    expect(clockOffMs).toBe(0)
    expect(lateShare).toBeGreaterThan(0.4)
    expect(pauseMs).toBe(20_000)
  })

  it('tells which share came twice', () => {
    const line = deliver(createLine(), { seconds: 10 })
    for (let i = 0; i < 3; i++) line.noteTwice()
    expect(line.quality().twiceShare).toBe(0.3)
  })
})
