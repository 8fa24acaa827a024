// Where a page may not be opened, and where there is none. Listed in features.ts.
import type { RouteRecordRaw } from 'vue-router'

export const routes: RouteRecordRaw[] = [
  {
    path: '/forbidden',
    name: 'forbidden',
    component: () => import('./Forbidden.vue'),
    meta: { title: 'No permission' },
  },
  {
    path: '/:rest(.*)*',
    name: 'not-found',
    component: () => import('./NotFound.vue'),
    meta: { title: 'Page not found', open: true, frame: 'plain' },
  },
]
