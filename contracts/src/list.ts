// Lists: how every list is asked for and answered (rules 8).
import { z } from 'zod'
import { Time } from './fields.ts'

export const maxPageSize = 200

/** Query of a list, with the filters of one domain beside the common ones. Values arrive as text. */
export function listQuery<S extends z.ZodRawShape>(filters: S) {
  return z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(maxPageSize).default(25),
    q: z
      .string()
      .trim()
      .max(200)
      .regex(/^\P{Cc}*$/u, 'No control characters')
      .optional(),
    /** A field name, `-` before it for descending. */
    sort: z
      .string()
      .regex(/^-?[a-zA-Z]{1,40}$/)
      .optional(),
    ...filters,
  })
}

export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.number().int(), page: z.number().int(), pageSize: z.number().int() })
}

/** The body of a call that carries nothing: absent or `{}`. */
export const Nothing = z.strictObject({}).optional()

/** Every stored resource has these. */
export const Stored = z.object({ id: z.uuid(), createdAt: Time, updatedAt: Time })

/** `?flag=true` in a query string. */
export const QueryFlag = z.enum(['true', 'false']).transform((value) => value === 'true')

export const BatchIds = z.strictObject({ ids: z.array(z.uuid()).min(1).max(500) })
export const BatchResult = z.object({
  updated: z.number().int(),
  failed: z.array(z.object({ id: z.string(), reason: z.string() })),
})

/** The answer of a bulk creation, row by row in the order sent: what was created and what was refused, and why. */
export const BulkResult = z.object({
  created: z.number().int(),
  failed: z.number().int(),
  rows: z.array(
    z.discriminatedUnion('ok', [
      z.object({ index: z.number().int(), ok: z.literal(true), id: z.uuid() }),
      z.object({ index: z.number().int(), ok: z.literal(false), code: z.string(), message: z.string() }),
    ]),
  ),
})
export const maxBulkRows = 500
