// People as the text of a CSV file and as a PDF: read and written by heavy-jobs.ts, asked for by person-export.ts.
import type { PersonExportQuery } from '@rollcall/contracts/domains/personnel'
import type { z } from 'zod'
import type { Database } from '../../database/schema.ts'
import { dateAndTime } from '../../documents/date-and-time.ts'
import { createPdf, type Cell } from '../../documents/pdf-document.ts'
import { readSettings } from '../settings/settings-queries.ts'
import { csvLine } from '../csv-line.ts'
import { allPeople, type FullPerson } from './person-queries.ts'

export type ExportedColumn = Exclude<keyof FullPerson, 'lastSeen'>
export type PeopleFileRequest = {
  readonly query: z.output<typeof PersonExportQuery>
  readonly format: 'csv' | 'pdf'
  /** Those that the caller may see. */
  readonly columns: readonly { readonly key: ExportedColumn; readonly title: string }[]
  readonly exportedBy: string
}
export type PeopleFile = { readonly content: string | Uint8Array; readonly count: number }

export async function peopleFile(db: Database, request: PeopleFileRequest): Promise<PeopleFile> {
  const { query, format, columns, exportedBy } = request
  const people = await allPeople(db, query).execute()
  const rows = people.map((person) => columns.map(({ key }) => person[key]))
  const count = rows.length
  if (format === 'csv') return { count, content: peopleCsv(columns, rows) }
  const { timezone } = (await readSettings(db)).general
  const when = `${dateAndTime(new Date().toISOString(), timezone)} (${timezone})`
  const subtitle = `${count === 1 ? '1 person' : `${count} people`} · exported ${when} by ${exportedBy}`
  return { count, content: await peoplePdf(subtitle, columns, rows) }
}

type Columns = PeopleFileRequest['columns']

function peopleCsv(columns: Columns, rows: readonly (readonly Cell[])[]): string {
  // The byte order mark tells spreadsheets that this is UTF-8.
  return `\uFEFF${csvLine(columns.map(({ key }) => key))}${rows.map((row) => csvLine([...row])).join('')}`
}

const wide: ReadonlySet<string> = new Set(['fullName', 'email', 'specialNeeds'])
const whole: ReadonlySet<string> = new Set(['employeeId', 'phone', 'emergencyContactPhone'])

async function peoplePdf(subtitle: string, columns: Columns, rows: readonly (readonly Cell[])[]): Promise<Uint8Array> {
  const pdf = createPdf({ title: 'Personnel', subtitle })
  await pdf.table(
    columns.map(({ key, title }) => ({ title, width: wide.has(key) ? 3 : 2, whole: whole.has(key) })),
    rows,
  )
  return pdf.finish()
}
