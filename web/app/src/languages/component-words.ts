// The words of the components that are not ours, for UApp; undefined: their own English.
import { shallowReactive } from 'vue'
import { addLoader, language } from './language.ts'
import type { Language, OtherLanguage } from './language.ts'

const load = {
  de: () => import('./component-words/de.ts'),
  es: () => import('./component-words/es.ts'),
  fr: () => import('./component-words/fr.ts'),
} satisfies Record<OtherLanguage, () => Promise<unknown>>
type Words = Awaited<ReturnType<(typeof load)['de']>>['words']

const here = shallowReactive(new Map<Language, Words>())
addLoader(async (wanted) => {
  const loaded = await load[wanted]().catch(() => null)
  if (loaded) here.set(wanted, loaded.words)
})

export const componentWords = (): Words | undefined => here.get(language())
