import { expect, it } from 'vitest'
import { neighbour } from './use-turning.ts'

it('turns through the floors and begins again', () => {
  const floors = ['roof', 'first', 'ground'].map((id) => ({ id }))
  const next = (id: string | null, by: 1 | -1) => neighbour(floors, id, by)?.id
  expect([next('roof', 1), next('ground', 1), next('roof', -1), next('first', -1)]).toEqual([
    'first',
    'roof',
    'ground',
    'roof',
  ])
  expect(next(null, 1)).toBe('roof')
  expect(neighbour([], null, 1)).toBeUndefined()
})
