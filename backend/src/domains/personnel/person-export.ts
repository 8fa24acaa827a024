// People as CSV: the columns that the caller may see, and a record of who exported them.
import { guardedPersonFields, type PersonExportQuery } from '@rollcall/contracts/domains/personnel'
import type { Permission } from '@rollcall/contracts/permissions'
import type { FileContent } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { Context } from '../../http/context.ts'
import { csvLine } from '../csv-line.ts'
import { allPeople } from './person-queries.ts'
import { visiblePerson } from './visible-person.ts'

const columns = [
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

export async function peopleAsCsv(query: z.output<typeof PersonExportQuery>, context: Context): Promise<FileContent> {
  const people = await context.change(async (tx) => {
    const found = await allPeople(tx, query)
    const record = { action: 'personnel.export', resource: 'people', after: { format: 'csv', count: found.length } }
    return { reply: found, record }
  })
  const rows = people.map((person) => visiblePerson(person, context))
  const permissions: Readonly<Record<string, Permission>> = guardedPersonFields
  const shown = columns.filter((column) => permissions[column] === undefined || context.may(permissions[column]))
  // The byte order mark tells spreadsheets that this is UTF-8.
  const content = `\uFEFF${csvLine(shown)}${rows.map((row) => csvLine(shown.map((column) => row[column]))).join('')}`
  return { mediaType: 'text/csv', fileName: 'personnel.csv', content }
}
