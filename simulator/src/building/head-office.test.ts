// The atrium is a hole upstairs that nobody walks into and that radio passes; receivers may hang in every room.
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

describe('the receivers of the head office', () => {
  it('hang in every room when asked to, once each where none did, and where they were otherwise', () => {
    const usual = receiverLocations(plain)
    const all = receiverLocations(plain, { inEveryRoom: true })
    const places = ({ xM, yM, floor }: (typeof usual)[number]) => `${floor} ${xM} ${yM}`
    expect(all.map(places)).toEqual(expect.arrayContaining(usual.map(places)))
    const inside = plain.rooms.filter(({ kind }) => kind !== 'outdoor' && kind !== 'corridor')
    const receiversIn = (found: typeof usual) =>
      inside.map((room) => {
        const { key } = plain.levels.find(({ level }) => level === room.level)!
        return found.filter(({ floor, xM, yM }) => floor === key && liesIn(room, { x: xM, y: yM })).length
      })
    expect(receiversIn(all)).toEqual(receiversIn(usual).map((count) => Math.max(1, count)))
    expect(new Set(all.map(({ receiverId }) => receiverId)).size).toBe(all.length)
  })
})
