// What the components of Nuxt UI say themselves (close, next month); loaded with the language.
export { fr as words } from '@nuxt/ui/locale'
