// The register of people (spec 4.2 Personnel, rules 8 and 11). Photos are in photo-handlers.ts, exports in person-export.ts.
import type { personnel, PersonChange } from '@rollcall/contracts/domains/personnel'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import { lockRow } from '../../database/lock-row-queries.ts'
import type { DatabaseTransaction } from '../../database/schema.ts'
import type { FileStore } from '../../files/file-store.ts'
import type { Context } from '../../http/context.ts'
import { found, refuse } from '../../http/refusal.ts'
import { bulkCreate } from '../bulk-create.ts'
import { carriedBy, releaseCarried } from '../transmitters/transmitter-queries.ts'
import { peopleAsCsv, peopleAsPdf } from './person-export.ts'
import {
  deletePerson,
  findPerson,
  findPhoto,
  insertPerson,
  isPhotoInUse,
  listPeople,
  updatePerson,
} from './person-queries.ts'
import { photoHandlers } from './photo-handlers.ts'
import { visiblePerson } from './visible-person.ts'

export function personHandlers(files: FileStore): Handlers<typeof personnel, Context> {
  return {
    ...photoHandlers(files),
    async list({ query, context }) {
      const page = await listPeople(context.db, query)
      return { ...page, items: page.items.map((person) => visiblePerson(person, context)) }
    },
    read: async ({ params, context }) => visiblePerson(found(await findPerson(context.db, params.id)), context),
    exportCsv: ({ query, context }) => peopleAsCsv(query, context),
    exportPdf: ({ query, context }) => peopleAsPdf(query, context),
    create({ body, context }) {
      refuseHealthData(body, context)
      return context.change(async (tx) => {
        const after = found(await findPerson(tx, await insertPerson(tx, body)))
        return {
          reply: visiblePerson(after, context),
          record: { entityId: after.id, after },
        }
      })
    },
    import: ({ body, context }) =>
      bulkCreate(context, body.people, async (tx, person) => {
        refuseHealthData(person, context)
        const after = found(await findPerson(tx, await insertPerson(tx, person)))
        return { id: after.id, record: { entityId: after.id, after } }
      }),
    change({ params: { id }, body, context }) {
      // Taking it away is writing, too.
      if (body.specialNeeds !== undefined && !context.may('personnel.health')) refuse('forbidden')
      return context.change(async (tx) => {
        const { after, record } = await changeOne(tx, id, body)
        return { reply: visiblePerson(after, context), record }
      })
    },
    async remove({ params: { id }, context }) {
      const photo = await findPhoto(context.db, id)
      await context.change(async (tx) => ({ reply: null, record: await removeOne(tx, id) }))
      await files.remove(photo?.photoFile ?? null)
      return null
    },
    async batchDelete({ body, context }) {
      const photos = await Promise.all(body.ids.map((id) => findPhoto(context.db, id)))
      const result = await eachOf(body.ids, context, removeOne)
      for (const photo of photos) {
        if (photo && !(await isPhotoInUse(context.db, photo.photoFile))) await files.remove(photo.photoFile)
      }
      return result
    },
    bulkActivate: ({ body, context }) => eachOf(body.ids, context, setStatus('active')),
    bulkDeactivate: ({ body, context }) => eachOf(body.ids, context, setStatus('inactive')),
    async beacons({ params: { id }, context }) {
      const person = found(await findPerson(context.db, id))
      return carriedBy(context.db, person.entityType, id)
    },
  }
}

async function changeOne(tx: DatabaseTransaction, id: string, body: z.output<typeof PersonChange>) {
  await lockRow(tx, 'people', id)
  const before = found(await findPerson(tx, id))
  await updatePerson(tx, id, body)
  const after = found(await findPerson(tx, id))
  return { after, record: { entityId: id, before, after } }
}

/** Badges go back to the stock. */
async function removeOne(tx: DatabaseTransaction, id: string) {
  const before = found(await findPerson(tx, id))
  const released = await releaseCarried(tx, id)
  await deletePerson(tx, id)
  return { entityId: id, before: { ...before, released } }
}

function setStatus(status: 'active' | 'inactive') {
  return async (tx: DatabaseTransaction, id: string) => (await changeOne(tx, id, { status })).record
}

type One = (
  tx: DatabaseTransaction,
  id: string,
) => ReturnType<typeof removeOne> | Promise<Awaited<ReturnType<typeof changeOne>>['record']>

/** Each id by itself: the ones that fail are named with the reason, the others are done. */
async function eachOf(ids: readonly string[], context: Context, one: One) {
  const { created: updated, rows } = await bulkCreate(context, [...new Set(ids)], async (tx, id) => ({
    id,
    record: await one(tx, id),
  }))
  const unique = [...new Set(ids)]
  const failed = rows.flatMap((row) => (row.ok ? [] : [{ id: unique[row.index] ?? '', reason: row.code }]))
  return { updated, failed }
}

/** Health data has a permission of its own, for writing as for reading. */
function refuseHealthData(body: { specialNeeds?: string | null | undefined }, context: Context): void {
  if (body.specialNeeds && !context.may('personnel.health')) refuse('forbidden')
}
