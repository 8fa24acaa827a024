// Holds a value against a schema and says what is wrong with it, in sentences for people (interface: words). They are made from the
// codes of the issues; where a schema has words of its own, those stand. Called by both servers and by the forms of the pages.
import type { z } from 'zod'
import { sentence, type Issue } from './problems.ts'

export type Checked<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly issues: readonly Issue[] }

export function check<S extends z.ZodType>(schema: S, value: unknown): Checked<z.output<S>> {
  const parsed = schema.safeParse(value, { error: sentenceOf })
  return parsed.success ? { ok: true, data: parsed.data } : { ok: false, issues: issuesOf(parsed.error.issues) }
}

/** More than any form has; keeps the answer to a hostile body small. */
const maxIssues = 1000
const unknownField = 'This field is not known here.'

/** All issues, paths in dot notation; never echoes the input, but for the plain name of an unknown field. */
function issuesOf(issues: readonly z.core.$ZodIssue[]): Issue[] {
  return issues.flatMap(issueOf).slice(0, maxIssues)
}

function issueOf(issue: z.core.$ZodIssue): Issue[] {
  const path = issue.path.map((step) => String(step).slice(0, 64))
  if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message: sentence(issue.message) }]
  const plain = issue.keys.filter((key) => /^\w{1,64}$/.test(key)).slice(0, 20)
  if (plain.length === 0) return [{ path: path.join('.'), message: unknownField }]
  return plain.map((key) => ({ path: [...path, key].join('.'), message: unknownField }))
}

const kinds: Readonly<Record<string, string>> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Say true or false.',
  array: 'Give a list.',
  object: 'Give an object with named fields.',
  record: 'Give an object with named fields.',
}

const formats: Readonly<Record<string, string>> = {
  email: 'Enter a complete email address, such as name@example.org.',
  uuid: 'This is not an id.',
  datetime: 'Enter a time in UTC, such as 2026-01-31T09:30:00Z.',
}

function sentenceOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'Fill this in.' : (kinds[issue.expected] ?? notValid)
    case 'invalid_value':
      return `Choose ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}.`
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false)
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive !== false)
    case 'invalid_format':
      return formats[issue.format] ?? 'This is not in the form that is expected.'
    case 'not_multiple_of':
      return `Use a multiple of ${issue.divisor}.`
    default:
      return notValid
  }
}

const notValid = 'This is not valid.'

function tooSmall(origin: string, least: number, inclusive: boolean): string {
  if (origin === 'string') return least === 1 ? 'Fill this in.' : `Use at least ${counted(least, 'character')}.`
  if (origin === 'number' || origin === 'int')
    return inclusive ? `Use a number of at least ${least}.` : `Use a number greater than ${least}.`
  return `Give at least ${counted(least, 'entry', 'entries')}.`
}

function tooBig(origin: string, most: number, inclusive: boolean): string {
  if (origin === 'string') return `Use at most ${counted(most, 'character')}.`
  if (origin === 'number' || origin === 'int')
    return inclusive ? `Use a number of at most ${most}.` : `Use a number less than ${most}.`
  return `Give at most ${counted(most, 'entry', 'entries')}.`
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
