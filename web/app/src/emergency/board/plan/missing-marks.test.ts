import { describe, expect, it } from 'vitest'
import { after, alarmAt, aMissingPerson, seenInside } from '../a-muster-person.ts'
import { fullestFloor, missingMarks } from './missing-marks.ts'

const ground = { sighting: { floorId: 'ground' } }
const now = alarmAt + 300_000

describe('marks of the missing', () => {
  it('shows who is missing or needs help, on the floor where they were seen', () => {
    const marks = missingMarks(
      [
        seenInside('Ada'),
        seenInside('Bob', ground),
        seenInside('Cid', ground, { status: 'needs_help' }),
        seenInside('Dee', ground, { status: 'accounted' }),
        seenInside('Eve', ground, { status: 'off_site' }),
      ],
      now,
    )
    expect([...marks].map(([floor, people]) => [floor, people.map(({ fullName }) => fullName)])).toEqual([
      ['floor1', ['Ada']],
      ['ground', ['Bob', 'Cid']],
    ])
    expect(fullestFloor(['floor1', 'ground'], marks)).toBe('ground')
  })
  it('leaves out whom no receiver ever saw', () => {
    expect(missingMarks([aMissingPerson('Ada')], now).size).toBe(0)
    expect(fullestFloor(['floor1', 'ground'], new Map())).toBe('floor1')
  })
  it('tells a place of now from an old one', () => {
    const states = [300, 200, -600].map((seconds) => {
      const marks = missingMarks([seenInside('Ada', { sighting: { at: after(seconds) } })], now)
      return marks.get('floor1')?.[0]?.state
    })
    expect(states).toEqual(['active', 'last_seen', 'stale'])
  })
})
