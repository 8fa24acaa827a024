// Good bodies of plain resources, worked out from their schemas, so that a new domain is tested without a line here: its create row
// needs nothing but words, numbers, choices and flags. Used by the tests that go over all rows.
import { z } from 'zod'
import { backendRows } from '@rollcall/contracts/api'
import { paramNames, type Endpoint } from '@rollcall/contracts/endpoint'
import type { Caller } from './a-backend.ts'

type Field = { type?: string; enum?: unknown[]; minimum?: number }
type Fields = { properties?: Record<string, Field>; required?: string[] }

export type PlainResource = {
  readonly create: { path: string; body: object }
  readonly changeBody: object
  /** What is made now, under another name each time. */
  make(admin: Caller): Promise<{ id: string }>
}

let count = 0

/** Null: somebody has to say what a good one is. */
export function plainResource(domain: string): PlainResource | null {
  const rows: Record<string, Endpoint> = { ...backendRows[domain as keyof typeof backendRows] }
  const { create, change, remove } = rows
  if (!create || !change || !remove || paramNames(create.path).length > 0) return null
  const body = plainBody(create)
  const changeBody = plainBody(change)
  if (!body || !changeBody) return null
  return {
    create: { path: create.path, body },
    changeBody,
    async make(admin) {
      const reply = await admin('POST', create.path, plainBody(create))
      if (reply.status !== 201) throw new Error(`POST ${create.path} answered ${reply.status}: ${reply.text}`)
      return reply.body.data
    },
  }
}

/** Every required field, or the first one where none is. */
function plainBody({ body }: Endpoint): object | null {
  if (!(body instanceof z.ZodType)) return null
  const { properties = {}, required = [] } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Fields
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1)
  const guessed = Object.fromEntries(names.map((name) => [name, plainValue(name, properties[name] ?? {})]))
  return body.safeParse(guessed).success ? guessed : null
}

function plainValue(name: string, field: Field): unknown {
  if (field.enum) return field.enum[0]
  if (field.type === 'boolean') return true
  if (field.type === 'integer' || field.type === 'number') return Math.max(field.minimum ?? 1, 1)
  return field.type === 'string' ? `${name} ${++count}` : undefined
}
