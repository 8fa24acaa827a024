// Emergencies: the page, the muster board, the report, and the personal link that works without an account. Listed in features.ts.
import type { RouteRecordRaw } from 'vue-router'

export const routes: RouteRecordRaw[] = [
  {
    path: '/emergency',
    children: [
      {
        path: '',
        name: 'emergency',
        component: () => import('./Emergency.vue'),
        meta: { title: 'Emergency', menu: { group: 'Now', icon: 'i-lucide-siren' }, permissions: ['emergency.read'] },
      },
      {
        path: 'contacts',
        name: 'emergency-contacts',
        component: () => import('./EmergencyContacts.vue'),
        meta: { title: 'Contacts', permissions: ['emergency.contacts'] },
      },
      {
        path: ':eventId',
        name: 'emergency-board',
        component: () => import('./board/EmergencyBoard.vue'),
        props: true,
        meta: { title: 'Muster board', frame: 'wide', permissions: ['emergency.read'] },
      },
      {
        path: ':eventId/report',
        name: 'emergency-report',
        component: () => import('./report/EmergencyReport.vue'),
        props: true,
        meta: { title: 'Report', permissions: ['emergency.read'] },
      },
    ],
  },
  {
    path: '/muster-link/:token',
    name: 'muster-link',
    component: () => import('./personal-link/MusterLink.vue'),
    props: true,
    meta: { title: 'Are you safe?', open: true, frame: 'plain' },
  },
]
