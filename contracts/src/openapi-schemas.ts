// The schemas of the API as OpenAPI components: every body as it is sent, every reply as it is received, and what they are made of.
// Used by openapi.ts.
import { z } from 'zod'
import { schemaNames } from './schema-names.ts'

export type JsonSchema = Record<string, unknown>
export type SchemaRef = { readonly $ref: string }

const prefix = '#/components/schemas/'
const inexpressible = 'x-inexpressible'

/** Collects schemas by name and direction; `components` are those collected and whatever they refer to. */
export function createComponents() {
  const collected = { input: new Map<string, z.ZodType>(), output: new Map<string, z.ZodType>() }

  /** `fallback` names a schema that is not exported, such as a page of something. */
  function refer(direction: 'input' | 'output', schema: z.ZodType, fallback: string): SchemaRef {
    const name = schemaNames.get(schema) ?? fallback
    collected[direction].set(name, schema)
    return { $ref: prefix + name }
  }

  function components(): Record<string, JsonSchema> {
    const received = generate('output', collected.output)
    const sent = generate('input', collected.input)
    for (const [name, schema] of Object.entries(sent)) {
      if (received[name] !== undefined && JSON.stringify(received[name]) !== JSON.stringify(schema)) {
        throw new Error(`${name} is sent and received, but reads differently: give each direction a schema of its own`)
      }
    }
    const all = { ...received, ...sent }
    return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  return { refer, components }
}

/** Optional query fields become parameters one by one, so a query is requested as properties, not as a component. */
export function queryProperties(query: z.ZodType): { properties: Record<string, JsonSchema>; required: string[] } {
  const { properties, required } = z.toJSONSchema(query, { io: 'input', override: tidy })
  return { properties: (properties ?? {}) as Record<string, JsonSchema>, required: required ?? [] }
}

/** The schema of one path parameter, written where it is used. */
export function parameterSchema(schema: z.ZodType): JsonSchema {
  return withoutIdentity(z.toJSONSchema(schema, { io: 'input', override: tidy }))
}

function generate(io: 'input' | 'output', requested: ReadonlyMap<string, z.ZodType>): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  const taken = new Set(requested.keys())
  for (const [name, schema] of requested) registry.add(schema, { id: name })
  for (const [schema, name] of schemaNames) if (!taken.has(name)) registry.add(schema, { id: name })
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => prefix + id,
    override: tidy,
    // Every exported schema is converted, but only those of bodies and replies must be expressible.
    unrepresentable: () => ({ [inexpressible]: true }),
  })
  const plain = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutIdentity(schema)]))
  return reachable(plain, requested.keys())
}

/** Replies may gain fields later, so only what was declared strict is closed. Drops what a format or a type says already. */
function tidy({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }) {
  if (zodSchema instanceof z.ZodObject && zodSchema.def.catchall === undefined) delete jsonSchema.additionalProperties
  if (jsonSchema.format !== undefined || zodSchema instanceof z.ZodStringFormat) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

function withoutIdentity(schema: object): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => key !== '$id' && key !== '$schema' && key !== 'id'),
  )
}

function reachable(all: Record<string, JsonSchema>, roots: Iterable<string>): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {}
  const waiting = [...roots]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const schema = all[name]
    if (found[name] !== undefined) continue
    if (schema === undefined) throw new Error(`No schema is called ${name}`)
    const json = JSON.stringify(schema)
    if (json.includes(inexpressible)) throw new Error(`${name} cannot be said in JSON Schema`)
    found[name] = schema
    waiting.push(...[...json.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1] ?? ''))
  }
  return found
}
