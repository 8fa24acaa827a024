// Receivers, their signal, and the ambient devices they hear. Listed in features.ts.
import type { RouteRecordRaw } from 'vue-router'

export const routes: RouteRecordRaw[] = [
  {
    path: '/receivers',
    children: [
      {
        path: '',
        name: 'receivers',
        component: () => import('./Receivers.vue'),
        meta: {
          title: 'Receivers',
          menu: { group: 'Equipment', icon: 'i-lucide-radio-tower' },
          permissions: ['receivers.read'],
        },
      },
      {
        path: 'signal',
        name: 'signal-monitor',
        component: () => import('./SignalMonitor.vue'),
        meta: { title: 'Signal monitor', permissions: ['receivers.read', 'diagnostics.read'] },
      },
      {
        path: ':receiverId',
        name: 'receiver',
        component: () => import('./ReceiverDetail.vue'),
        props: true,
        meta: { title: 'Receiver', permissions: ['receivers.read'] },
      },
    ],
  },
  {
    path: '/ambient-devices',
    name: 'ambient-devices',
    component: () => import('./AmbientDevices.vue'),
    meta: {
      title: 'Ambient devices',
      menu: { group: 'Equipment', icon: 'i-lucide-bluetooth-searching' },
      permissions: ['ambient.read', 'floors.read'],
    },
  },
  { path: '/other-devices', redirect: { name: 'ambient-devices' } },
]
