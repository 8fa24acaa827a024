// People as the text of a CSV file and as a PDF: read and written by heavy-jobs.ts, asked for by person-export.ts.
import type { PersonExportQuery } from '@rollcall/contracts/domains/personnel'
import type { z } from 'zod'
import type { Database } from '../../database/schema.ts'
import { dateAndTime } from '../../documents/date-and-time.ts'
import { createPdf, type Cell } from '../../documents/pdf-document.ts'
import { readSettings } from '../settings/settings-queries.ts'
import { sayIn, type Say } from '../../texts/say.ts'
import { csvLine } from '../csv-line.ts'
import { allPeople, type FullPerson } from './person-queries.ts'

/** In this order; the file has those that the caller may see. */
export const exportedColumns = [
  'employeeId',
  'fullName',
  'entityType',
  'status',
  'jobTitle',
  'departmentName',
  'email',
  'phone',
  'emergencyContactName',
  'emergencyContactPhone',
  'specialNeeds',
] as const
export type ExportedColumn = (typeof exportedColumns)[number]
export type PeopleFileRequest = {
  readonly query: z.output<typeof PersonExportQuery>
  readonly format: 'csv' | 'pdf'
  /** Those that the caller may see. */
  readonly columns: readonly ExportedColumn[]
  readonly exportedBy: string
}
export type PeopleFile = { readonly content: string | Uint8Array; readonly count: number }

export async function peopleFile(db: Database, request: PeopleFileRequest): Promise<PeopleFile> {
  const { query, format, columns, exportedBy } = request
  const people = await allPeople(db, query).execute()
  const rows = people.map((person) => columns.map((key) => person[key]))
  const count = rows.length
  if (format === 'csv') return { count, content: peopleCsv(columns, rows) }
  const { timezone, language } = (await readSettings(db)).general
  const say = sayIn(language)
  const when = `${dateAndTime(new Date().toISOString(), timezone, say.locale)} (${timezone})`
  const subtitle = say('exportedBy', { count, when, name: exportedBy })
  const worded = people.map((person) => columns.map((key) => cellOf(person, key, say)))
  return { count, content: await peoplePdf(subtitle, columns, worded, say) }
}

type Columns = PeopleFileRequest['columns']

function peopleCsv(columns: Columns, rows: readonly (readonly Cell[])[]): string {
  // The byte order mark tells spreadsheets that this is UTF-8.
  return `\uFEFF${csvLine(columns)}${rows.map((row) => csvLine([...row])).join('')}`
}

const wide: ReadonlySet<string> = new Set(['fullName', 'departmentName', 'email', 'specialNeeds'])
const whole: ReadonlySet<string> = new Set(['employeeId', 'phone', 'emergencyContactPhone'])

function cellOf(person: FullPerson, key: ExportedColumn, say: Say): Cell {
  if (key === 'entityType') return say(`type_${person.entityType}`)
  return key === 'status' ? say(`personStatus_${person.status}`) : person[key]
}

async function peoplePdf(
  subtitle: string,
  columns: Columns,
  rows: readonly (readonly Cell[])[],
  say: Say,
): Promise<Uint8Array> {
  const pdf = createPdf({ title: say('personnel'), subtitle })
  await pdf.table(
    columns.map((key) => ({ title: say(`field_${key}`), width: wide.has(key) ? 3 : 2, whole: whole.has(key) })),
    rows,
  )
  return pdf.finish()
}
