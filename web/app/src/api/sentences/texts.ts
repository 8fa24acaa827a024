// What happened by its code (contracts/src/sentences.ts), in every language.
import { createTexts } from '../../languages/create-texts.ts'
import { texts as en } from './texts/en.ts'

export const t = createTexts(en, {
  de: () => import('./texts/de.ts'),
  es: () => import('./texts/es.ts'),
  fr: () => import('./texts/fr.ts'),
})
