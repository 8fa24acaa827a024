// Options of Centrifugo that this relay does not have. Those that protect something are part of the schema with the only values that
// mean no more than their absence: any other refuses the start, because leaving them out would open what they close.
import { z } from 'zod'

/** Says no more than its absence: the zero values that Centrifugo writes itself, and sections that are switched off. */
export function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0) return true
  if (typeof value === 'string') return value === '' || value === '0s'
  if (Array.isArray(value)) return value.length === 0
  if (typeof value !== 'object') return false
  return ('enabled' in value && isNothing(value.enabled)) || Object.values(value).every(isNothing)
}

/** `harmless`: what this relay does anyway. */
export const unsupported = (...harmless: unknown[]) =>
  z
    .unknown()
    .refine((value) => isNothing(value) || harmless.includes(value), 'is not supported here, and matters')
    .optional()

/** A section that must stay switched off; the rest of it means nothing then. */
export const switchedOff = z.looseObject({ enabled: unsupported() }).optional()
