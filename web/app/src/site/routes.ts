// Buildings with their floors and calibration, zones, zone types and departments. Listed in features.ts.
import type { RouteRecordRaw } from 'vue-router'

export const routes: RouteRecordRaw[] = [
  {
    path: '/buildings',
    children: [
      {
        path: '',
        name: 'buildings',
        component: () => import('./Buildings.vue'),
        meta: {
          title: 'Buildings',
          menu: { group: 'Site', icon: 'i-lucide-building-2' },
          permissions: ['buildings.read'],
        },
      },
      {
        path: ':buildingId',
        name: 'building',
        component: () => import('./BuildingDetail.vue'),
        props: true,
        meta: { title: 'Building', permissions: ['buildings.read'] },
      },
      {
        path: ':buildingId/calibration/:floorId',
        name: 'calibration',
        component: () => import('./calibration/Calibration.vue'),
        props: true,
        meta: { title: 'Calibration', permissions: ['calibration.run', 'buildings.read', 'receivers.read'] },
      },
    ],
  },
  {
    path: '/zones',
    name: 'zones',
    component: () => import('./Zones.vue'),
    meta: { title: 'Zones', menu: { group: 'Site', icon: 'i-lucide-shapes' }, permissions: ['zones.read'] },
  },
  {
    path: '/zone-types',
    name: 'zone-types',
    component: () => import('./ZoneTypes.vue'),
    meta: { title: 'Zone types', menu: { group: 'Site', icon: 'i-lucide-palette' }, permissions: ['zones.update'] },
  },
  {
    path: '/departments',
    name: 'departments',
    component: () => import('./Departments.vue'),
    meta: {
      title: 'Departments',
      menu: { group: 'Site', icon: 'i-lucide-network' },
      permissions: ['departments.read'],
    },
  },
  { path: '/areas', redirect: { name: 'zones' } },
  { path: '/area-kinds', redirect: { name: 'zone-types' } },
]
