// Lists: how every list is asked for and answered (rules 8).
import { z } from 'zod'
import { text, Time } from './fields.ts'
import { Issue } from './problems.ts'

export const maxPageSize = 200

/** Query of a list, with the filters of one domain beside the common ones. Values arrive as text. A name that nobody knows is refused:
 * a filter that is misspelt must not answer everything (rules 1). */
export function listQuery<S extends z.ZodRawShape>(filters: S) {
  return z.strictObject({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1).describe('From 1.'),
    pageSize: z.coerce.number().int().min(1).max(maxPageSize).default(25).describe('Entries per page.'),
    q: z
      .string()
      .trim()
      .max(200)
      .regex(/^\P{Cc}*$/u, 'control_characters')
      .optional()
      .describe('Text that any of the searched fields contains, whatever its case.'),
    sort: z
      .string()
      .regex(/^-?[a-zA-Z]{1,40}$/)
      .optional()
      .describe('A field name, with - before it for descending.'),
    ...filters,
  })
}

export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item).describe('The entries of this page.'),
    total: z.number().int().describe('How many there are on all pages.'),
    page: z.number().int().describe('The page that this is, from 1.'),
    pageSize: z.number().int().describe('Entries per page.'),
  })
}

/** The body of a call that carries nothing: absent or `{}`. */
export const Nothing = z.strictObject({}).optional()

/** Every stored resource has these. */
export const Stored = z.object({
  id: z.uuid().describe('Given by the server.'),
  createdAt: Time.describe('When it was created.'),
  updatedAt: Time.describe('When it was last changed.'),
})

/** `?flag=true` in a query string. */
export const QueryFlag = z.enum(['true', 'false']).transform((value) => value === 'true')

export const BatchIds = z.strictObject({ ids: z.array(z.uuid()).min(1).max(500) })
export const BatchResult = z.object({
  updated: z.number().int(),
  failed: z.array(z.object({ id: z.string(), reason: z.string() })),
})

/** What a row of a list became: something new, something changed by the organisation's own number, or what it was already. */
export const BulkOutcome = z.enum(['created', 'changed', 'unchanged'])
/** The answer to a list, row by row in the order sent: what became of each, and what was refused, and why. */
export const BulkResult = z.object({
  created: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  failed: z.number().int(),
  rows: z.array(
    z.discriminatedUnion('ok', [
      z.object({
        index: z.number().int(),
        ok: z.literal(true),
        id: z.uuid().describe('In a preview, of something new: an id that will never exist.'),
        outcome: BulkOutcome,
        fields: z.array(z.string()).describe('Which fields changed, of one that was there.'),
      }),
      z.object({
        index: z.number().int(),
        ok: z.literal(false),
        code: z.string(),
        path: z.string().nullable().describe('The field that is wrong, where it is one.'),
        message: z.string(),
        note: Issue.nullable().describe('What is wrong with that field, as a refusal of it alone would say.'),
      }),
    ]),
  ),
})
export const maxBulkRows = 500

/** What stands beside the rows of a list. */
export const bulkOptions = {
  preview: z.boolean().default(false).describe('True: answers what would become of each row, and writes nothing.'),
  importId: z
    .uuid()
    .optional()
    .describe('Chosen by the caller, the same in all parts of one list, which can then be undone as a whole.'),
  fileName: text(200).optional().describe('Where the list came from, for whoever looks at past imports.'),
}
