// What the backend itself says to people who read no page: messages to contacts, personal links, push notifications, mails about
// passwords and alerts, reports and lists as files. In the language of the organisation (settings, general). Texts lie beside this,
// one file per language, with the rules of web/app/LANGUAGES.md; what a page shows is said by the page.
import type { Language } from '@rollcall/contracts/fields'
import { sayWith, type Said, type Sentences } from '@rollcall/contracts/sentences'
import { texts as inGerman } from '@rollcall/contracts/sentences/de'
import { texts as inEnglish } from '@rollcall/contracts/sentences/en'
import { texts as inSpanish } from '@rollcall/contracts/sentences/es'
import { texts as inFrench } from '@rollcall/contracts/sentences/fr'
import { texts as de } from './de.ts'
import { texts as en, type Plural, type Same } from './en.ts'
import { texts as es } from './es.ts'
import { texts as fr } from './fr.ts'

type English = typeof en

/** `'{name} of {floor}'` has `name` and `floor`; what is counted, also `count`. */
type Holes<Text> = Text extends `${string}{${infer Hole}}${infer Rest}` ? Hole | Holes<Rest> : never
type HolesOf<One> = One extends Plural ? 'count' | Holes<One['other']> : Holes<One>
type Values<Hole extends string> = { readonly [Name in Hole]: Name extends 'count' ? number : string | number }

export type Say = {
  <Key extends keyof English>(
    key: Key,
    ...values: [HolesOf<English[Key]>] extends [never] ? [] : [Values<HolesOf<English[Key]>>]
  ): string
  /** What happened, by its code; in English where it has none that is known here. */
  readonly sentence: (stored: { readonly text: string; readonly said: Said | null }) => string
  /** For dates and numbers. */
  readonly locale: string
}

const languages: Readonly<
  Record<Language, { readonly texts: Same; readonly sentences: Sentences; readonly locale: string }>
> = {
  en: { texts: en, sentences: inEnglish, locale: 'en-GB' },
  de: { texts: de, sentences: inGerman, locale: 'de-DE' },
  es: { texts: es, sentences: inSpanish, locale: 'es-ES' },
  fr: { texts: fr, sentences: inFrench, locale: 'fr-FR' },
}

export function sayIn(language: Language): Say {
  const { texts, sentences, locale } = languages[language]
  const say = (key: keyof English, values: Readonly<Record<string, string | number>> = {}): string => {
    const message = texts[key]
    const form = new Intl.PluralRules(locale).select(Number(values['count'])) === 'one' ? 'one' : 'other'
    const text = typeof message === 'string' ? message : message[form]
    return text.replaceAll(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole))
  }
  const sentence: Say['sentence'] = ({ text, said }) => (said && sayWith(sentences, locale, said)) ?? text
  return Object.assign(say as Say, { locale, sentence })
}
