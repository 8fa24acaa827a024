import { describe, expect, it } from 'vitest'
import { createHistory } from './history-track.ts'
import type { HistoryReply } from './history-track.ts'

const t = 1_790_000_000_000
const point = (seconds: number, x: number, transmitterId = 'badge') => ({
  transmitterId,
  position: { x, y: 50, xM: x / 2, yM: 10 },
  positionMethod: 'grid' as const,
  floorId: 'f1',
  zoneId: null,
  accuracyM: 2,
  timestamp: t + seconds * 1000,
})
const reply = (...points: HistoryReply['points']): HistoryReply => ({
  points,
  carriers: [{ transmitterId: 'badge', entityType: 'employee', entityId: null, name: 'Ada', from: null, until: null }],
  truncated: false,
})
const at = (seconds: number) => t + seconds * 1000

describe('a played-back floor', () => {
  const history = createHistory('b1', () => 3)
  // Loaded in two pieces, the later one first, as after a jump on the slider.
  history.add(reply(point(10, 30), point(200, 60)))
  history.add(reply(point(0, 10)))
  const place = (seconds: number) => history.positionsAt(at(seconds)).get('badge')?.position.x

  it('shows nobody before they were first seen', () => {
    expect(history.positionsAt(at(-1)).size).toBe(0)
  })
  it('glides between two points close in time and counts the badge as heard', () => {
    expect(place(5)).toBe(20)
    expect(history.positionsAt(at(5)).get('badge')).toMatchObject({ timestamp: at(5), name: 'Ada', buildingId: 'b1' })
  })
  it('stays at the last known place across a gap, with the age of that sighting, and then is gone', () => {
    expect(place(40)).toBe(30)
    expect(history.positionsAt(at(40)).get('badge')?.timestamp).toBe(at(10))
    expect(place(150)).toBeUndefined()
    expect(place(200)).toBe(60)
  })
  it('names whoever carried the badge at that moment', () => {
    const lent = createHistory('b1', () => 3)
    const [ada] = reply().carriers as [HistoryReply['carriers'][number]]
    const carriers = [
      { ...ada, until: at(5) },
      { ...ada, name: 'Bob', from: at(5) },
    ]
    lent.add({ ...reply(point(0, 10), point(10, 30)), carriers })
    expect(lent.positionsAt(at(1)).get('badge')?.name).toBe('Ada')
    expect(lent.positionsAt(at(11)).get('badge')?.name).toBe('Bob')
  })
  it('leaves out badges whose owner is not known any more', () => {
    history.add({ ...reply(point(0, 10, 'deleted')), carriers: [] })
    expect(history.positionsAt(at(1)).has('deleted')).toBe(false)
  })
})
