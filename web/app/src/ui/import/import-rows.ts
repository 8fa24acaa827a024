// Turns the cells of a row into what is sent: converts them as their fields say, and holds them against the contract, so that whoever
// imports sees every mistake, field by field, before anything is sent.
import { check } from '@rollcall/contracts/check'
import { sentence } from '@rollcall/contracts/problems'
import type { z } from 'zod'
import { noteWords } from '../../api/notes/note-words.ts'
import { inSentence } from '../../languages/language.ts'
import type { FormField } from '../form/form-field.ts'
import { t } from './texts.ts'

export type Mistake = { /** The field, where it is one. */ readonly key: string | null; readonly message: string }
export type ImportRow = {
  /** In the file, from 1. */
  readonly line: number
  /** By field, as written or as corrected. */
  readonly texts: Readonly<Record<string, string>>
  readonly item: Readonly<Record<string, unknown>> | null
  /** As the contract reads it: an address without its colons. */
  readonly checked: unknown
  readonly mistakes: readonly Mistake[]
}

/** An empty cell says nothing: whoever is there keeps what they have. */
export function importRow(
  line: number,
  texts: Readonly<Record<string, string>>,
  fields: readonly FormField[],
  schema: z.ZodType,
): ImportRow {
  const item: Record<string, unknown> = {}
  const mistakes: Mistake[] = []
  for (const field of fields) {
    const text = texts[field.key] ?? ''
    if (text === '') continue
    try {
      Object.assign(item, converted(field, text))
    } catch (error) {
      mistakes.push({ key: field.key, message: error instanceof Error ? sentence(error.message) : t('cannotBeRead') })
    }
  }
  const result = check(schema, item)
  const wrong = new Set(mistakes.map(({ key }) => key))
  for (const issue of result.ok ? [] : result.issues) {
    const key = fieldOf(fields, issue.path)
    if (!wrong.has(key)) mistakes.push({ key, message: noteWords(issue) })
    wrong.add(key)
  }
  return { line, texts, item: mistakes.length > 0 ? null : item, checked: result.ok ? result.data : null, mistakes }
}

/** The field that a path of the contract means. */
export function fieldOf(fields: readonly FormField[], path: string | null): string | null {
  return fields.find(({ key, nameIn }) => key === path || (path !== null && nameIn === path))?.key ?? null
}

/** Lines whose number another line before them has: written, the later would silently take the place of the earlier. */
export function doubledLines(
  rows: readonly ImportRow[],
  leftOut: ReadonlySet<number>,
  number: string | undefined,
): ReadonlySet<number> {
  const [seen, doubled] = [new Set<string>(), new Set<number>()]
  for (const { line, item, checked } of rows) {
    if (number === undefined || item === null || leftOut.has(line)) continue
    const own = String((checked as Readonly<Record<string, unknown>>)[number]).toLowerCase()
    if (seen.has(own)) doubled.add(line)
    seen.add(own)
  }
  return doubled
}

/** What nobody knows yet by its name, such as departments: by how the rows write it. */
export function newNames(rows: readonly ImportRow[], fields: readonly FormField[]): string[] {
  const names = new Map<string, string>()
  for (const { nameIn } of fields) {
    if (nameIn === undefined) continue
    for (const { item } of rows) {
      const name = item?.[nameIn]
      if (typeof name === 'string' && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
    }
  }
  return [...names.values()]
}

/** A choice is named by its words, the first of them where that is clear ("Roof" of "Roof, Annex"), or its value; a number written as one. Throws a sentence when it cannot be. */
function converted(field: FormField, text: string): Record<string, unknown> {
  const { key, kind, label, choices = [], options, isId, nameIn } = field
  if (kind === 'number') return { [key]: numberOf(text) }
  if (kind !== 'choice') return { [key]: text }
  const same = (other: string) => other.toLowerCase() === text.toLowerCase()
  const found = choices.filter((choice) => same(choice.label) || same(choice.value))
  const meant = found.length > 0 ? found : choices.filter((choice) => same(choice.label.split(', ')[0] ?? ''))
  if (meant.length > 1) {
    const names = meant.map((one) => t('quoted', { text: one.label }))
    throw new Error(t('whichOne', { names: names.reduce((first, second) => t('or', { first, second })) }))
  }
  if (meant[0]) return { [key]: meant[0].value }
  if (nameIn !== undefined) return { [nameIn]: text }
  if (isId) throw new Error(t('notThere', { what: inSentence(label), text }))
  // What an enum does not have is refused by the contract.
  return { [key]: options ? text.toLowerCase() : text }
}

/** 2,6 is how half of Europe writes 2.6. */
function numberOf(text: string): number {
  const number = Number(/^-?\d+,\d+$/.test(text) ? text.replace(',', '.') : text)
  if (Number.isNaN(number)) throw new Error(t('enterNumber'))
  return number
}
