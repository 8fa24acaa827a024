// The register of people (spec 4.2 Personnel, rules 8 and 11). Photos are in photo-handlers.ts, exports in person-export.ts.
import type { personnel } from '@rollcall/contracts/domains/personnel'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { ChangeRecord } from '../../audit/audit-entry.ts'
import type { FileStore } from '../../files/file-store.ts'
import type { HeavyWork } from '../../heavy/heavy-work.ts'
import type { Context } from '../../http/context.ts'
import { found } from '../../http/refusal.ts'
import { eachRow } from '../bulk-rows.ts'
import { importList } from '../imports/import-list.ts'
import { refuseWithoutPlaces } from '../positions/refuse-without-places.ts'
import type { Work } from '../resource.ts'
import { carriedBy } from '../transmitters/transmitter-queries.ts'
import { peopleAsCsv, peopleAsPdf } from './person-export.ts'
import { personImport } from './person-import.ts'
import { findPerson, findPhoto, isPhotoInUse, listPeople } from './person-queries.ts'
import { person, refuseWithoutHealth } from './person-resource.ts'
import { photoHandlers } from './photo-handlers.ts'
import { visiblePerson } from './visible-person.ts'

export function personHandlers(files: FileStore, heavy: HeavyWork): Handlers<typeof personnel, Context> {
  return {
    ...photoHandlers(files, heavy),
    async list({ query, context }) {
      refuseWithoutPlaces(context, query.buildingId)
      const page = await listPeople(context.db, query)
      return { ...page, items: page.items.map((one) => visiblePerson(one, context)) }
    },
    read: person.read,
    exportCsv: ({ query, context }) => peopleAsCsv(query, context, heavy),
    exportPdf: ({ query, context }) => peopleAsPdf(query, context, heavy),
    create: person.create,
    import: ({ body: { people, createDepartments, ...options }, context }) =>
      importList(context, personImport(createDepartments), people, options),
    change(input) {
      // Taking it away is writing, too.
      if (input.body.specialNeeds !== undefined) refuseWithoutHealth(input.context)
      return person.change(input)
    },
    async remove({ params, context }) {
      const photo = await findPhoto(context.db, params.id)
      await person.remove({ params, context })
      await files.remove(photo?.photoFile ?? null)
      return null
    },
    async batchDelete({ body, context }) {
      const photos = await Promise.all(body.ids.map((id) => findPhoto(context.db, id)))
      const result = await eachOf(body.ids, context, person.removeOne)
      for (const photo of photos) {
        if (photo && !(await isPhotoInUse(context.db, photo.photoFile))) await files.remove(photo.photoFile)
      }
      return result
    },
    bulkActivate: ({ body, context }) => eachOf(body.ids, context, setStatus('active')),
    bulkDeactivate: ({ body, context }) => eachOf(body.ids, context, setStatus('inactive')),
    async beacons({ params: { id }, context }) {
      const { entityType } = found(await findPerson(context.db, id))
      return carriedBy(context.db, entityType, id)
    },
  }
}

function setStatus(status: 'active' | 'inactive') {
  return async (work: Work, id: string) => (await person.changeOne(work, id, { status })).record
}

/** Each id by itself: the ones that fail are named with the reason, the others are done. */
async function eachOf(
  ids: readonly string[],
  context: Context,
  one: (work: Work, id: string) => Promise<ChangeRecord>,
) {
  const unique = [...new Set(ids)]
  return context.change(async (tx) => {
    const rows = await eachRow(tx, unique, async (id) => ({ record: await one({ tx, context }, id) }))
    const failed = rows.flatMap((row) => (row.ok ? [] : [{ id: unique[row.index] ?? '', reason: row.code }]))
    const record = rows.flatMap((row) => (row.ok ? [row.record] : []))
    return { reply: { updated: record.length, failed }, record }
  })
}
