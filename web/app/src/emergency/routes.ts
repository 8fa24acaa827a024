// Emergencies: the page, the muster board, the report, and the personal link that works without an account. Listed in features.ts.
import { inMenu, page, pagesBelow } from '../feature-pages.ts'

const board = () => import('./board/EmergencyBoard.vue')
/** While the page is still being made: when it rings, that is a good part of the wait. */
const readEarly = async (eventId: string) => {
  const page = await board().catch(() => null)
  page?.readEarly(eventId)
}
const report = () => import('./report/EmergencyReport.vue')

export const routes = inMenu('Now', [
  pagesBelow('/emergency', [
    page('', 'emergency', 'Emergency', () => import('./Emergency.vue'), ['emergency.read'], { icon: 'i-lucide-siren' }),
    page('roster', 'roster', 'Roster', () => import('./roster/SiteRoster.vue'), ['emergency.read']),
    // Where the roster for paper was: bookmarks lead to the one there is.
    { path: 'print-roster', redirect: { name: 'roster' } },
    page('instructions', 'instructions', 'Instructions', () => import('./Instructions.vue'), ['emergency.read']),
    page('drills', 'planned-drills', 'Planned drills', () => import('./drills/PlannedDrills.vue'), ['emergency.read']),
    page('contacts', 'emergency-contacts', 'Contacts', () => import('./EmergencyContacts.vue'), ['emergency.contacts']),
    page('wardens', 'wardens', 'Wardens', () => import('./wardens/Wardens.vue'), ['emergency.read']),
    {
      ...page(':eventId', 'emergency-board', 'Muster board', board, ['emergency.read'], { frame: 'wide' }),
      beforeEnter: ({ params }) => void readEarly(String(params['eventId'])),
    },
    page(':eventId/report', 'emergency-report', 'Report', report, ['emergency.read']),
  ]),
  page('/contact-link/:token', 'contact-link', 'Are you coming?', () => import('./contact-link/ContactLink.vue'), [], {
    open: true,
    frame: 'plain',
  }),
  page('/muster-link/:token', 'muster-link', 'Are you safe?', () => import('./personal-link/MusterLink.vue'), [], {
    open: true,
    frame: 'plain',
  }),
])
