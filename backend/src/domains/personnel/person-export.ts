// People as CSV and PDF: the columns that the caller may see, and a record of who exported them.
import { guardedPersonFields, type PersonExportQuery } from '@rollcall/contracts/domains/personnel'
import type { Permission } from '@rollcall/contracts/permissions'
import type { FileContent } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { Context } from '../../http/context.ts'
import { dateAndTime } from '../../documents/date-and-time.ts'
import type { HeavyWork } from '../../heavy/heavy-work.ts'
import { mapInTurns } from '../../map-in-turns.ts'
import type { PeopleTable } from './person-files.ts'
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

export async function peopleAsCsv(query: Query, context: Context, heavy: HeavyWork): Promise<FileContent> {
  const content = await heavy.run<PeopleTable, string>('peopleCsv', await exported(query, context, 'csv'))
  return { mediaType: 'text/csv', fileName: 'personnel.csv', content }
}

export async function peopleAsPdf(query: Query, context: Context, heavy: HeavyWork): Promise<FileContent> {
  const content = await heavy.run<PeopleTable, Uint8Array>('peoplePdf', await exported(query, context, 'pdf'))
  return { mediaType: 'application/pdf', fileName: 'personnel.pdf', content }
}

async function exported(query: Query, context: Context, format: 'csv' | 'pdf'): Promise<PeopleTable> {
  const people = await context.change(async (tx) => {
    const found = await allPeople(tx, query)
    return {
      reply: found,
      record: { after: { format, count: found.length } },
    }
  })
  const permissions: Readonly<Record<string, Permission>> = guardedPersonFields
  const shown = columns.filter((column) => permissions[column] === undefined || context.may(permissions[column]))
  const rows = await mapInTurns(people, (person) => {
    const visible = visiblePerson(person, context)
    return shown.map((column) => visible[column])
  })
  const when = `${dateAndTime(new Date().toISOString(), 'UTC')} UTC`
  const subtitle = `${rows.length === 1 ? '1 person' : `${rows.length} people`} · exported ${when} by ${context.user.displayName}`
  return { subtitle, columns: shown.map((key) => ({ key, title: titles[key] })), rows }
}
