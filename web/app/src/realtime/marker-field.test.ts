import { motionFields } from './marker-message.ts'
import type { MarkerMessage } from './marker-message.ts'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { describe, expect, it } from 'vitest'
import { createMarkerField } from './marker-field.ts'
import { createMarkerMirror } from '../floor-plan/map/marker-mirror.ts'
import { applyMarkerMessage } from '../floor-plan/painting/paint-marker.ts'
import type { Markers } from '../floor-plan/painting/paint-marker.ts'

const entry = (transmitterId: string, xM: number, name = transmitterId) =>
  ({
    transmitterId,
    position: { x: xM, y: 0, xM, yM: 2 },
    entityType: 'employee',
    name,
    accuracyM: 3,
    timestamp: 1_790_000_000_000,
  }) as PositionEntry

/** The field, the painter's side and the page's, joined as in the product. */
function aFloor() {
  const sent: MarkerMessage[] = []
  const painted: Markers = new Map()
  const mirror = createMarkerMirror(() => undefined)
  const join = (message: MarkerMessage) => {
    sent.push(message)
    applyMarkerMessage(painted, message)
    mirror.receive(message)
  }
  return { field: createMarkerField(join), past: createMarkerField(join, 1_000), sent, painted, mirror }
}

describe('the markers of page and painter', () => {
  it('are the same, with name, place and accuracy', () => {
    const { field, painted, mirror } = aFloor()
    field.update(new Map([['a', entry('a', 4, 'Ada Lovelace')]]))
    expect([...painted.values()]).toMatchObject([
      { name: 'Ada Lovelace', initials: 'AL', accuracyM: 3, motion: { to: { x: 4, y: 2 } } },
    ])
    expect(mirror.seenAt('a')).toEqual({ x: 4, y: 2 })
    expect(mirror.seen()).toEqual([{ id: 'a', kind: 'employee', x: 4, y: 2 }])
  })
  it('tells only what changed: numbers for a move, no name again', () => {
    const { field, sent } = aFloor()
    const all = new Map(['a', 'b'].map((id) => [id, entry(id, 1)]))
    field.update(all)
    sent.length = 0
    all.set('a', entry('a', 2))
    field.update(all, ['a'])
    expect(sent.map(({ type }) => type)).toEqual(['motions'])
    expect(sent[0]?.type === 'motions' && sent[0].motions.length).toBe(motionFields.length)
  })
  it('forgets who left', () => {
    const { field, painted, mirror } = aFloor()
    field.update(new Map([['a', entry('a', 1)]]))
    field.update(new Map())
    expect(painted.size).toBe(0)
    expect(mirror.indexOf('a')).toBeNull()
    expect(mirror.seenAt('a')).toBeNull()
  })
  it('are found by their new number when the past takes the place of the present, in whatever order they are told', () => {
    const { field, past, painted, mirror } = aFloor()
    field.update(new Map([['a', entry('a', 1)]]))
    past.update(new Map([['a', entry('a', 9)]]))
    field.update(new Map())
    expect(painted.size).toBe(1)
    expect(mirror.indexOf('a')).toBe(1_000)
    expect(mirror.seenAt('a')).toEqual({ x: 9, y: 2 })
  })
})
