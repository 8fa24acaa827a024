import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { describe, expect, it } from 'vitest'
import { createMarkerField } from './marker-field.ts'
import type { PaintMessage } from './painting/paint-message.ts'
import { motionFields } from './painting/paint-message.ts'
import { moveMarkers, nameMarkers } from './painting/paint-marker.ts'
import type { Markers } from './painting/paint-marker.ts'

const entry = (transmitterId: string, xM: number, name = transmitterId) =>
  ({
    transmitterId,
    position: { x: xM, y: 0, xM, yM: 2 },
    entityType: 'employee',
    name,
    accuracyM: 3,
    timestamp: 1_790_000_000_000,
  }) as PositionEntry

/** The page's side and the painter's, joined as in the product. */
function aFloor() {
  const told: PaintMessage[] = []
  const painted: Markers = new Map()
  const field = createMarkerField((message) => {
    told.push(message)
    if (message.type === 'names') nameMarkers(painted, message.names)
    if (message.type === 'motions') moveMarkers(painted, message.motions)
    if (message.type === 'gone') for (const index of message.indexes) painted.delete(index)
  })
  return { field, told, painted }
}

describe('the markers of page and painter', () => {
  it('are the same, with name, place and accuracy', () => {
    const { field, painted } = aFloor()
    field.update(new Map([['a', entry('a', 4, 'Ada Lovelace')]]))
    expect([...painted.values()]).toMatchObject([
      { name: 'Ada Lovelace', initials: 'AL', accuracyM: 3, motion: { to: { x: 4, y: 2 } } },
    ])
    expect(field.seenAt('a')).toEqual({ x: 4, y: 2 })
  })
  it('tells only what changed: numbers for a move, no name again', () => {
    const { field, told } = aFloor()
    const all = new Map(['a', 'b'].map((id) => [id, entry(id, 1)]))
    field.update(all)
    told.length = 0
    all.set('a', entry('a', 2))
    field.update(all, ['a'])
    expect(told.map(({ type }) => type)).toEqual(['motions'])
    expect(told[0]?.type === 'motions' && told[0].motions.length).toBe(motionFields.length)
  })
  it('forgets who left', () => {
    const { field, painted } = aFloor()
    field.update(new Map([['a', entry('a', 1)]]))
    field.update(new Map())
    expect(painted.size).toBe(0)
    expect(field.indexOf('a')).toBeNull()
  })
})
