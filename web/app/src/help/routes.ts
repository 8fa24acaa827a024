// The guide. Listed in features.ts; reached from the help of every page, the menu of the account and the search.
import { page } from '../feature-pages.ts'

export const routes = [page('/guide', 'guide', 'Guide', () => import('./Guide.vue'), [])]
