// Which positions enter the history.
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { describe, expect, it } from 'vitest'
import { createHistoryFilter } from './history-filter.ts'

const aPosition = ({ xM = 5, yM = 5, ...rest }: Partial<PositionEntry> & { xM?: number; yM?: number } = {}) =>
  ({ transmitterId: 'a', floorId: 'f', zoneId: 'z', timestamp: 1000, position: { xM, yM }, ...rest }) as PositionEntry

describe('a position after another', () => {
  it.each([
    ['is the same', {}, false],
    ['is almost a metre away', { xM: 5.7, yM: 5.7 }, false],
    ['is a metre away', { xM: 6 }, true],
    ['is a metre away on the other side', { yM: 4 }, true],
    ['is a metre away across', { xM: 4.2, yM: 5.6 + 1e-9 }, true],
    ['comes almost half a minute later', { timestamp: 30_999 }, false],
    ['comes half a minute later', { timestamp: 31_000 }, true],
    ['is on another floor', { floorId: 'g' }, true],
    ['is in another zone', { zoneId: 'y' }, true],
    ['is in no zone', { zoneId: null }, true],
    ['is of another badge', { transmitterId: 'b' }, true],
  ])('that %s: %s %s', (_, change, isKept) => {
    const keeps = createHistoryFilter()
    expect(keeps(aPosition())).toBe(true)
    expect(keeps(aPosition(change))).toBe(isKept)
  })

  it('is compared with the last that was kept, not with the last that was seen', () => {
    const keeps = createHistoryFilter()
    const kept = [0, 0.6, 1.2, 1.8, 2.4].map((xM) => keeps(aPosition({ xM })))
    expect(kept).toEqual([true, false, true, false, true])
  })

  it('is compared with what the history has of a process before', () => {
    const keeps = createHistoryFilter([aPosition()])
    expect([keeps(aPosition()), keeps(aPosition({ transmitterId: 'b' }))]).toEqual([false, true])
  })
})
