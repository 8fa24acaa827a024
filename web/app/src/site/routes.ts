// Buildings with their floors and calibration, zones, zone types and departments. Listed in features.ts.
import { inMenu, page, pagesBelow } from '../feature-pages.ts'

const buildings = { icon: 'i-lucide-building-2' }
const zoneTypes = { icon: 'i-lucide-palette' }
const departments = { icon: 'i-lucide-network' }
const setup = { icon: 'i-lucide-list-checks' }

export const routes = inMenu('Site', [
  page('/setup', 'setup', 'Set up', () => import('./setup/SetUp.vue'), ['admin.settings'], setup),
  pagesBelow('/buildings', [
    page('', 'buildings', 'Buildings', () => import('./Buildings.vue'), ['buildings.read'], buildings),
    page(':buildingId', 'building', 'Building', () => import('./BuildingDetail.vue'), ['buildings.read']),
    page(
      ':buildingId/calibration/:floorId',
      'calibration',
      'Calibration',
      () => import('./calibration/Calibration.vue'),
      ['calibration.run', 'buildings.read', 'receivers.read'],
    ),
  ]),
  page('/zones', 'zones', 'Zones', () => import('./Zones.vue'), ['zones.read'], { icon: 'i-lucide-shapes' }),
  page('/zone-types', 'zone-types', 'Zone types', () => import('./ZoneTypes.vue'), ['zones.update'], zoneTypes),
  page(
    '/departments',
    'departments',
    'Departments',
    () => import('./Departments.vue'),
    ['departments.read'],
    departments,
  ),
  { path: '/areas', redirect: { name: 'zones' } },
  { path: '/area-kinds', redirect: { name: 'zone-types' } },
])
