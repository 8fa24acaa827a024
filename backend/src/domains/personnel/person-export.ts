// People as CSV and PDF: the columns that the caller may see, and a record of who exported them.
import { guardedPersonFields, type PersonExportQuery } from '@rollcall/contracts/domains/personnel'
import type { Permission } from '@rollcall/contracts/permissions'
import type { FileContent } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { Context } from '../../http/context.ts'
import { createPdf, dateAndTime } from '../../documents/pdf-document.ts'
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

const titles: Readonly<Record<(typeof columns)[number], string>> = {
  employeeId: 'Employee id',
  fullName: 'Name',
  entityType: 'Type',
  status: 'Status',
  jobTitle: 'Job title',
  departmentName: 'Department',
  email: 'E-mail',
  phone: 'Phone',
  emergencyContactName: 'Emergency contact',
  emergencyContactPhone: 'Contact phone',
  specialNeeds: 'Special needs',
}

type Query = z.output<typeof PersonExportQuery>

export async function peopleAsCsv(query: Query, context: Context): Promise<FileContent> {
  const { shown, rows } = await exported(query, context, 'csv')
  // The byte order mark tells spreadsheets that this is UTF-8.
  const content = `\uFEFF${csvLine(shown)}${rows.map((row) => csvLine(row)).join('')}`
  return { mediaType: 'text/csv', fileName: 'personnel.csv', content }
}

export async function peopleAsPdf(query: Query, context: Context): Promise<FileContent> {
  const { shown, rows } = await exported(query, context, 'pdf')
  const when = `${dateAndTime(new Date().toISOString(), 'UTC')} UTC`
  const subtitle = `${rows.length === 1 ? '1 person' : `${rows.length} people`} · exported ${when} by ${context.user.displayName}`
  const pdf = createPdf({ title: 'Personnel', subtitle })
  const wide: ReadonlySet<string> = new Set(['fullName', 'email', 'specialNeeds'])
  await pdf.table(
    shown.map((column) => ({ title: titles[column], width: wide.has(column) ? 3 : 2 })),
    rows,
  )
  return { mediaType: 'application/pdf', fileName: 'personnel.pdf', content: await pdf.finish() }
}

async function exported(query: Query, context: Context, format: 'csv' | 'pdf') {
  const people = await context.change(async (tx) => {
    const found = await allPeople(tx, query)
    return {
      reply: found,
      record: { after: { format, count: found.length } },
    }
  })
  const permissions: Readonly<Record<string, Permission>> = guardedPersonFields
  const shown = columns.filter((column) => permissions[column] === undefined || context.may(permissions[column]))
  const visible = people.map((person) => visiblePerson(person, context))
  return { shown, rows: visible.map((person) => shown.map((column) => person[column])) }
}
