// The titles of pages and of the parts of the menu, and what stands on every page, also before signing in. Code names a page by its English title (routes.ts); what is shown is said here.
import { createTexts } from './languages/create-texts.ts'
import { texts as en } from './texts/en.ts'

export type PageTitle = keyof typeof en

export const titleText = createTexts(en, {
  de: () => import('./texts/de.ts'),
  es: () => import('./texts/es.ts'),
  fr: () => import('./texts/fr.ts'),
})
