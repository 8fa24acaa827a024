// The dashboard. Listed in features.ts.
import type { RouteRecordRaw } from 'vue-router'

export const routes: RouteRecordRaw[] = [
  {
    path: '/',
    name: 'dashboard',
    component: () => import('./Dashboard.vue'),
    meta: {
      title: 'Dashboard',
      menu: { group: 'Now', icon: 'i-lucide-layout-dashboard' },
      permissions: ['dashboard.read'],
    },
  },
]
