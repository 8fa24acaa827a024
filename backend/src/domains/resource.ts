// One kind of stored resource: read, create, change and remove, each change in one transaction with the lock of its row and its audit
// record (rules 8). A domain names its table and how one is found; what it does beyond that are the hooks.
import type { Database, DatabaseTransaction } from '../database/schema.ts'
import {
  deleteRow,
  insertRow,
  lockRow,
  updateRow,
  type NewRow,
  type RowChange,
  type StoredTable,
} from '../database/row-queries.ts'
import type { Context } from '../http/context.ts'
import { isStillReferenced } from '../http/database-refusal.ts'
import { found, Refusal, refuse } from '../http/refusal.ts'

/** The transaction of a change, and who asked for it. */
export type Work = { readonly tx: DatabaseTransaction; readonly context: Context }

type Options<T extends StoredTable, Item, Create, Change, Visible> = {
  readonly table: T
  find(db: Database, id: string, context: Context): Promise<Item | undefined>
  /** What of it the caller may see; all of it unless said otherwise. */
  visible?(item: Item, context: Context): Visible
  /** The columns of a new row, where they are not the body itself. Refuses what cannot be meant. */
  insert?(body: Create, work: Work): NewRow<T> | Promise<NewRow<T>>
  /** The columns that a body changes, likewise. */
  update?(body: Change, work: Work, before: Item): RowChange<T> | Promise<RowChange<T>>
  /** For more than the row itself. False: there is no such row. */
  lock?(tx: DatabaseTransaction, id: string): Promise<boolean>
  /** Writes what the body says of other tables, after the row itself. `before` is null for a new one. */
  writeRelated?(id: string, body: Create | Change, before: Item | null, work: Work): Promise<void>
  /** Before it is removed; what it answers is added to the record of what was there. */
  removing?(before: Item, work: Work): Promise<object | void>
  /** After each change, with both sides of it: null before a creation and after a removal. */
  written?(before: Item | null, after: Item | null, work: Work): Promise<void>
}

export function resource<
  T extends StoredTable,
  Item extends { readonly id: string; readonly updatedAt: string },
  Create = NewRow<T>,
  Change = RowChange<T>,
  Visible = Item,
>(options: Options<T, Item, Create, Change, Visible>) {
  const { table, find, lock = (tx, id) => lockRow(tx, table, id) } = options
  const visible = (item: Item, context: Context) => options.visible?.(item, context) ?? (item as unknown as Visible)
  const locked = async ({ tx, context }: Work, id: string): Promise<Item> => {
    if (!(await lock(tx, id))) refuse('not_found')
    const before = found(await find(tx, id, context))
    context.refuseIfChanged(before)
    return before
  }

  const createOne = async (work: Work, body: Create) => {
    const row = options.insert ? await options.insert(body, work) : (body as NewRow<T>)
    const id = await insertRow(work.tx, table, row)
    await options.writeRelated?.(id, body, null, work)
    const after = found(await find(work.tx, id, work.context))
    await options.written?.(null, after, work)
    return { id, after, record: { entityId: id, after } }
  }
  const changeOne = async (work: Work, id: string, body: Change) => {
    const before = await locked(work, id)
    await updateRow(
      work.tx,
      table,
      id,
      options.update ? await options.update(body, work, before) : (body as RowChange<T>),
    )
    await options.writeRelated?.(id, body, before, work)
    const after = found(await find(work.tx, id, work.context))
    await options.written?.(before, after, work)
    return { before, after, record: { entityId: id, before, after } }
  }
  const removeOne = async (work: Work, id: string) => {
    const before = await locked(work, id)
    const released = await options.removing?.(before, work)
    await deleteRow(work.tx, table, id).catch((error: unknown) => {
      throw isStillReferenced(error) ? new Refusal('conflict') : error
    })
    await options.written?.(before, null, work)
    return { entityId: id, before: { ...before, ...released } }
  }

  return {
    find,
    /** For several in one transaction, or with more to do around it. */
    createOne,
    changeOne,
    removeOne,
    read: async ({ params, context }: { params: { id: string }; context: Context }): Promise<Visible> =>
      visible(found(await find(context.db, params.id, context)), context),
    create: ({ body, context }: { body: Create; context: Context }): Promise<Visible> =>
      context.change(async (tx) => {
        const { after, record } = await createOne({ tx, context }, body)
        return { reply: visible(after, context), record }
      }),
    change: ({ params, body, context }: { params: { id: string }; body: Change; context: Context }): Promise<Visible> =>
      context.change(async (tx) => {
        const { after, record } = await changeOne({ tx, context }, params.id, body)
        return { reply: visible(after, context), record }
      }),
    remove: ({ params, context }: { params: { id: string }; context: Context }): Promise<null> =>
      context.change(async (tx) => ({ reply: null, record: await removeOne({ tx, context }, params.id) })),
  }
}
