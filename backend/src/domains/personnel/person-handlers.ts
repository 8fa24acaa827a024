// The register of people (spec 4.2 Personnel, rules 8 and 11). Photos are in photo-handlers.ts, exports in person-export.ts.
import type { PersonChange, PersonCreate, personnel } from '@rollcall/contracts/domains/personnel'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { ChangeRecord } from '../../audit/audit-entry.ts'
import type { FileStore } from '../../files/file-store.ts'
import type { HeavyWork } from '../../heavy/heavy-work.ts'
import type { Context } from '../../http/context.ts'
import { found, refuse } from '../../http/refusal.ts'
import { bulkCreate } from '../bulk-create.ts'
import { resource, type Work } from '../resource.ts'
import { carriedBy, releaseCarried } from '../transmitters/transmitter-queries.ts'
import { peopleAsCsv, peopleAsPdf } from './person-export.ts'
import { findPerson, findPhoto, isPhotoInUse, listPeople, retypeCarried } from './person-queries.ts'
import { photoHandlers } from './photo-handlers.ts'
import { visiblePerson } from './visible-person.ts'

const person = resource({
  table: 'people',
  find: findPerson,
  visible: visiblePerson,
  insert(body: z.output<typeof PersonCreate>, { context }: Work) {
    if (body.specialNeeds) refuseWithoutHealth(context)
    return body
  },
  async writeRelated(id, body: z.output<typeof PersonCreate> | z.output<typeof PersonChange>, before, { tx }) {
    if (before && body.entityType !== undefined) await retypeCarried(tx, id, body.entityType)
  },
  /** Badges go back to the stock. */
  removing: async ({ id }, { tx }) => ({ released: await releaseCarried(tx, id) }),
})

export function personHandlers(files: FileStore, heavy: HeavyWork): Handlers<typeof personnel, Context> {
  return {
    ...photoHandlers(files, heavy),
    async list({ query, context }) {
      const page = await listPeople(context.db, query)
      return { ...page, items: page.items.map((one) => visiblePerson(one, context)) }
    },
    read: person.read,
    exportCsv: ({ query, context }) => peopleAsCsv(query, context, heavy),
    exportPdf: ({ query, context }) => peopleAsPdf(query, context, heavy),
    create: person.create,
    import: ({ body, context }) =>
      bulkCreate(context, body.people, (tx, one) => person.createOne({ tx, context }, one)),
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
  const { created: updated, rows } = await bulkCreate(context, unique, async (tx, id) => ({
    id,
    record: await one({ tx, context }, id),
  }))
  const failed = rows.flatMap((row) => (row.ok ? [] : [{ id: unique[row.index] ?? '', reason: row.code }]))
  return { updated, failed }
}

/** Health data has a permission of its own, for writing as for reading. */
function refuseWithoutHealth({ may }: Context): void {
  if (!may('personnel.health')) refuse('forbidden')
}
