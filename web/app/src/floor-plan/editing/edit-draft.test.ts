import { describe, expect, it } from 'vitest'
import {
  changesBetween,
  countOf,
  stackedWith,
  withCorner,
  withEdgeSplit,
  withReceiver,
  withZone,
} from './edit-draft.ts'
import type { Draft } from './edit-draft.ts'
import { redo, step, undo } from '../../ui/undo-steps.ts'
import type { UndoSteps } from '../../ui/undo-steps.ts'

const square = [
  { x: 10, y: 10 },
  { x: 20, y: 10 },
  { x: 20, y: 20 },
  { x: 10, y: 20 },
]
const stored: Draft = {
  zones: [
    {
      id: 'z1',
      name: 'Canteen',
      zoneTypeId: 't1',
      polygon: square,
      isEmergency: false,
      isMusterPoint: false,
      isRestricted: false,
      capacity: null,
      isNew: false,
    },
  ],
  receivers: [{ id: 'r1', name: 'Ceiling', x: 5, y: 5, zM: 2.5 }],
  walls: [],
  wallsAt: 'before',
  changedAt: { z1: 'then' },
}
const polygonOf = (draft: Draft) => draft.zones[0]?.polygon

describe('a draft', () => {
  it('moves a corner, and never beyond the plan', () => {
    expect(polygonOf(withCorner(stored, 'z1', 1, { x: 120, y: -3 }))?.[1]).toEqual({ x: 100, y: 0 })
    expect(polygonOf(stored)).toEqual(square)
  })
  it('takes a corner away, but leaves three', () => {
    const triangle = withCorner(stored, 'z1', 0, null)
    expect(polygonOf(triangle)).toHaveLength(3)
    expect(withCorner(triangle, 'z1', 0, null)).toBe(triangle)
  })
  it('splits an edge in its middle, also the one that closes the zone', () => {
    expect(polygonOf(withEdgeSplit(stored, 'z1', 0))?.[1]).toEqual({ x: 15, y: 10 })
    expect(polygonOf(withEdgeSplit(stored, 'z1', 3))?.[4]).toEqual({ x: 10, y: 15 })
  })
})

describe('taking back', () => {
  const first: UndoSteps<Draft> = { past: [], now: stored, future: [] }
  const moved = step(first, withReceiver(stored, 'r1', { x: 50, y: 50 }))
  it('goes back and forth through every step', () => {
    const twice = step(moved, withZone(moved.now, 'z1', { name: 'Kitchen' }))
    expect(undo(undo(twice)).now).toBe(stored)
    expect(redo(undo(twice)).now).toBe(twice.now)
    expect(undo(first)).toBe(first)
    expect(redo(twice)).toBe(twice)
  })
  it('forgets what was taken back once something else is done', () => {
    const other = step(undo(moved), withZone(stored, 'z1', { name: 'Kitchen' }))
    expect(redo(other)).toBe(other)
  })
})

it('names receivers that lie on one another', () => {
  const receiver = (id: string, x: number | null) => ({ id, name: id, x, y: x, zM: null })
  const receivers = [receiver('a', 5), receiver('b', 5.2), receiver('c', 9), receiver('d', null)]
  const draft = { ...stored, zones: [], receivers }
  const size = { widthM: 100, heightM: 100 }
  expect(stackedWith(draft, 'a', size).map(({ id }) => id)).toEqual(['b'])
  expect(stackedWith(draft, 'd', size)).toEqual([])
})

describe('changesBetween', () => {
  it('finds nothing when everything was put back', () => {
    const there = withReceiver(stored, 'r1', { x: 50, y: 50 })
    expect(countOf(changesBetween(stored, withReceiver(there, 'r1', { x: 5, y: 5 })))).toBe(0)
  })
  it('tells created, changed, removed and moved apart', () => {
    const fresh = { ...stored.zones[0], id: 'new', isNew: true } as Draft['zones'][number]
    const now = { ...stored, zones: [fresh], receivers: [{ id: 'r1', name: 'Ceiling', x: 6, y: 5, zM: 2.5 }] }
    const { created, changed, removed, moved } = changesBetween(stored, now)
    expect([created.length, changed.length, removed.length, moved.length]).toEqual([1, 0, 1, 1])
    expect(changesBetween(stored, withZone(stored, 'z1', { capacity: 9 })).changed).toHaveLength(1)
    expect(changesBetween(stored, withReceiver(stored, 'r1', { zM: 3 })).moved).toHaveLength(1)
  })
})
