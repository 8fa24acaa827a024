// Badges: all of them, handing them out, phones that serve as badges, and batteries. Listed in features.ts.
import type { RouteRecordRaw } from 'vue-router'

export const routes: RouteRecordRaw[] = [
  {
    path: '/badges',
    children: [
      {
        path: '',
        name: 'badges',
        component: () => import('./Badges.vue'),
        meta: {
          title: 'Badges',
          menu: { group: 'Equipment', icon: 'i-lucide-id-card-lanyard' },
          permissions: ['transmitters.read'],
        },
      },
      {
        path: 'hand-out',
        name: 'hand-out',
        component: () => import('./HandOut.vue'),
        meta: { title: 'Hand out badges', permissions: ['transmitters.assign', 'transmitters.read', 'personnel.read'] },
      },
      {
        path: 'phones',
        name: 'phones',
        component: () => import('./phones/Phones.vue'),
        meta: { title: 'Enrolled phones', permissions: ['phonebeacon.irk'] },
      },
    ],
  },
  {
    path: '/batteries',
    name: 'battery',
    component: () => import('./battery/Battery.vue'),
    meta: {
      title: 'Batteries',
      menu: { group: 'Equipment', icon: 'i-lucide-battery-medium' },
      permissions: ['battery.view'],
    },
  },
  {
    path: '/phone-beacon/:token',
    name: 'phone-beacon',
    component: () => import('./phones/PhoneBeacon.vue'),
    props: true,
    meta: { title: 'Use a phone as a badge', open: true, frame: 'plain' },
  },
]
