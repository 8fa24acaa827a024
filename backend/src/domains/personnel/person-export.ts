// People as CSV and PDF: the columns that the caller may see, and a record of who exported them.
import { guardedPersonFields, type PersonExportQuery } from '@rollcall/contracts/domains/personnel'
import type { Permission } from '@rollcall/contracts/permissions'
import type { FileContent } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { Context } from '../../http/context.ts'
import type { HeavyWork } from '../../heavy/heavy-work.ts'
import { refuseWithoutPlaces } from '../positions/refuse-without-places.ts'
import { exportedColumns, type PeopleFile, type PeopleFileRequest } from './person-files.ts'
import { allPeople } from './person-queries.ts'

type Query = z.output<typeof PersonExportQuery>

export async function peopleAsCsv(query: Query, context: Context, heavy: HeavyWork): Promise<FileContent> {
  const content = await exported(query, context, heavy, 'csv')
  return { mediaType: 'text/csv', fileName: 'personnel.csv', content }
}

export async function peopleAsPdf(query: Query, context: Context, heavy: HeavyWork): Promise<FileContent> {
  const content = await exported(query, context, heavy, 'pdf')
  return { mediaType: 'application/pdf', fileName: 'personnel.pdf', content }
}

/** The file leaves only when the record of it is stored. */
async function exported(query: Query, context: Context, heavy: HeavyWork, format: PeopleFileRequest['format']) {
  refuseWithoutPlaces(context, query.buildingId)
  // Only made, not asked: an unknown order is a refusal of this request.
  allPeople(context.db, query)
  const permissions: Readonly<Record<string, Permission>> = guardedPersonFields
  const shown = exportedColumns.filter(
    (column) => permissions[column] === undefined || context.may(permissions[column]),
  )
  const { content, count } = await heavy.run<PeopleFileRequest, PeopleFile>('peopleFile', {
    query,
    format,
    columns: shown,
    exportedBy: context.user.displayName,
  })
  return context.change(async () => ({ reply: content, record: { after: { format, count } } }))
}
