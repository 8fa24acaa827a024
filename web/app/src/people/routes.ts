// People and one person. Listed in features.ts.
import { inMenu, page, pagesBelow } from '../feature-pages.ts'

export const routes = inMenu('Now', [
  pagesBelow('/people', [
    page('', 'people', 'People', () => import('./People.vue'), ['personnel.read'], { icon: 'i-lucide-users' }),
    page(':personId', 'person', 'Person', () => import('./PersonDetail.vue'), ['personnel.read']),
  ]),
])
