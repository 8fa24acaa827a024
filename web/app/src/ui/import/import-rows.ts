// Turns a table into rows to import: finds the columns by their headings, converts the cells as their fields say, and holds each row
// against the contract, so that whoever imports sees every mistake with its line before anything is sent.
import { check } from '@rollcall/contracts/check'
import type { z } from 'zod'
import type { FormField } from '../form/form-field.ts'

export type ImportRow<T> = {
  /** In the file, the heading being 1. */
  readonly line: number
  readonly cells: readonly string[]
  readonly item: T | null
  readonly mistakes: readonly string[]
}
export type ImportTable<T> = {
  readonly columns: readonly FormField[]
  readonly rows: readonly ImportRow<T>[]
  /** Required headings that are not there, and headings that nothing is known about. */
  readonly missing: readonly string[]
  readonly unknown: readonly string[]
}

export function importRows<S extends z.ZodType>(
  table: readonly (readonly string[])[],
  fields: readonly FormField[],
  schema: S,
): ImportTable<z.input<S>> {
  const [head = [], ...body] = table
  const found = head.map((heading) => fields.find((column) => isNamed(column, heading)))
  const columns = found.filter((column) => column !== undefined)
  const missing = fields.filter((column) => column.required && !columns.includes(column)).map(({ label }) => label)
  const unknown = head.filter((_, index) => found[index] === undefined)
  const rows = body.map((all, index) => {
    const cells = all.filter((_, column) => found[column] !== undefined)
    return { line: index + 2, ...read(columns, cells, schema) }
  })
  return { columns, rows, missing, unknown }
}

function isNamed({ key, label, headings = [] }: FormField, heading: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '')
  return [key, label, ...headings].some((name) => plain(name) === plain(heading))
}

function read<S extends z.ZodType>(columns: readonly FormField[], cells: readonly string[], schema: S) {
  const body: Record<string, unknown> = {}
  const mistakes: string[] = []
  for (const [index, field] of columns.entries()) {
    const cell = cells[index] ?? ''
    if (cell === '') continue
    try {
      body[field.key] = converted(field, cell)
    } catch (error) {
      mistakes.push(`${field.label}: ${error instanceof Error ? error.message : 'cannot be read.'}`)
    }
  }
  if (mistakes.length > 0) return { cells, item: null, mistakes }
  const result = check(schema, body)
  if (result.ok) return { cells, item: body as z.input<S>, mistakes }
  const named = (path: string) => columns.find(({ key }) => key === path)?.label ?? path
  return {
    cells,
    item: null,
    mistakes: result.issues.map(({ path, message }) => `${named(path)}: ${message}`),
  }
}

/** A choice is named by its words, the first of them where that is clear ("Roof" of "Roof, Annex"), or its value; a number written as one. Throws a sentence when it cannot be. */
function converted({ kind, label, choices = [], options, isId }: FormField, cell: string): unknown {
  if (kind === 'number') return Number(cell)
  if (kind !== 'choice') return cell
  const same = (text: string) => text.toLowerCase() === cell.toLowerCase()
  const found = choices.filter((choice) => same(choice.label) || same(choice.value))
  const meant = found.length > 0 ? found : choices.filter((choice) => same(choice.label.split(', ')[0] ?? ''))
  if (meant.length > 1) throw new Error(`which one is meant: ${meant.map((one) => `“${one.label}”`).join(' or ')}?`)
  if (meant[0]) return meant[0].value
  if (isId) throw new Error(`there is no ${label.toLowerCase()} “${cell}”.`)
  // What an enum does not have is refused by the contract.
  return options ? cell.toLowerCase() : cell
}
