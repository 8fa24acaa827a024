// Receivers, where they should hang, their signal, and the ambient devices they hear. Listed in features.ts.
import { inMenu, page, pagesBelow } from '../feature-pages.ts'

const receivers = { icon: 'i-lucide-radio-tower' }
const signal = () => import('./SignalMonitor.vue')
const connect = () => import('./connect/ConnectReceivers.vue')
const install = () => import('./connect/InstallReceiver.vue')
const plug = { icon: 'i-lucide-plug-zap' }
const ambient = () => import('./AmbientDevices.vue')
const planner = { frame: 'wide', icon: 'i-lucide-map-pin-plus' } as const
const menu = { icon: 'i-lucide-bluetooth-searching' }

export const routes = inMenu('Equipment', [
  pagesBelow('/receivers', [
    page('', 'receivers', 'Receivers', () => import('./Receivers.vue'), ['receivers.read'], receivers),
    page('signal', 'signal-monitor', 'Signal monitor', signal, ['receivers.read', 'diagnostics.read']),
    page('connect', 'connect-receivers', 'Connect receivers', connect, ['receivers.create', 'receivers.read'], plug),
    page('install', 'install-receiver', 'Place a receiver', install, [
      'receivers.update',
      'receivers.read',
      'floors.read',
    ]),
    page(':receiverId', 'receiver', 'Receiver', () => import('./ReceiverDetail.vue'), ['receivers.read']),
  ]),
  page(
    '/placement-planner/:floorId?',
    'placement-planner',
    'Placement planner',
    () => import('./planner/PlacementPlanner.vue'),
    ['receivers.read', 'floors.read', 'zones.read'],
    planner,
  ),
  page('/ambient-devices', 'ambient-devices', 'Ambient devices', ambient, ['ambient.read', 'floors.read'], menu),
  { path: '/other-devices', redirect: { name: 'ambient-devices' } },
])
