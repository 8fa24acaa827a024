import { describe, expect, it } from 'vitest'
import { choiceIn, choiceOf, isSameChoice, queryWith } from './address-choice.ts'

describe('the choice in the address of the floor plan', () => {
  it('names the person or asset, and a badge only while nobody carries it', () => {
    const badge = { transmitterId: 'aa/3', entityType: 'employee', entityId: 'p1' } as const
    expect(choiceOf(badge)).toEqual({ kind: 'person', id: 'p1' })
    expect(choiceOf({ ...badge, entityType: 'asset', entityId: 'a1' })).toEqual({ kind: 'asset', id: 'a1' })
    expect(choiceOf({ ...badge, entityType: 'standalone', entityId: null })).toEqual({ kind: 'badge', id: 'aa/3' })
  })
  it('is read back as it was written, with everything else in the address', () => {
    const choice = { kind: 'receiver', id: 'r1' } as const
    const query = queryWith({ at: '2026-01-01', person: 'p1', find: 'Ada', follow: 'yes' }, choice)
    expect(query).toEqual({ at: '2026-01-01', receiver: 'r1' })
    expect(isSameChoice(choiceIn(query), choice)).toBe(true)
    expect(queryWith(query, null)).toEqual({ at: '2026-01-01' })
  })
  it('is nobody when the address names nobody, or twice', () => {
    expect(choiceIn({ at: 'x', person: '' })).toBeNull()
    expect(choiceIn({ person: ['a', 'b'] })).toBeNull()
    expect(isSameChoice(null, { kind: 'person', id: 'p1' })).toBe(false)
    expect(isSameChoice(null, null)).toBe(true)
  })
})
