// Which column of a file is which field: by its heading, in the spellings of many systems (heading-names.ts). What was found can be
// changed (ImportColumns.vue).
import type { Choice, FormField } from '../form/form-field.ts'
import { headingNames, nameParts } from './heading-names.ts'

/** Of each column the field it is for, `fullName/0` for a part of one; empty: not used. */
export type Columns = readonly string[]

export function recognised(head: readonly string[], fields: readonly FormField[]): Columns {
  const taken = new Set<string>()
  const byLabel = head.map((heading) => claim(taken, fields, (field) => ownNames(field), heading))
  return head.map((heading, at) => {
    if (byLabel[at]) return byLabel[at]
    const found = claim(taken, fields, (field) => listed(headingNames[field.key]), heading)
    return found || partOf(heading, fields, taken)
  })
}

/** The line with the headings: the one that is understood best, for a title may stand above it. */
export function headingLine(rows: readonly (readonly string[])[], fields: readonly FormField[]): number {
  const found = rows.slice(0, 10).map((row) => recognised(row, fields).filter((key) => key !== '').length)
  const most = Math.max(0, ...found)
  if (most > 0) return found.indexOf(most)
  return rows.findIndex((row) => row.some((cell) => cell !== ''))
}

/** What a column can be for. */
export function columnChoices(fields: readonly FormField[]): Choice[] {
  const parts = fields.some(({ key }) => key === 'fullName')
    ? nameParts.map(({ label }, at) => ({ label, value: `fullName/${at}` }))
    : []
  return [...fields.map(({ key, label }) => ({ label, value: key })), ...parts]
}

/** What a row says of each field; several columns of one are put together. */
export function textsOf(columns: Columns, cells: readonly string[]): Record<string, string> {
  const ordered = [...columns.entries()]
    .filter(([, target]) => target !== '')
    .toSorted(([, a], [, b]) => (a < b ? -1 : 1))
  const texts: Record<string, string> = {}
  for (const [at, target] of ordered) {
    const key = target.split('/')[0] ?? ''
    texts[key] = [texts[key], cells[at]].filter(Boolean).join(' ')
  }
  return texts
}

function claim(
  taken: Set<string>,
  fields: readonly FormField[],
  names: (field: FormField) => readonly string[],
  heading: string,
): string {
  const wanted = bare(heading)
  const field = fields.find((one) => !taken.has(one.key) && names(one).some((name) => bare(name) === wanted))
  if (wanted === '' || field === undefined) return ''
  taken.add(field.key)
  return field.key
}

function partOf(heading: string, fields: readonly FormField[], taken: ReadonlySet<string>): string {
  if (taken.has('fullName') || !fields.some(({ key }) => key === 'fullName')) return ''
  const at = nameParts.findIndex(({ headings }) => listed(headings).some((name) => bare(name) === bare(heading)))
  return at < 0 ? '' : `fullName/${at}`
}

const ownNames = ({ key, label, headings = [] }: FormField) => [key, label, ...headings]
const listed = (names = '') => names.split(', ')

/** Without case, accents, blanks and signs. */
function bare(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
