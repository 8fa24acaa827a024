// Values in the forms that Centrifugo accepts and its tools write: null for what is not said, numbers and flags as text, one word
// where a list is expected and a list of one where a word is. Brought to the form that the schema has. Called by `read-file.ts`.
import { z } from 'zod'

/** A copy. */
export function fitValue(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrapped(schema)
  if (value === null) return undefined
  if (inner instanceof z.ZodObject && isContent(value)) return fitMembers(inner, value)
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => fitValue(inner.element as z.ZodType, item))
  if (schema.safeParse(value).success) return value
  return otherForms(value).find((form) => schema.safeParse(form).success) ?? value
}

function fitMembers(schema: z.ZodObject, content: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members = Object.entries(content).map(([name, value]): [string, unknown] => {
    const field: unknown = schema.shape[name]
    return [name, field ? fitValue(field as z.ZodType, value) : value]
  })
  return Object.fromEntries(members.filter(([, value]) => value !== undefined))
}

function otherForms(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.length === 1 ? value : value.length === 0 ? [undefined] : []
  if (typeof value !== 'string') return [String(value)]
  const isPlain = /^(true|false|-?\d+(\.\d+)?)$/.test(value)
  return [...(isPlain ? [JSON.parse(value) as unknown] : []), words(value)]
}

export function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return unwrapped(schema.unwrap() as z.ZodType)
  return schema
}

export const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')

export function isContent(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
