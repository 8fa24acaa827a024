// Notes on fields by their code (contracts/src/notes.ts), in every language: what a server says of them is English.
import { createTexts } from '../../languages/create-texts.ts'
import { texts as en } from './texts/en.ts'

export const t = createTexts(en, {
  de: () => import('./texts/de.ts'),
  es: () => import('./texts/es.ts'),
  fr: () => import('./texts/fr.ts'),
})
