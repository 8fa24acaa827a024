// The language of the pages: the browser's at first, then what somebody chose; kept in this browser. Texts of a language are loaded
// before it is shown, so that a page changes as a whole; what cannot be loaded is said in English (docs/decisions/0058-texts-of-our-own.md).
import { shallowRef } from 'vue'

/** In its own words: who cannot read the page must find it. */
export const languageNames = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français' } as const
export type Language = keyof typeof languageNames
export type OtherLanguage = Exclude<Language, 'en'>

/** Dates and numbers as they are written where the language is spoken. */
const locales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE', es: 'es-ES', fr: 'fr-FR' }

const storedAs = 'rollcall.language'
const shown = shallowRef<Language>('en')
/** The last one asked for: a choice that loads slowly must not undo a later one. */
let wanted: Language = 'en'
const loaders = new Set<(language: OtherLanguage) => Promise<void>>()
let underWay: Promise<unknown> = Promise.resolve()
/** A network that does not answer keeps no page from opening: it speaks English until the texts are here. */
const patienceMs = 2_000

export const language = (): Language => shown.value
export const locale = (): string => locales[shown.value]

/** A heading or label as a word of a sentence: German keeps its capitals. */
export const inSentence = (text: string): string => (shown.value === 'de' ? text : text.toLowerCase())

/** Called once, before the first page: what was chosen here, else the first of the browser's languages that there is. */
export async function startLanguage(): Promise<void> {
  await show(stored() ?? firstOf(navigator.languages))
}

export async function chooseLanguage(chosen: Language): Promise<void> {
  try {
    localStorage.setItem(storedAs, chosen)
  } catch {
    // A browser that keeps nothing still shows it until the page is loaded anew.
  }
  await show(chosen)
}

/** Texts that came with a part of the application: loaded at once in the language shown, and in others when they are chosen. */
export function addLoader(load: (language: OtherLanguage) => Promise<void>): void {
  loaders.add(load)
  if (wanted !== 'en') underWay = Promise.all([underWay, inTime(load(wanted))])
}

/** Whether every text of the parts loaded so far is here in the language shown, or has failed to come. */
export async function textsReady(): Promise<void> {
  let seen
  do {
    seen = underWay
    await seen
  } while (seen !== underWay)
}

/** For a part of a page that is loaded later: it comes with its words. */
export function withTexts<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    const part = await load()
    await textsReady()
    return part
  }
}

export function firstOf(preferred: readonly string[]): Language {
  const known = preferred.map((one) => one.slice(0, 2).toLowerCase()).find(isLanguage)
  return known ?? 'en'
}

async function show(chosen: Language): Promise<void> {
  wanted = chosen
  if (chosen !== 'en') underWay = Promise.all([underWay, ...[...loaders].map((load) => inTime(load(chosen)))])
  await textsReady()
  if (wanted !== chosen) return
  shown.value = chosen
  document.documentElement.lang = chosen
}

function inTime(loading: Promise<void>): Promise<unknown> {
  return Promise.race([loading, new Promise((resolve) => setTimeout(resolve, patienceMs))])
}

function stored(): Language | null {
  try {
    const kept = localStorage.getItem(storedAs) ?? ''
    return isLanguage(kept) ? kept : null
  } catch {
    return null
  }
}

function isLanguage(value: string): value is Language {
  return Object.hasOwn(languageNames, value)
}
