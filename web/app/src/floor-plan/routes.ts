// The floor plan. Listed in features.ts.
import type { RouteRecordRaw } from 'vue-router'

export const routes: RouteRecordRaw[] = [
  {
    path: '/floor-plan/:floorId?',
    name: 'floor-plan',
    component: () => import('./FloorPlan.vue'),
    meta: {
      title: 'Floor plan',
      frame: 'wide',
      menu: { group: 'Now', icon: 'i-lucide-map' },
      permissions: ['buildings.read', 'floors.read'],
    },
  },
]
