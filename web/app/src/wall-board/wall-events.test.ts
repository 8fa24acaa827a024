import type { Emergency } from '@rollcall/contracts/domains/emergency'
import { describe, expect, it } from 'vitest'
import { wallEvents } from './wall-events.ts'

const event = (id: string, mode: Emergency['mode'], minute: number, ...buildingIds: string[]) =>
  ({ id, mode, triggeredAt: `2026-11-15T10:0${minute}:00Z`, scope: { buildingIds } }) as unknown as Emergency
const ids = ({ shown, others }: ReturnType<typeof wallEvents>) => [shown?.id, others.map(({ id }) => id)]

describe('the emergency of a wall board', () => {
  it('is a real one before a drill, and the first of its kind', () => {
    const all = [event('drill', 'drill', 0, 'a'), event('second', 'live', 2, 'b'), event('first', 'live', 1, 'a')]
    expect(ids(wallEvents(all, null))).toEqual(['first', ['second', 'drill']])
  })
  it('is one of the chosen building; others are only named', () => {
    const all = [event('there', 'live', 0, 'b'), event('here', 'drill', 1, 'a', 'b')]
    expect(ids(wallEvents(all, 'a'))).toEqual(['here', ['there']])
    expect(ids(wallEvents(all, 'c'))).toEqual([undefined, ['there', 'here']])
  })
})
