// The kinds of field that bodies are made of, each with its limits (rules 8). Used by the domain files.
// Whatever is normalised here stays valid when it is parsed again: the server layer forwards the parsed body and the backend
// parses it once more.
import { z } from 'zod'

/** One line of text. Control characters are refused: PostgreSQL cannot store NUL, and the rest has no place in a name; and so are
 * halves of characters, which would be stored as something else. */
export function text(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'control_characters')
}

/** Text with line breaks; may be empty. */
export function prose(max: number) {
  return z
    .string()
    .trim()
    .max(max)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'control_characters')
}

export const Email = z
  .email()
  .max(254)
  .toLowerCase()
  .meta({ description: 'An email address; becomes lower case.', examples: ['name@example.org'] })

export const Phone = z
  .string()
  .max(40)
  .overwrite((value) => value.replaceAll(/[\s().-]/g, ''))
  .regex(/^\+[1-9]\d{6,14}$/, 'phone')
  .meta({
    description: 'E.164. Spaces, dots, dashes and brackets are accepted and dropped.',
    examples: ['+441632960000'],
  })

export const MacAddress = z
  .string()
  .trim()
  .regex(
    /^(?:[0-9a-fA-F]{12}|(?:[0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}|(?:[0-9a-fA-F]{2}-){5}[0-9a-fA-F]{2})$/,
    'mac_address',
  )
  .overwrite(plainHex)
  .meta({
    description: 'A MAC address with colons, dashes or neither; becomes twelve lower-case hex digits.',
    examples: ['aabbccddeeff', 'aa:bb:cc:dd:ee:ff'],
  })

export const TransmitterId = z
  .string()
  .trim()
  .regex(
    /^(?:[0-9a-fA-F]{12}|(?:[0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}|(?:[0-9a-fA-F]{2}-){5}[0-9a-fA-F]{2}|[0-9a-fA-F]{32}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$/,
    'mac_or_uuid',
  )
  .overwrite(plainHex)
  .meta({
    description:
      'A MAC address or a UUID as the radio sends it; becomes 12 or 32 lower-case hex digits, as receivers report it.',
    examples: ['aabbccddeeff', 'c0ffee00c0ffee00c0ffee00c0ffee00'],
  })

export const Colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'colour')
  .toLowerCase()
  .meta({ description: 'A colour, #rrggbb.', examples: ['#1d4ed8'] })

export const Timezone = z
  .string()
  .max(64)
  .refine(isTimezone, 'time_zone')
  .meta({ description: 'An IANA time zone name.', examples: ['Europe/London'] })

export const Percent = z
  .number()
  .min(0)
  .max(100)
  .meta({ description: 'Percent, 0 to 100.', examples: [42.5] })
export const Latitude = z
  .number()
  .min(-90)
  .max(90)
  .meta({ description: 'Degrees, north positive.', examples: [51.5] })
export const Longitude = z
  .number()
  .min(-180)
  .max(180)
  .meta({ description: 'Degrees, east positive.', examples: [-0.12] })

export const Time = z.iso
  .datetime()
  .meta({ description: 'A point in time, UTC, ISO 8601.', examples: ['2026-01-31T09:30:00.000Z'] })

/** 32 random bytes as base64url: the one-time and personal links. */
export const LinkToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'not_a_link')

/** The body of a change: any of the fields, at least one, no others, and no defaults, so that what is absent stays as it is. */
export function changeOf<S extends z.ZodRawShape>(fields: S) {
  return z
    .strictObject(fields)
    .partial()
    .refine((change) => Object.keys(change).length > 0, 'nothing_to_change')
}

function plainHex(value: string): string {
  return value.replaceAll(/[:-]/g, '').toLowerCase()
}

function isTimezone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Query of a picture: no more than a mark in its address, so that a page shows the new one after an upload. */
export const FileVersion = z.strictObject({ v: z.string().max(64).optional().describe('Changes with the file.') })

/** What pages and messages speak. */
export const Language = z.enum(['en', 'de', 'es', 'fr'])
export type Language = z.infer<typeof Language>
