import { describe, expect, it } from 'vitest'
import { countOf, emptyPlan, forRegistered, placedReceivers, readPlan } from './plan.ts'
import { withAdded, withAddedChange, withMoved, withoutMove, withoutReceiver } from './plan.ts'

const receiver = (id: string, x: number | null) => {
  return { id, receiverId: `02${id}`, name: `Receiver ${id}`, x, y: x, zM: null, rssiOffsetDb: 1 }
}
const registered = [receiver('a', 10), receiver('b', 50), receiver('c', null)]
const offsets = new Map([['02a', -3]])
const placed = (plan = emptyPlan) => placedReceivers(registered, plan, offsets)

describe('a plan of receivers', () => {
  it('begins with those that hang somewhere, each with its own offset', () => {
    expect(placed().map(({ id, x, offsetDb, zM, state }) => ({ id, x, offsetDb, zM, state }))).toEqual([
      { id: 'a', x: 10, offsetDb: -2, zM: 2.5, state: 'hangs' },
      { id: 'b', x: 50, offsetDb: 1, zM: 2.5, state: 'hangs' },
    ])
  })
  it('moves, adds and takes off without touching what is registered', () => {
    const { plan: added, id } = withAdded(withMoved(emptyPlan, 'a', { x: 20.004, y: 130 }), { x: 5, y: 5 })
    const plan = withoutReceiver(added, 'b')
    expect(placed(plan).map(({ id: one, x, y, state }) => ({ id: one, x, y, state }))).toEqual([
      { id: 'a', x: 20, y: 100, state: 'moved' },
      { id, x: 5, y: 5, state: 'added' },
    ])
    expect(countOf(plan)).toBe(3)
    expect(registered[0]!.x).toBe(10)
  })
  it('moves a planned one in place, names each differently, and forgets one that is removed', () => {
    const first = withAdded(emptyPlan, { x: 1, y: 1 })
    const second = withAdded(first.plan, { x: 2, y: 2 })
    const moved = withMoved(second.plan, first.id, { x: 9, y: 9 })
    expect(moved.moved).toEqual({})
    expect(moved.added.map(({ name, x }) => [name, x])).toEqual([
      ['Planned 1', 9],
      ['Planned 2', 2],
    ])
    expect(countOf(withoutReceiver(withoutReceiver(moved, first.id), second.id))).toBe(0)
    expect(withAddedChange(moved, second.id, { receiverId: '02aa' }).added[1]?.receiverId).toBe('02aa')
  })
  it('puts one back where it is registered', () => {
    expect(countOf(withoutMove(withMoved(emptyPlan, 'a', { x: 1, y: 1 }), 'a'))).toBe(0)
    expect(countOf(withoutMove(withoutReceiver(emptyPlan, 'a'), 'a'))).toBe(0)
  })
  it('takes off one that was moved first', () => {
    expect(withoutReceiver(withMoved(emptyPlan, 'a', { x: 1, y: 1 }), 'a')).toEqual({ ...emptyPlan, removed: ['a'] })
  })
  it('forgets receivers that are registered no longer', () => {
    const plan = withoutReceiver(withMoved(emptyPlan, 'gone', { x: 1, y: 1 }), 'also gone')
    expect(countOf(forRegistered(plan, registered))).toBe(0)
  })
  it('is read from this device, and is empty when what lies there is no plan', () => {
    const plan = withMoved(emptyPlan, 'a', { x: 1, y: 1 })
    expect(readPlan(JSON.stringify(plan))).toEqual(plan)
    expect(['', 'null', '{"moved":{"a":7}}', '[]'].map(readPlan)).toEqual([emptyPlan, emptyPlan, emptyPlan, emptyPlan])
  })
})
