// The weather. Listed in features.ts.
import type { RouteRecordRaw } from 'vue-router'

export const routes: RouteRecordRaw[] = [
  {
    path: '/weather',
    name: 'weather',
    component: () => import('./Weather.vue'),
    meta: { title: 'Weather', menu: { group: 'Now', icon: 'i-lucide-cloud-sun' }, permissions: ['weather.read'] },
  },
]
