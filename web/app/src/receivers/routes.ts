// Receivers, their signal, and the ambient devices they hear. Listed in features.ts.
import { inMenu, page, pagesBelow } from '../feature-pages.ts'

const receivers = { icon: 'i-lucide-radio-tower' }
const ambientDevices = { icon: 'i-lucide-bluetooth-searching' }

export const routes = inMenu('Equipment', [
  pagesBelow('/receivers', [
    page('', 'receivers', 'Receivers', () => import('./Receivers.vue'), ['receivers.read'], receivers),
    page('signal', 'signal-monitor', 'Signal monitor', () => import('./SignalMonitor.vue'), [
      'receivers.read',
      'diagnostics.read',
    ]),
    page(':receiverId', 'receiver', 'Receiver', () => import('./ReceiverDetail.vue'), ['receivers.read']),
  ]),
  page(
    '/ambient-devices',
    'ambient-devices',
    'Ambient devices',
    () => import('./AmbientDevices.vue'),
    ['ambient.read', 'floors.read'],
    ambientDevices,
  ),
  { path: '/other-devices', redirect: { name: 'ambient-devices' } },
])
