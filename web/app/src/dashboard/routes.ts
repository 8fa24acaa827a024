// The dashboard. Listed in features.ts.
import { inMenu, page } from '../feature-pages.ts'

const menu = { icon: 'i-lucide-layout-dashboard' }

export const routes = inMenu('Now', [
  page('/', 'dashboard', 'Dashboard', () => import('./Dashboard.vue'), ['dashboard.read'], menu),
])
