// What PostgreSQL and the queries refuse, said in the words of the problem table. The constraints carry the rules, so a violated one is a
// 409 or a 400, and an unreachable database is a 503, never a 500.
import { noted } from '@rollcall/contracts/notes'
import type { ProblemCode } from '@rollcall/contracts/problems'
import { UnknownSort } from '../database/list-page.ts'
import { Refusal } from './refusal.ts'

type DatabaseError = Error & { readonly code?: unknown; readonly table?: unknown; readonly constraint?: unknown }

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** 08 connection, 53 resources (disk full, connections), 57 operator (shutdown, time limit), 55P03 lock time, 25006 read only. */
const unavailable = /^(?:08...|53...|57...|55P03|25006|58...|40P01|40001)$/

/** pg and pg-pool throw these without a code. */
const unavailableMessages =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|cannot use a pool after|not queryable/i

/** Unique indexes whose violation has a name of its own. */
const namedConflicts: Readonly<Record<string, ProblemCode>> = { emergency_buildings_active: 'active_event_exists' }

/** What nobody else may have, by the unique index that says so. */
const uniqueFields: Readonly<Record<string, string>> = {
  users_email: 'email',
  roles_pkey: 'role',
  roles_name_any_case: 'role',
  buildings_name: 'name',
  buildings_code: 'code',
  floors_name: 'name',
  floors_building_id_level_key: 'level',
  zone_types_name: 'name',
  zones_name: 'name',
  receivers_receiver_id_key: 'receiverId',
  departments_name: 'name',
  departments_code: 'code',
  people_employee_id: 'employeeId',
  transmitters_transmitter_id_key: 'transmitterId',
  assets_serial: 'serialNumber',
  saved_views_name: 'name',
}

export function databaseRefusal(error: DatabaseError): Refusal | null {
  if (error instanceof UnknownSort)
    return new Refusal('validation_failed', [noted('sort', 'choose_one_of', { choices: error.fields.join(', ') })])
  const code = typeof error.code === 'string' ? error.code : ''
  // The time limit of a statement; a database that shuts down says 57P01.
  if (code === '57014') return new Refusal('query_too_slow')
  if (networkCodes.has(code) || unavailable.test(code) || unavailableMessages.test(error.message)) {
    return new Refusal('database_unavailable')
  }
  // What an account that is limited to buildings would put elsewhere (building-views.ts).
  if (code === '44000') return new Refusal('forbidden')
  if (code === '23505') return alreadyThere(String(error.constraint))
  if (code === '23503') return wrongReference(String(error.table), String(error.constraint))
  // Also a time or a number that PostgreSQL cannot hold, such as the year 0.
  if (['23514', '22003', '22007', '22008'].includes(code))
    return new Refusal('validation_failed', [noted('', 'out_of_range')])
  // A NUL or another character that PostgreSQL cannot store.
  if (code === '22021' || code === '22P05') return new Refusal('malformed_request')
  return null
}

function alreadyThere(constraint: string): Refusal {
  const path = uniqueFields[constraint]
  const issues = path === undefined ? undefined : [noted(path, 'already_there')]
  return new Refusal(namedConflicts[constraint] ?? 'conflict', issues)
}

/** References whose constraint is not called by table and column, as PostgreSQL does by itself. */
const namedReferences: Readonly<Record<string, string>> = { departments_manager: 'manager_id' }

/** Something names what does not exist. The same code comes when something still in use is deleted; resource() knows which it is. */
function wrongReference(table: string, constraint: string): Refusal {
  const [begin, end] = [`${table}_`, '_fkey']
  const isPlain = constraint.startsWith(begin) && constraint.endsWith(end)
  const column = isPlain ? constraint.slice(begin.length, -end.length) : namedReferences[constraint]
  if (column === undefined) return new Refusal('conflict')
  const path = column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return new Refusal('validation_failed', [noted(path, 'no_such')])
}

/** The database is away, or has no time; nothing is wrong with what was asked. */
export function isUnavailable(error: unknown): boolean {
  const code = error instanceof Error ? databaseRefusal(error)?.code : undefined
  return code === 'database_unavailable' || code === 'query_too_slow'
}

/** Something else still refers to what should be deleted. */
export function isStillReferenced(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '23503' || code === '23001'
}

/** Two transactions waited for each other; the loser may simply try again. */
export function isDeadlock(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '40P01' || code === '40001'
}
