// Emergencies: the page, the muster board, the report, and the personal link that works without an account. Listed in features.ts.
import { inMenu, page, pagesBelow } from '../feature-pages.ts'

const board = () => import('./board/EmergencyBoard.vue')
const report = () => import('./report/EmergencyReport.vue')

export const routes = inMenu('Now', [
  pagesBelow('/emergency', [
    page('', 'emergency', 'Emergency', () => import('./Emergency.vue'), ['emergency.read'], { icon: 'i-lucide-siren' }),
    page('contacts', 'emergency-contacts', 'Contacts', () => import('./EmergencyContacts.vue'), ['emergency.contacts']),
    page(':eventId', 'emergency-board', 'Muster board', board, ['emergency.read'], { frame: 'wide' }),
    page(':eventId/report', 'emergency-report', 'Report', report, ['emergency.read']),
  ]),
  page('/muster-link/:token', 'muster-link', 'Are you safe?', () => import('./personal-link/MusterLink.vue'), [], {
    open: true,
    frame: 'plain',
  }),
])
