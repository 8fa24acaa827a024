// The atrium is a hole upstairs that nobody walks into and that radio passes.
import { describe, expect, it } from 'vitest'
import { createPropagation } from '../radio/propagation.ts'
import { createRandom } from '../random.ts'
import { createHeadOffice } from './head-office.ts'
import { centreOf, liesIn, roomAt } from './model.ts'
import { receiverLocations } from './receivers.ts'

const [plain, open] = [createHeadOffice(), createHeadOffice('atrium')]

describe('the head office with an atrium', () => {
  it('has no room upstairs where the hall is open, and the same rooms otherwise', () => {
    const { x, y } = centreOf(open.atrium!)
    expect(roomAt(open.rooms, 1, x, y)).toBeUndefined()
    expect(roomAt(plain.rooms, 1, x, y)?.key).toBe('f-breakout')
    expect(open.rooms.map(({ key }) => key)).toEqual(plain.rooms.map(({ key }) => key))
  })

  it('lets the receivers upstairs hear the reception better than through a ceiling', () => {
    const strengths = [plain, open].map((building) => {
      const { receivers, meanRssi } = createPropagation(building, receiverLocations(building), createRandom(1))
      const above = receivers.findIndex(({ level, x, y }) => level === 1 && liesIn(open.atrium!, { x, y }, 2))
      return meanRssi(above, 0, 31, 25)
    })
    expect(strengths[1]! - strengths[0]!).toBeGreaterThan(5)
  })
})
