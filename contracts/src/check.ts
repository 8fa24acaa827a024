// Holds a value against a schema and says what is wrong with it, in sentences for people (interface: words), by the codes of notes.ts.
// Called by both servers and by the forms of the pages.
import type { z } from 'zod'
import { isNote, noted, type NoteCode } from './notes.ts'
import { sentence, type Issue } from './problems.ts'

export type Checked<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly issues: readonly Issue[] }

export function check<S extends z.ZodType>(schema: S, value: unknown): Checked<z.output<S>> {
  const parsed = schema.safeParse(value, { error: whetherGiven })
  return parsed.success ? { ok: true, data: parsed.data } : { ok: false, issues: issuesOf(parsed.error.issues) }
}

/** More than any form has; keeps the answer to a hostile body small. */
const maxIssues = 1000

/** All issues, paths in dot notation; never echoes the input, but for the plain name of an unknown field. */
function issuesOf(issues: readonly z.core.$ZodIssue[]): Issue[] {
  return issues.flatMap(issueOf).slice(0, maxIssues)
}

function issueOf(issue: z.core.$ZodIssue): Issue[] {
  const steps = issue.path.map((step) => String(step).slice(0, 64))
  const path = steps.join('.')
  if (issue.code !== 'unrecognized_keys') return [noteFor(path, issue)]
  const plain = issue.keys.filter((key) => /^\w{1,64}$/.test(key)).slice(0, 20)
  if (plain.length === 0) return [noted(path, 'unknown_field')]
  return plain.map((key) => noted([...steps, key].join('.'), 'unknown_field'))
}

const kinds: Readonly<Record<string, NoteCode & `not_${string}`>> = {
  string: 'not_text',
  number: 'not_number',
  int: 'not_whole',
  boolean: 'not_boolean',
  array: 'not_list',
  object: 'not_object',
  record: 'not_object',
}

const formats: Readonly<Record<string, 'not_email' | 'not_id' | 'not_time'>> = {
  email: 'not_email',
  uuid: 'not_id',
  datetime: 'not_time',
}

/** Asked where a schema has no code of its own. Whether there was a value at all is known only here. */
function whetherGiven(issue: z.core.$ZodRawIssue): string {
  const isGiven = issue.code !== 'invalid_type' || (issue.input !== undefined && issue.input !== null)
  return isGiven ? '' : 'required'
}

function noteFor(path: string, issue: z.core.$ZodIssue): Issue {
  if (issue.message !== '') return ownNote(path, issue.message)
  switch (issue.code) {
    case 'invalid_type':
      return noted(path, kinds[issue.expected] ?? 'not_valid')
    case 'invalid_value': {
      const choices = issue.values.map(String).join(', ')
      return noted(path, issue.values.length === 1 ? 'choose' : 'choose_one_of', { choices })
    }
    case 'too_small':
      return tooSmall(path, issue.origin, Number(issue.minimum), issue.inclusive !== false)
    case 'too_big':
      return tooBig(path, issue.origin, Number(issue.maximum), issue.inclusive !== false)
    case 'invalid_format':
      return noted(path, formats[issue.format] ?? 'other_form')
    case 'not_multiple_of':
      return noted(path, 'multiple_of', { number: issue.divisor })
    default:
      return noted(path, 'not_valid')
  }
}

/** A schema names a note without values by its code; words of somebody else's stand as they are. */
function ownNote(path: string, message: string): Issue {
  return isNote(message) ? noted(path, message as 'required') : { path, message: sentence(message) }
}

function tooSmall(path: string, origin: string, least: number, inclusive: boolean): Issue {
  if (origin === 'string' && least === 1) return noted(path, 'required')
  if (origin === 'string') return noted(path, 'at_least_characters', { count: least })
  if (origin === 'number' || origin === 'int')
    return noted(path, inclusive ? 'at_least' : 'greater_than', { number: least })
  return noted(path, 'at_least_entries', { count: least })
}

function tooBig(path: string, origin: string, most: number, inclusive: boolean): Issue {
  if (origin === 'string') return noted(path, 'at_most_characters', { count: most })
  if (origin === 'number' || origin === 'int') return noted(path, inclusive ? 'at_most' : 'less_than', { number: most })
  return noted(path, 'at_most_entries', { count: most })
}
