import { describe, expect, it } from 'vitest'
import { aMissingPerson } from '../board/a-muster-person.ts'
import { decisionTime, outcomesOf } from './outcomes.ts'

describe('the people of a report', () => {
  it('lists who is missing first, then who needs help, each by name', () => {
    const people = [
      aMissingPerson('Dee', { status: 'excused' }),
      aMissingPerson('Cid', { status: 'accounted' }),
      aMissingPerson('Eve'),
      aMissingPerson('Bob', { status: 'needs_help' }),
      aMissingPerson('Ada'),
    ]
    expect(outcomesOf(people, '').map(({ fullName }) => fullName)).toEqual(['Ada', 'Eve', 'Bob', 'Cid', 'Dee'])
    expect(outcomesOf(people, 'e-b').map(({ fullName }) => fullName)).toEqual(['Bob'])
  })
})

describe('the time of a decision', () => {
  it('is when it was made', () => {
    expect(decisionTime('2026-11-15T10:02:00Z', '2026-11-15T10:02:01Z', 'UTC')).toBe('10:02:00')
    expect(decisionTime('2026-11-15T10:02:00Z', null, 'UTC')).toBe('10:02:00')
  })
  it('says when it arrived, if that was later', () => {
    expect(decisionTime('2026-11-15T10:02:00Z', '2026-11-15T10:09:12Z', 'UTC')).toBe('10:02:00, arrived 10:09:12')
  })
})
