// What happened, told so that everybody can read it in their own language: a code of sentences/en.ts with its values, stored beside the
// English sentence. Written by the backend, said by pages (web/app/src/api/sentences) and, in mails and reports, by the backend.
import { z } from 'zod'
import { texts as english } from './sentences/en.ts'

type English = typeof english
export type SentenceCode = keyof English
type Form = { readonly one: string; readonly other: string }
/** The same sentences in another language. */
export type Sentences = { readonly [Code in SentenceCode]: English[Code] extends string ? string : Form }

/** A value may itself be a sentence or a word of the table, such as the scenario of an emergency. */
export type Said = {
  readonly code: string
  readonly values?: Readonly<Record<string, string | number | Said>> | undefined
}
/** In a reply. */
export const StoredSaid = (
  z.object({ code: z.string(), values: z.record(z.string(), z.unknown()).optional() }) as unknown as z.ZodType<
    Said,
    Said
  >
)
  .nullable()
  .describe('The sentence by its code, with its values, for readers of other languages; null: in English only.')

type Holes<Text> = Text extends `${string}{${infer Hole}}${infer Rest}` ? Hole | Holes<Rest> : never
type HolesOf<Code extends SentenceCode> = Holes<English[Code] extends Form ? English[Code]['other'] : English[Code]>
export type Values<Code extends SentenceCode> = [HolesOf<Code>] extends [never]
  ? []
  : [{ readonly [Hole in HolesOf<Code>]: Hole extends 'count' ? number : string | number | Said }]

export function said<Code extends SentenceCode>(code: Code, ...[values]: Values<Code>): Said {
  return values ? { code, values } : { code }
}

/** Both, as they are stored and sent. */
export function told(sentence: Said): { text: string; said: Said } {
  return { text: sayWith(english, 'en-GB', sentence) ?? sentence.code, said: sentence }
}

/** Who did it, where that is no person: stored by its English name among those of people. */
export function actorTold(name: string): { text: string; said: Said | null } {
  return { text: name, said: name === english.weather_service ? said('weather_service') : null }
}

/** Null: this code is not known here, as when a newer backend wrote it. */
export function sayWith(texts: Sentences, locale: string, { code, values = {} }: Said): string | null {
  if (!Object.hasOwn(texts, code)) return null
  const sentence = texts[code as SentenceCode]
  const text = typeof sentence === 'string' ? sentence : sentence[formOf(Number(values['count']), locale)]
  return text.replaceAll(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name]
    if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value)
    return typeof value === 'object' ? (sayWith(texts, locale, value) ?? hole) : (value ?? hole)
  })
}

function formOf(count: number, locale: string): keyof Form {
  return new Intl.PluralRules(locale).select(count) === 'one' ? 'one' : 'other'
}
