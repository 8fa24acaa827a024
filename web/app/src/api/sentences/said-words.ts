// What happened, in the language of the page: by its code, with its values; one without, or that is not known here, as it came.
import { actorTold } from '@rollcall/contracts/sentences'
import type { Said, SentenceCode } from '@rollcall/contracts/sentences'
import { texts as english } from './texts/en.ts'
import { t } from './texts.ts'

export function saidWords({ text, said }: { readonly text: string; readonly said: Said | null }): string {
  return (said && wordsOf(said)) ?? text
}

/** The name of a person, or what did it instead of one. */
export const actorWords = (name: string): string => saidWords(actorTold(name))

function wordsOf({ code, values = {} }: Said): string | null {
  if (!Object.hasOwn(english, code)) return null
  const words = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? (wordsOf(value) ?? value.code) : value,
  ])
  return (t as (code: SentenceCode, values: object) => string)(code as SentenceCode, Object.fromEntries(words))
}
