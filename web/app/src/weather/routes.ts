// The weather. Listed in features.ts.
import { inMenu, page } from '../feature-pages.ts'

export const routes = inMenu('Now', [
  page('/weather', 'weather', 'Weather', () => import('./Weather.vue'), ['weather.read'], {
    icon: 'i-lucide-cloud-sun',
  }),
])
