// What the components of Nuxt UI say themselves (close, next month); loaded with the language.
export { es as words } from '@nuxt/ui/locale'
