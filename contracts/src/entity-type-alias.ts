// `entity_type` is accepted wherever a query or a body has `entityType` (rules 8). The alias is renamed before parsing, so
// that the schema, its types and OpenAPI know one name. When both are given the alias is left alone, and a strict body refuses it.
import { z } from 'zod'

export function withEntityTypeAlias<S extends z.ZodType>(schema: S): z.ZodPreprocess<S, z.input<S>> {
  return z.preprocess<unknown, S, z.input<S>>(renamed, schema)
}

function renamed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (!('entity_type' in value) || 'entityType' in value) return value
  const { entity_type: entityType, ...rest } = value
  return { ...rest, entityType }
}
