// People and one person. Listed in features.ts.
import type { RouteRecordRaw } from 'vue-router'

export const routes: RouteRecordRaw[] = [
  {
    path: '/people',
    children: [
      {
        path: '',
        name: 'people',
        component: () => import('./People.vue'),
        meta: { title: 'People', menu: { group: 'Now', icon: 'i-lucide-users' }, permissions: ['personnel.read'] },
      },
      {
        path: ':personId',
        name: 'person',
        component: () => import('./PersonDetail.vue'),
        props: true,
        meta: { title: 'Person', permissions: ['personnel.read'] },
      },
    ],
  },
]
