// People as the text of a CSV file and as a PDF: pure, done by heavy-jobs.ts.
import { createPdf, type Cell } from '../../documents/pdf-document.ts'
import { csvLine } from '../csv-line.ts'

export type PeopleTable = {
  readonly subtitle: string
  /** The columns that the caller may see. */
  readonly columns: readonly { readonly key: string; readonly title: string }[]
  readonly rows: readonly (readonly Cell[])[]
}

export function peopleCsv({ columns, rows }: PeopleTable): string {
  // The byte order mark tells spreadsheets that this is UTF-8.
  return `\uFEFF${csvLine(columns.map(({ key }) => key))}${rows.map((row) => csvLine([...row])).join('')}`
}

const wide: ReadonlySet<string> = new Set(['fullName', 'email', 'specialNeeds'])

export async function peoplePdf({ subtitle, columns, rows }: PeopleTable): Promise<Uint8Array> {
  const pdf = createPdf({ title: 'Personnel', subtitle })
  await pdf.table(
    columns.map(({ key, title }) => ({ title, width: wide.has(key) ? 3 : 2 })),
    rows,
  )
  return pdf.finish()
}
