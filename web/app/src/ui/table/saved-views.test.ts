import type { SavedView } from '@rollcall/contracts/domains/saved-views'
import { expect, it } from 'vitest'
import { openView, viewsOf } from './saved-views.ts'

const aView = (list: string, name: string, query: Record<string, string>): SavedView => {
  const at = '2026-01-31T09:30:00.000Z'
  return { id: name, createdAt: at, updatedAt: at, list, name, query }
}
const all = [
  aView('badges', 'Lost', { status: 'lost', columns: 'name,seen' }),
  aView('badges', 'Plain', { columns: 'name' }),
  aView('people', 'Plain', { columns: 'name' }),
]

it('a list has its own views', () => {
  expect(viewsOf(all, 'badges').map(({ name }) => name)).toEqual(['Lost', 'Plain'])
})
it('a view is open while its question is asked, in any order, and no other', () => {
  const nameOf = (asked: Record<string, string>) => openView(viewsOf(all, 'badges'), asked)?.name ?? null
  expect(nameOf({ columns: 'name,seen', status: 'lost' })).toBe('Lost')
  expect(nameOf({ columns: 'name' })).toBe('Plain')
  expect([nameOf({}), nameOf({ status: 'lost' }), nameOf({ columns: 'name', q: 'ada' })]).toEqual([null, null, null])
})
