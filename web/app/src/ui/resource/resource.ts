// What can be added, changed, deleted and imported, described once per kind of thing: by the contract rows of its domain and by its
// words. Lists and pages about one thing take their buttons, menus and dialogs from here. Who may do it is what the row says.
import type { ImportKind } from '@rollcall/contracts/domains/imports'
import type { Endpoint } from '@rollcall/contracts/endpoint'
import type { BulkResult } from '@rollcall/contracts/list'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import type { Action } from '../action/action.ts'
import { confirmFirst, openDialog } from '../dialog/open-dialog.ts'
import { checked } from '../form/checked.ts'
import EditDialog from '../form/EditDialog.vue'
import type { FormField, FormValues } from '../form/form-field.ts'
import ImportDialog from '../import/ImportDialog.vue'
import type { SendOptions } from '../import/use-answers.ts'
import { t } from '../table/texts.ts'

type BodyRow = Endpoint & { readonly body: z.ZodType }
type Fields = readonly FormField[]
type Done<R = unknown> = (result: R) => unknown

export type Resource<T> = {
  /** As far as the domain has them. The rows of `bulk` take a list named `bulkName`. */
  readonly rows: { readonly create?: BodyRow; readonly change?: BodyRow; readonly remove?: Endpoint }
  /** Its English noun, for test ids and for actions that an address asks for; absent: `one`. */
  readonly id?: string
  /** "asset", "assets" */
  readonly one: string
  readonly many: string
  readonly nameOf: (item: T) => string
  readonly fields: (item: T | null) => Fields | Promise<Fields>
  /** What a new one begins with, beside the defaults of the contract. */
  readonly initial?: () => FormValues
  /** What is sent, where that is more than the fields say. */
  readonly bodyOf?: (body: FormValues, item: T | null) => FormValues
  readonly words: {
    /** "Register" instead of "Add asset". */
    readonly add?: string
    /** What stands below the title of the form of a new one, and of one that is changed. */
    readonly adding?: string
    readonly changing?: string
    /** What deleting one takes with it. */
    readonly removing?: string
    /** "Remove" instead of "Delete". */
    readonly remove?: string
  }
}

export function addAction<T, R = T>(resource: Resource<T>, done: Done<R>, begin: FormValues = {}): Action {
  const { id, rows, one, words } = resource
  const label = words.add ?? t('add', { one })
  return {
    label,
    icon: 'i-lucide-plus',
    row: rows.create,
    when: rows.create !== undefined,
    main: true,
    testid: `new-${(id ?? one).replaceAll(' ', '-')}`,
    run: () => openForm(resource, null, done, { ...resource.initial?.(), ...begin }),
  }
}

export function changeAction<T extends { readonly id: string }, R = T>(
  resource: Resource<T>,
  item: T,
  done: Done<R>,
): Action {
  const { change } = resource.rows
  const run = () => openForm(resource, item, done, item as FormValues)
  return { label: t('change'), icon: 'i-lucide-pencil', row: change, when: change !== undefined, run }
}

export function removeAction<T extends { readonly id: string }>(resource: Resource<T>, item: T, done: Done): Action {
  const { rows, words, nameOf } = resource
  const label = words.remove ?? t('delete')
  const submit = async () => {
    await callWith(rows.remove, item)
    await done(null)
  }
  const run = () =>
    confirmFirst({
      title: t('removeName', { verb: label, name: nameOf(item) }),
      description: words.removing ?? '',
      verb: label,
      danger: true,
      submit,
    })
  return { label, icon: 'i-lucide-trash-2', row: rows.remove, when: rows.remove !== undefined, danger: true, run }
}

/** `send` hands a part of the rows to the server, to be written or only looked at. */
export function importAction<S extends z.ZodType>(options: {
  readonly noun: string
  readonly kind: ImportKind
  /** Of one row. */
  readonly schema: S
  /** Fields that must have a column. */
  readonly needed: readonly string[]
  readonly creates?: string | undefined
  readonly fields: () => Fields | Promise<Fields>
  readonly row: BodyRow
  readonly send: (items: z.input<S>[], options: SendOptions) => Promise<z.infer<typeof BulkResult>>
  readonly done: () => unknown
}): Action {
  const { row, fields, done, ...given } = options
  const run = async () => openDialog(ImportDialog, { ...given, fields: await fields(), onDone: () => void done() })
  return { label: t('import'), icon: 'i-lucide-upload', row, run }
}

async function openForm<T, R>(resource: Resource<T>, item: T | null, done: Done<R>, source: FormValues): Promise<void> {
  const { rows, one, words, nameOf, fields, bodyOf } = resource
  const add = words.add ?? t('add', { one })
  const row = item === null ? rows.create : rows.change
  openDialog(EditDialog, {
    title: item === null ? add : t('changeName', { name: nameOf(item) }),
    description: (item === null ? words.adding : (words.changing ?? words.adding)) ?? t('everybodySees'),
    verb: item === null ? add : t('save'),
    fields: await fields(item),
    source,
    save: async (body: FormValues) => done((await callWith(row, item, bodyOf?.(body, item) ?? body)) as R),
  })
}

/** Calls a row about one thing, with a body that was held against the contract, and never over what somebody else changed meanwhile. */
async function callWith(row: Endpoint | undefined, item: unknown, body?: FormValues): Promise<unknown> {
  if (row === undefined) throw new Error('The contract has no such row')
  const [, parameter] = /\{(\w+)\}/.exec(row.path) ?? []
  const params = parameter ? { params: { [parameter]: (item as { id: string }).id } } : {}
  const sent = body ? { body: checked(row.body as z.ZodType, body) } : {}
  return call(row, { ...params, ...sent, ...versionOf(item) } as never)
}

/** As it was when the form or the question was opened (rules 8). */
function versionOf(item: unknown): { readonly unchangedSince?: string } {
  const { updatedAt } = (item ?? {}) as { updatedAt?: unknown }
  return typeof updatedAt === 'string' ? { unchangedSince: updatedAt } : {}
}
