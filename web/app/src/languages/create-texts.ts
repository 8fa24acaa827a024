// The texts of one folder: English comes with the code that says them, so that no page is ever without words; the other languages are
// loaded when they are shown. Called by the texts.ts beside each texts folder. How a text is added: web/app/LANGUAGES.md.
import { shallowReactive } from 'vue'
import { pluralRules } from './formats.ts'
import { addLoader, language, locale } from './language.ts'
import type { Language, OtherLanguage } from './language.ts'
import { numberText } from './numbers.ts'

/** Counted by `{count}`; every language of ours does with these two forms (French takes `one` for 0 as well). */
type Plural = { readonly one: string; readonly other: string }
type Message = string | Plural
type Messages = Readonly<Record<string, Message>>

/** The same keys, in another language. */
export type Same<English extends Messages> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Plural
}

/** `'{name} of {floor}'` has `name` and `floor`. */
type Holes<Text> = Text extends `${string}{${infer Hole}}${infer Rest}` ? Hole | Holes<Rest> : never
type HolesOf<One> = One extends Plural ? 'count' | Holes<One['one'] | One['other']> : Holes<One>
type Values<Hole extends string> = { readonly [Name in Hole]: Name extends 'count' ? number : string | number }

export type Texts<English extends Messages> = <Key extends keyof English & string>(
  key: Key,
  ...values: [HolesOf<English[Key]>] extends [never] ? [] : [Values<HolesOf<English[Key]> & string>]
) => string

type Loaders<English extends Messages> = Readonly<
  Record<OtherLanguage, () => Promise<{ readonly texts: Same<English> }>>
>

export function createTexts<const English extends Messages>(
  english: English,
  others: Loaders<English>,
): Texts<English> {
  const here = shallowReactive(new Map<Language, Messages>())
  addLoader(async (wanted) => {
    if (here.has(wanted)) return
    // Without it the page speaks English.
    const loaded = await others[wanted]().catch(() => null)
    if (loaded) here.set(wanted, loaded.texts)
  })
  return (key, ...[values]) => {
    const translated = here.get(language())?.[key]
    return translated === undefined ? say(english[key]!, values, 'en-GB') : say(translated, values, locale())
  }
}

function say(message: Message, values: Readonly<Record<string, string | number>> = {}, inLocale: string): string {
  const text = typeof message === 'string' ? message : message[formOf(Number(values['count']), inLocale)]
  return text.replaceAll(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name]
    return typeof value === 'number' ? numberText(value) : (value ?? hole)
  })
}

function formOf(count: number, inLocale: string): keyof Plural {
  return pluralRules(inLocale).select(count) === 'one' ? 'one' : 'other'
}
