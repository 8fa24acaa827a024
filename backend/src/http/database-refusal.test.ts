// What becomes of PostgreSQL's errors, by their codes and the names of constraints alone: its words are in any language.
import { noted } from '@rollcall/contracts/notes'
import { describe, expect, it } from 'vitest'
import { UnknownSort } from '../database/list-page.ts'
import { databaseRefusal, isDeadlock, isStillReferenced, isUnavailable } from './database-refusal.ts'

const refused = (fields: object) => databaseRefusal(Object.assign(new Error('Quelque chose'), fields))

describe('an error of the database', () => {
  it.each([
    ['a wrong reference', { code: '23503', table: 'zones', constraint: 'zones_floor_id_fkey' }, 'floorId'],
    ['several words', { code: '23503', table: 'zones', constraint: 'zones_on_floor_id_fkey' }, 'onFloorId'],
    [
      'one whose constraint has a name',
      { code: '23503', table: 'departments', constraint: 'departments_manager' },
      'managerId',
    ],
  ])('names the field of %s', (_, error, path) => {
    expect(refused(error)).toMatchObject({ code: 'validation_failed', issues: [{ path }] })
  })

  // holds rules 1-15
  it.each([
    ['users_email', 'email'],
    ['roles_pkey', 'role'],
    ['roles_name_any_case', 'role'],
    ['buildings_name', 'name'],
    ['buildings_code', 'code'],
    ['floors_name', 'name'],
    ['floors_building_id_level_key', 'level'],
    ['zone_types_name', 'name'],
    ['zones_name', 'name'],
    ['receivers_receiver_id_key', 'receiverId'],
    ['departments_name', 'name'],
    ['departments_code', 'code'],
    ['people_employee_id', 'employeeId'],
    ['transmitters_transmitter_id_key', 'transmitterId'],
    ['assets_serial', 'serialNumber'],
    ['saved_views_name', 'name'],
  ])('names the field that another one has already: %s', (constraint, path) => {
    expect(refused({ code: '23505', constraint })).toMatchObject({
      code: 'conflict',
      issues: [noted(path, 'already_there')],
    })
  })

  it('names no field where nobody knows it', () => {
    expect(refused({ code: '23505', constraint: 'elsewhere' })).toMatchObject({ code: 'conflict', issues: undefined })
  })

  it('names the orders that a list has', () => {
    expect(databaseRefusal(new UnknownSort(['name', 'age']))).toMatchObject({
      code: 'validation_failed',
      issues: [noted('sort', 'choose_one_of', { choices: 'name, age' })],
    })
  })

  it.each(['23514', '22003', '22007', '22008'])('is out of range: %s', (code) => {
    expect(refused({ code })).toMatchObject({ code: 'validation_failed', issues: [noted('', 'out_of_range')] })
  })

  it.each(
    'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH 08006 53100 57P01 55P03 25006 58030 40P01 40001'.split(
      ' ',
    ),
  )('means that the database is away: %s', (code) => {
    expect(refused({ code })?.code).toBe('database_unavailable')
    expect(isUnavailable(Object.assign(new Error('x'), { code }))).toBe(true)
  })

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ])('means it by its words alone, where there is no code: %s', (message) => {
    expect(databaseRefusal(new Error(message))?.code).toBe('database_unavailable')
  })

  it.each(['x08006', '08006x', 'x40001', '400011'])('is none of them by a part of its code: %s', (code) => {
    expect(refused({ code })).toBeNull()
  })

  it.each([
    [
      'a reference of another table',
      { code: '23503', table: 'zones', constraint: 'floors_building_id_fkey' },
      'conflict',
    ],
    ['a reference of another kind', { code: '23503', table: 'zones', constraint: 'zones_floor_id_check' }, 'conflict'],
    ['a reference of no single column', { code: '23503', table: 'a', constraint: 'elsewhere' }, 'conflict'],
    ['something that is there already', { code: '23505', constraint: 'zone_types_name' }, 'conflict'],
    ['a second emergency', { code: '23505', constraint: 'emergency_buildings_active' }, 'active_event_exists'],
    ['a character that cannot be stored', { code: '22021' }, 'malformed_request'],
    ['a character that cannot be written', { code: '22P05' }, 'malformed_request'],
    ['the time limit of a statement', { code: '57014' }, 'query_too_slow'],
    ['a row of another building', { code: '44000' }, 'forbidden'],
  ])('is a refusal by its code: %s', (_, error, code) => {
    expect(refused(error)?.code).toBe(code)
  })

  it('that nobody foresaw stays an error', () => {
    expect(refused({ code: '42P01' })).toBeNull()
    expect(refused({ code: 23505 })).toBeNull()
    expect(refused({})).toBeNull()
  })

  it('is unavailable, still in use or a deadlock by its code alone', () => {
    const which = (error: unknown) => [isUnavailable(error), isStillReferenced(error), isDeadlock(error)]
    const withCode = (code: string) => Object.assign(new Error('x'), { code })
    expect(which(withCode('57014'))).toEqual([true, false, false])
    expect(which(withCode('23503'))).toEqual([false, true, false])
    expect(which(withCode('23001'))).toEqual([false, true, false])
    expect(which(withCode('40P01'))).toEqual([true, false, true])
    expect(which(withCode('40001'))).toEqual([true, false, true])
    for (const other of [null, undefined, 'text', withCode('23505')])
      expect(which(other)).toEqual([false, false, false])
  })
})
