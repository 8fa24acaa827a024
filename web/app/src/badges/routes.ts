// Badges: all of them, handing them out, phones that serve as badges, and batteries. Listed in features.ts.
import { inMenu, page, pagesBelow } from '../feature-pages.ts'

const badges = { icon: 'i-lucide-id-card-lanyard' }
const batteries = { icon: 'i-lucide-battery-medium' }

export const routes = inMenu('Equipment', [
  pagesBelow('/badges', [
    page('', 'badges', 'Badges', () => import('./Badges.vue'), ['transmitters.read'], badges),
    page('hand-out', 'hand-out', 'Hand out badges', () => import('./HandOut.vue'), [
      'transmitters.assign',
      'transmitters.read',
      'personnel.read',
    ]),
    page('phones', 'phones', 'Enrolled phones', () => import('./phones/Phones.vue'), ['phonebeacon.irk']),
  ]),
  page('/batteries', 'battery', 'Batteries', () => import('./battery/Battery.vue'), ['battery.view'], batteries),
  page('/phone-beacon/:token', 'phone-beacon', 'Use a phone as a badge', () => import('./phones/PhoneBeacon.vue'), [], {
    open: true,
    frame: 'plain',
  }),
])
