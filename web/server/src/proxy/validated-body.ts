// The body of a mutation row (spec 4.1.5): media type, size, JSON, schema, in this order; what goes on to the backend is the
// validated value, written anew. The raw bytes never leave this file.
import { check } from '@rollcall/contracts/check'
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
  if (!hasBody(context)) return validated(schema, undefined)
  const { headers } = context.request
  const encoding = headers['content-encoding']
  if (!isJson(headers['content-type']) || (encoding !== undefined && encoding !== 'identity')) {
    return refuse('unsupported_media_type')
  }
  const body = await readBody(context, limits)
  if (body === clientGone || 'code' in body) return body
  if (isTooIntricate(body)) return refuse('body_too_large')
  const parsed = parseJson(body)
  return parsed === malformed ? refuse('malformed_body') : validated(schema, parsed)
}

function validated(schema: z.ZodType, value: unknown): ValidatedBody | Refusal {
  const result = check(schema, value)
  if (!result.ok) return { code: 'validation_failed', issues: result.issues }
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

/** Values and nesting that can be read and checked without holding up everybody else; a short body cannot exceed them. */
const maxValues = 50_000
const maxDepth = 100
const harmlessBytes = 200

/** Counted in the bytes, before the parser spends a third of a second on a megabyte of `{},`. */
function isTooIntricate(body: Buffer): boolean {
  if (body.length <= harmlessBytes) return false
  let values = 1
  let depth = 0
  let inString = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (inString) {
      if (byte === sign.backslash) at += 1
      else if (byte === sign.quote) inString = false
    } else if (byte === sign.quote) inString = true
    else if (byte === sign.comma) values += 1
    else if (byte === sign.brace || byte === sign.bracket) {
      values += 1
      depth += 1
      if (depth > maxDepth) return true
    } else if (byte === sign.braceEnd || byte === sign.bracketEnd) depth -= 1
  }
  return values > maxValues
}

const sign = { quote: 0x22, comma: 0x2c, bracket: 0x5b, backslash: 0x5c, bracketEnd: 0x5d, brace: 0x7b, braceEnd: 0x7d }
