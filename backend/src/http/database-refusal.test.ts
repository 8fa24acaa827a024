// What becomes of PostgreSQL's errors, by their codes and the names of constraints alone: its words are in any language.
import { noted } from '@rollcall/contracts/notes'
import { describe, expect, it } from 'vitest'
import { databaseRefusal } from './database-refusal.ts'

const refused = (fields: object) => databaseRefusal(Object.assign(new Error('Quelque chose'), fields))

describe('an error of the database', () => {
  it.each([
    ['a wrong reference', { code: '23503', table: 'zones', constraint: 'zones_floor_id_fkey' }, 'floorId'],
    [
      'one whose constraint has a name',
      { code: '23503', table: 'departments', constraint: 'departments_manager' },
      'managerId',
    ],
  ])('names the field of %s', (_, error, path) => {
    expect(refused(error)).toMatchObject({ code: 'validation_failed', issues: [{ path }] })
  })

  // holds rules 1-15
  it('names the field that another one has already', () => {
    expect(refused({ code: '23505', constraint: 'floors_building_id_level_key' })).toMatchObject({
      code: 'conflict',
      issues: [noted('level', 'already_there')],
    })
  })

  it.each([
    ['a reference of no single column', { code: '23503', table: 'a', constraint: 'elsewhere' }, 'conflict'],
    ['something that is there already', { code: '23505', constraint: 'zone_types_name' }, 'conflict'],
    ['a second emergency', { code: '23505', constraint: 'emergency_buildings_active' }, 'active_event_exists'],
    ['a value out of range', { code: '22003' }, 'validation_failed'],
    ['a character that cannot be stored', { code: '22021' }, 'malformed_request'],
    ['a full disk', { code: '53100' }, 'database_unavailable'],
    ['a closed port', { code: 'ECONNREFUSED' }, 'database_unavailable'],
  ])('is a refusal by its code: %s', (_, error, code) => {
    expect(refused(error)?.code).toBe(code)
  })

  it('that nobody foresaw stays an error', () => {
    expect(refused({ code: '42P01' })).toBeNull()
  })
})
