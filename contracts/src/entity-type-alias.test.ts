// `entity_type` beside `entityType`, in queries and bodies (rules 8).
import { describe, expect, it } from 'vitest'
import { PersonChange, PersonCreate, PersonQuery } from './domains/personnel.ts'
import { TransmitterAssignment, TransmitterBulk, TransmitterQuery } from './domains/transmitters.ts'

const assignment = { transmitterId: 'aabbccddeeff', entityId: null }

describe('entity_type', () => {
  // holds rules 8-1
  it('stands for entityType in a query', () => {
    expect(TransmitterQuery.parse({ entity_type: 'asset' })).toMatchObject({ entityType: 'asset' })
    expect(PersonQuery.parse({ entity_type: 'visitor' }).entityType).toBe('visitor')
    expect(PersonQuery.parse({}).entityType).toBe('employee')
  })

  // holds rules 8-1
  it('stands for entityType in a body, in each row of a bulk body too', () => {
    const written: unknown = { ...assignment, entity_type: 'employee' }
    expect(TransmitterAssignment.parse(written)).toEqual({ ...assignment, entityType: 'employee', force: false })
    const bulk: unknown = { transmitters: [{ transmitterId: 'aabbccddeeff', entity_type: 'asset' }] }
    expect(TransmitterBulk.parse(bulk).transmitters[0]?.entityType).toBe('asset')
    expect(PersonChange.parse({ entity_type: 'contractor' })).toEqual({ entityType: 'contractor' })
  })

  it('is held to the same values', () => {
    expect(TransmitterQuery.safeParse({ entity_type: 'ghost' }).success).toBe(false)
  })

  it('is refused beside entityType in a body, since one of the two would be ignored', () => {
    const both: unknown = { ...assignment, entityType: 'employee', entity_type: 'asset' }
    expect(TransmitterAssignment.safeParse(both).success).toBe(false)
  })

  it.each([null, [], 'text', 7])('does not make %j a body', (value) => {
    expect(PersonCreate.safeParse(value).success).toBe(false)
  })
})
