// Turns a table into things to import: finds the columns by their headings, converts the cells, and holds each row against the
// contract, so that whoever imports sees every mistake with its line before anything is sent.
import { issuesOf } from '@rollcall/contracts/problems'
import type { z } from 'zod'
import { plainIssue } from '../../api/plain-issue.ts'

export type ImportColumn = {
  readonly key: string
  /** The heading of the template; other spellings are accepted, too. */
  readonly label: string
  readonly others?: readonly string[]
  readonly required?: boolean
  readonly example: string
  /** From a cell that is not empty. Throws a sentence when it cannot be. */
  readonly convert?: (cell: string) => unknown
}
export type ImportRow<T> = {
  /** In the file, the heading being 1. */
  readonly line: number
  readonly cells: readonly string[]
  readonly item: T | null
  readonly mistakes: readonly string[]
}
export type ImportTable<T> = {
  readonly columns: readonly ImportColumn[]
  readonly rows: readonly ImportRow<T>[]
  /** Required headings that are not there, and headings that nothing is known about. */
  readonly missing: readonly string[]
  readonly unknown: readonly string[]
}

export function importRows<S extends z.ZodType>(
  table: readonly (readonly string[])[],
  known: readonly ImportColumn[],
  schema: S,
): ImportTable<z.input<S>> {
  const [head = [], ...body] = table
  const found = head.map((heading) => known.find((column) => isNamed(column, heading)))
  const columns = found.filter((column) => column !== undefined)
  const missing = known.filter((column) => column.required && !columns.includes(column)).map(({ label }) => label)
  const unknown = head.filter((_, index) => found[index] === undefined)
  const rows = body.map((all, index) => {
    const cells = all.filter((_, place) => found[place] !== undefined)
    return { line: index + 2, ...read(columns, cells, schema) }
  })
  return { columns, rows, missing, unknown }
}

function isNamed({ key, label, others = [] }: ImportColumn, heading: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '')
  return [key, label, ...others].some((name) => plain(name) === plain(heading))
}

function read<S extends z.ZodType>(columns: readonly ImportColumn[], cells: readonly string[], schema: S) {
  const body: Record<string, unknown> = {}
  const mistakes: string[] = []
  for (const [index, { key, label, convert }] of columns.entries()) {
    const cell = cells[index] ?? ''
    if (cell === '') continue
    try {
      body[key] = convert ? convert(cell) : cell
    } catch (error) {
      mistakes.push(`${label}: ${error instanceof Error ? error.message : 'cannot be read.'}`)
    }
  }
  if (mistakes.length > 0) return { cells, item: null, mistakes }
  const parsed = schema.safeParse(body)
  if (parsed.success) return { cells, item: body as z.input<S>, mistakes }
  const named = (path: string) => columns.find(({ key }) => key === path)?.label ?? path
  return {
    cells,
    item: null,
    mistakes: issuesOf(parsed.error).map(({ path, message }) => `${named(path)}: ${plainIssue(message)}`),
  }
}
