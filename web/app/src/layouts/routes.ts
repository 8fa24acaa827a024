// Where a page may not be opened, and where there is none. Listed in features.ts.
import { page } from '../feature-pages.ts'

const alone = { open: true, frame: 'plain' } as const

export const routes = [
  page('/forbidden', 'forbidden', 'No permission', () => import('./Forbidden.vue'), []),
  { ...page('/:rest(.*)*', 'not-found', 'Page not found', () => import('./NotFound.vue'), [], alone), props: false },
]
