// Visits, the tablets at receptions, and the page such a tablet shows, which works without an account. Listed in features.ts.
import { inMenu, page, pagesBelow } from '../feature-pages.ts'

const visits = { icon: 'i-lucide-notebook-pen' }

export const routes = inMenu('Now', [
  pagesBelow('/visits', [
    page('', 'visits', 'Visits', () => import('./Visits.vue'), ['visits.read'], visits),
    page('tablets', 'reception-tablets', 'Reception tablets', () => import('./Tablets.vue'), ['visits.manage']),
  ]),
  page('/kiosk/:token', 'kiosk', 'Welcome', () => import('./kiosk/Kiosk.vue'), [], { open: true, frame: 'plain' }),
])
