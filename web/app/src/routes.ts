// Every page: its address, what it is called and who may open it (spec 5.4). Pages load when first visited. Read by router.ts.
import type { Permission } from '@rollcall/contracts/permissions'
import type { RouteRecordRaw } from 'vue-router'
import { alertReaders } from './alerts/alert-words.ts'

declare module 'vue-router' {
  interface RouteMeta {
    title: string
    /** Visible without a session. */
    open?: boolean
    /** 'plain' pages stand alone; 'wide' ones (maps, boards) use the whole width; others are at most 1,440 px wide. */
    frame?: 'plain' | 'wide'
    permissions?: readonly Permission[]
    permissionsAny?: readonly Permission[]
  }
}

export const routes: RouteRecordRaw[] = [
  {
    path: '/login',
    name: 'sign-in',
    component: () => import('./session/SignIn.vue'),
    meta: { title: 'Sign in', open: true, frame: 'plain' },
  },
  {
    path: '/muster-link/:token',
    name: 'muster-link',
    component: () => import('./emergency/personal-link/MusterLink.vue'),
    props: true,
    meta: { title: 'Are you safe?', open: true, frame: 'plain' },
  },
  {
    path: '/phone-beacon/:token',
    name: 'phone-beacon',
    component: () => import('./badges/phones/PhoneBeacon.vue'),
    props: true,
    meta: { title: 'Use a phone as a badge', open: true, frame: 'plain' },
  },
  {
    path: '/change-password',
    name: 'change-password',
    component: () => import('./session/ChangePassword.vue'),
    meta: { title: 'Change password', frame: 'plain' },
  },
  {
    path: '/',
    name: 'dashboard',
    component: () => import('./dashboard/Dashboard.vue'),
    meta: { title: 'Dashboard', permissions: ['dashboard.read'] },
  },
  {
    path: '/floor-plan/:floorId?',
    name: 'floor-plan',
    component: () => import('./floor-plan/FloorPlan.vue'),
    meta: { title: 'Floor plan', frame: 'wide', permissions: ['buildings.read', 'floors.read'] },
  },
  {
    path: '/emergency',
    children: [
      {
        path: '',
        name: 'emergency',
        component: () => import('./emergency/Emergency.vue'),
        meta: { title: 'Emergency', permissions: ['emergency.read'] },
      },
      {
        path: 'contacts',
        name: 'emergency-contacts',
        component: () => import('./emergency/EmergencyContacts.vue'),
        meta: { title: 'Contacts', permissions: ['emergency.contacts'] },
      },
      {
        path: ':eventId',
        name: 'emergency-board',
        component: () => import('./emergency/board/EmergencyBoard.vue'),
        props: true,
        meta: { title: 'Muster board', frame: 'wide', permissions: ['emergency.read'] },
      },
      {
        path: ':eventId/report',
        name: 'emergency-report',
        component: () => import('./emergency/report/EmergencyReport.vue'),
        props: true,
        meta: { title: 'Report', permissions: ['emergency.read'] },
      },
    ],
  },
  {
    path: '/people',
    children: [
      {
        path: '',
        name: 'people',
        component: () => import('./people/People.vue'),
        meta: { title: 'People', permissions: ['personnel.read'] },
      },
      {
        path: ':personId',
        name: 'person',
        component: () => import('./people/PersonDetail.vue'),
        props: true,
        meta: { title: 'Person', permissions: ['personnel.read'] },
      },
    ],
  },
  {
    path: '/things',
    children: [
      {
        path: '',
        name: 'assets',
        component: () => import('./assets/Assets.vue'),
        meta: { title: 'Things', permissions: ['assets.read'] },
      },
      {
        path: ':assetId',
        name: 'asset',
        component: () => import('./assets/AssetDetail.vue'),
        props: true,
        meta: { title: 'Thing', permissions: ['assets.read'] },
      },
    ],
  },
  {
    path: '/badges',
    children: [
      {
        path: '',
        name: 'badges',
        component: () => import('./badges/Badges.vue'),
        meta: { title: 'Badges', permissions: ['transmitters.read'] },
      },
      {
        path: 'hand-out',
        name: 'hand-out',
        component: () => import('./badges/HandOut.vue'),
        meta: { title: 'Hand out badges', permissions: ['transmitters.assign', 'transmitters.read', 'personnel.read'] },
      },
      {
        path: 'phones',
        name: 'phones',
        component: () => import('./badges/phones/Phones.vue'),
        meta: { title: 'Enrolled phones', permissions: ['phonebeacon.irk'] },
      },
    ],
  },
  {
    path: '/batteries',
    name: 'battery',
    component: () => import('./badges/battery/Battery.vue'),
    meta: { title: 'Batteries', permissions: ['battery.view'] },
  },
  {
    path: '/other-devices',
    name: 'ambient',
    component: () => import('./receivers/AmbientDevices.vue'),
    meta: { title: 'Other devices', permissions: ['ambient.read', 'floors.read'] },
  },
  {
    path: '/alerts',
    name: 'alerts',
    component: () => import('./alerts/Alerts.vue'),
    meta: { title: 'Alerts', permissionsAny: alertReaders },
  },
  {
    path: '/activity',
    name: 'activity',
    component: () => import('./alerts/Activity.vue'),
    meta: { title: 'Activity', permissions: ['activity.read'] },
  },
  {
    path: '/weather',
    name: 'weather',
    component: () => import('./weather/Weather.vue'),
    meta: { title: 'Weather', permissions: ['weather.read'] },
  },
  {
    path: '/receivers',
    children: [
      {
        path: '',
        name: 'receivers',
        component: () => import('./receivers/Receivers.vue'),
        meta: { title: 'Receivers', permissions: ['receivers.read'] },
      },
      {
        path: 'signal',
        name: 'signal-monitor',
        component: () => import('./receivers/SignalMonitor.vue'),
        meta: { title: 'Signal monitor', permissions: ['receivers.read', 'diagnostics.read'] },
      },
      {
        path: ':receiverId',
        name: 'receiver',
        component: () => import('./receivers/ReceiverDetail.vue'),
        props: true,
        meta: { title: 'Receiver', permissions: ['receivers.read'] },
      },
    ],
  },
  {
    path: '/buildings',
    children: [
      {
        path: '',
        name: 'buildings',
        component: () => import('./site/Buildings.vue'),
        meta: { title: 'Buildings', permissions: ['buildings.read'] },
      },
      {
        path: ':buildingId',
        name: 'building',
        component: () => import('./site/BuildingDetail.vue'),
        props: true,
        meta: { title: 'Building', permissions: ['buildings.read'] },
      },
      {
        path: ':buildingId/calibration/:floorId',
        name: 'calibration',
        component: () => import('./site/calibration/Calibration.vue'),
        props: true,
        meta: { title: 'Calibration', permissions: ['calibration.run', 'buildings.read', 'receivers.read'] },
      },
    ],
  },
  {
    path: '/areas',
    name: 'areas',
    component: () => import('./site/Zones.vue'),
    meta: { title: 'Areas', permissions: ['zones.read'] },
  },
  {
    path: '/area-kinds',
    name: 'area-kinds',
    component: () => import('./site/ZoneTypes.vue'),
    meta: { title: 'Kinds of area', permissions: ['zones.update'] },
  },
  {
    path: '/departments',
    name: 'departments',
    component: () => import('./site/Departments.vue'),
    meta: { title: 'Departments', permissions: ['departments.read'] },
  },
  {
    path: '/accounts',
    name: 'accounts',
    component: () => import('./administration/Accounts.vue'),
    meta: { title: 'Accounts', permissions: ['admin.users'] },
  },
  {
    path: '/roles',
    name: 'roles',
    component: () => import('./administration/Roles.vue'),
    meta: { title: 'Roles', permissions: ['admin.roles'] },
  },
  {
    path: '/settings',
    name: 'settings',
    component: () => import('./administration/SiteSettings.vue'),
    meta: { title: 'Settings', permissions: ['admin.settings'] },
  },
  {
    path: '/audit',
    name: 'audit',
    component: () => import('./administration/AuditLog.vue'),
    meta: { title: 'Audit log', permissions: ['audit.read'] },
  },
  {
    path: '/profile',
    name: 'profile',
    component: () => import('./session/Profile.vue'),
    meta: { title: 'Profile' },
  },
  {
    path: '/forbidden',
    name: 'forbidden',
    component: () => import('./layouts/Forbidden.vue'),
    meta: { title: 'No permission' },
  },
  {
    path: '/:rest(.*)*',
    name: 'not-found',
    component: () => import('./layouts/NotFound.vue'),
    meta: { title: 'Page not found', open: true, frame: 'plain' },
  },
]
