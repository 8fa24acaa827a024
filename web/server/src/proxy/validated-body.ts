// The body of a mutation row (spec 4.1.5): media type, size, JSON, schema, in this order; what goes on to the backend is the
// validated value, written anew. The raw bytes never leave this file.
import { issuesOf } from '@rollcall/contracts/problems'
import type { z } from 'zod'
import { refuse, type Refusal } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { clientGone, hasBody, readBody, type BodyLimits } from './read-body.ts'

/** `bytes` null: the row allows that there is no body, and there is none. */
export type ValidatedBody = { readonly value: unknown; readonly bytes: Buffer | null }

export async function validatedBody(
  context: RequestContext,
  schema: z.ZodType,
  limits: BodyLimits,
): Promise<ValidatedBody | Refusal | typeof clientGone> {
  if (!hasBody(context)) return check(schema, undefined)
  const { headers } = context.request
  const encoding = headers['content-encoding']
  if (!isJson(headers['content-type']) || (encoding !== undefined && encoding !== 'identity')) {
    return refuse('unsupported_media_type')
  }
  const body = await readBody(context, limits)
  if (body === clientGone || 'code' in body) return body
  const parsed = parseJson(body)
  if (parsed === malformed) return refuse('malformed_body')
  return isTooIntricate(parsed, body.length) ? refuse('body_too_large') : check(schema, parsed)
}

function check(schema: z.ZodType, value: unknown): ValidatedBody | Refusal {
  const result = schema.safeParse(value)
  if (!result.success) return { code: 'validation_failed', issues: issuesOf(result.error) }
  return { value: result.data, bytes: result.data === undefined ? null : Buffer.from(JSON.stringify(result.data)) }
}

const isJson = (type: string | undefined) =>
  type !== undefined && /^application\/json(?: *; *charset="?utf-8"?)? *$/i.test(type)

const malformed = Symbol('malformed')
// `ignoreBOM` keeps a byte-order mark in the text, where JSON refuses it.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    return malformed
  }
}

/** Values and nesting a schema check can handle without holding up everybody else; a short body cannot exceed them. */
const maxValues = 50_000
const maxDepth = 100
const harmlessBytes = 200

function isTooIntricate(root: unknown, bytes: number): boolean {
  if (bytes <= harmlessBytes) return false
  let values = 0
  let level: unknown[] = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    values += level.length
    if (depth > maxDepth || values > maxValues) return true
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue
      for (const child of Object.values(value)) next.push(child)
      if (next.length > maxValues) return true
    }
    level = next
  }
  return false
}
