import { describe, expect, it } from 'vitest'
import type { Call } from '../../api/client.ts'
import { applyPlan } from './apply-plan.ts'
import type { Plan } from './plan.ts'

type Sent = { method: string; path: string; id?: string; body?: unknown; unchangedSince?: string }
type Input = { params?: { id: string }; body?: unknown; unchangedSince?: string }
/** A server that knows one receiver without a place, and refuses whatever is named. */
function aServer(refuses: string[] = []) {
  const sent: Sent[] = []
  const call = (async (row: { method: string; path: string }, { params, ...input }: Input) => {
    if (row.method === 'GET') return { items: [{ id: 'known', receiverId: '02a1f0000009', updatedAt: 'v3' }] }
    const id = params?.id
    if (id && refuses.includes(id)) throw new Error('refused')
    sent.push({ method: row.method, path: row.path, ...(id ? { id } : {}), ...input })
    return {}
  }) as unknown as Call
  return { sent, call }
}
const plan: Plan = {
  moved: { a: { x: 10, y: 20 } },
  removed: ['b'],
  added: [
    { id: 'p1', name: 'Planned 1', receiverId: '', x: 1, y: 1 },
    { id: 'p2', name: 'Canteen', receiverId: '02:A1:F0:00:00:01', x: 2, y: 2 },
    { id: 'p3', name: 'Store', receiverId: '02a1f0000009', x: 3, y: 3 },
  ],
}
const registered = [
  { id: 'a', name: 'Hall', updatedAt: 'v1' },
  { id: 'b', name: 'Door', updatedAt: 'v2' },
]

describe('applying a plan', () => {
  it('moves, takes off the plan, registers what is new, and moves here what is registered already', async () => {
    const { sent, call } = aServer()
    const { plan: left, refused, done } = await applyPlan(call, 'floor', plan, registered)
    expect(sent).toEqual([
      {
        method: 'PUT',
        path: '/api/receivers/{id}',
        id: 'a',
        unchangedSince: 'v1',
        body: { floorId: 'floor', x: 10, y: 20 },
      },
      {
        method: 'PUT',
        path: '/api/receivers/{id}',
        id: 'b',
        unchangedSince: 'v2',
        body: { floorId: null, x: null, y: null },
      },
      {
        method: 'POST',
        path: '/api/receivers',
        body: { receiverId: '02a1f0000001', name: 'Canteen', floorId: 'floor', x: 2, y: 2 },
      },
      {
        method: 'PUT',
        path: '/api/receivers/{id}',
        id: 'known',
        unchangedSince: 'v3',
        body: { floorId: 'floor', x: 3, y: 3 },
      },
    ])
    expect([refused, done]).toEqual([[], 4])
    // What is not bought yet stays planned.
    expect(left).toEqual({ moved: {}, removed: [], added: [plan.added[0]] })
  })
  it('keeps what was refused in the plan, and says which', async () => {
    const { call } = aServer(['a'])
    const { plan: left, refused, done } = await applyPlan(call, 'floor', plan, registered)
    expect(refused.map(({ name }) => name)).toEqual(['Hall'])
    expect(left.moved).toEqual(plan.moved)
    expect(done).toBe(3)
  })
})
