// Alerts and activity. Listed in features.ts.
import type { RouteRecordRaw } from 'vue-router'
import { alertReaders } from './alert-words.ts'

export const routes: RouteRecordRaw[] = [
  {
    path: '/alerts',
    name: 'alerts',
    component: () => import('./Alerts.vue'),
    meta: { title: 'Alerts', menu: { group: 'Now', icon: 'i-lucide-bell' }, permissionsAny: alertReaders },
  },
  {
    path: '/activity',
    name: 'activity',
    component: () => import('./Activity.vue'),
    meta: { title: 'Activity', menu: { group: 'Now', icon: 'i-lucide-history' }, permissions: ['activity.read'] },
  },
]
