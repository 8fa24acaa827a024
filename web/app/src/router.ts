// Every page and the order of the guards: device, then auth, then permissions (spec 5.4). Pages load when first visited.
import type { Permission } from '@rollcall/contracts/permissions'
import { createRouter, createWebHistory } from 'vue-router'
import type { RouteRecordRaw } from 'vue-router'
import { authGuard } from './guards/auth.ts'
import { useDevice } from './guards/device.ts'
import { permitted } from './guards/permissions.ts'
import { useSession } from './session/session-store.ts'

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

const routes: RouteRecordRaw[] = [
  {
    path: '/login',
    name: 'sign-in',
    component: () => import('./pages/SignIn.vue'),
    meta: { title: 'Sign in', open: true, frame: 'plain' },
  },
  {
    path: '/change-password',
    name: 'change-password',
    component: () => import('./pages/ChangePassword.vue'),
    meta: { title: 'Change password', frame: 'plain' },
  },
  {
    path: '/',
    name: 'dashboard',
    component: () => import('./pages/Dashboard.vue'),
    meta: { title: 'Dashboard', permissions: ['dashboard.read'] },
  },
  {
    path: '/floor-plan/:floorId?',
    name: 'floor-plan',
    component: () => import('./pages/FloorPlan.vue'),
    meta: { title: 'Floor plan', frame: 'wide', permissions: ['buildings.read', 'floors.read'] },
  },
  {
    path: '/emergency',
    children: [
      {
        path: '',
        name: 'emergency',
        component: () => import('./pages/Emergency.vue'),
        meta: { title: 'Emergency', permissions: ['emergency.read'] },
      },
      {
        path: 'contacts',
        name: 'emergency-contacts',
        component: () => import('./pages/EmergencyContacts.vue'),
        meta: { title: 'Emergency contacts', permissions: ['emergency.contacts'] },
      },
      {
        path: ':eventId',
        name: 'emergency-board',
        component: () => import('./pages/EmergencyBoard.vue'),
        props: true,
        meta: { title: 'Muster board', frame: 'wide', permissions: ['emergency.read'] },
      },
      {
        path: ':eventId/report',
        name: 'emergency-report',
        component: () => import('./pages/EmergencyReport.vue'),
        props: true,
        meta: { title: 'Report', permissions: ['emergency.read'] },
      },
    ],
  },
  {
    path: '/people',
    name: 'people',
    component: () => import('./pages/People.vue'),
    meta: { title: 'People', permissions: ['personnel.read'] },
  },
  {
    path: '/receivers',
    name: 'receivers',
    component: () => import('./pages/Receivers.vue'),
    meta: { title: 'Receivers', permissions: ['receivers.read'] },
  },
  {
    path: '/areas',
    name: 'areas',
    component: () => import('./pages/Areas.vue'),
    meta: { title: 'Areas', permissions: ['zones.read'] },
  },
  {
    path: '/accounts',
    name: 'accounts',
    component: () => import('./pages/Accounts.vue'),
    meta: { title: 'Accounts', permissions: ['admin.users'] },
  },
  {
    path: '/audit',
    name: 'audit',
    component: () => import('./pages/AuditLog.vue'),
    meta: { title: 'Audit log', permissions: ['audit.read'] },
  },
  {
    path: '/forbidden',
    name: 'forbidden',
    component: () => import('./pages/Forbidden.vue'),
    meta: { title: 'No permission' },
  },
  {
    path: '/:rest(.*)*',
    name: 'not-found',
    component: () => import('./pages/NotFound.vue'),
    meta: { title: 'Page not found', open: true, frame: 'plain' },
  },
]

export function createAppRouter() {
  const router = createRouter({ history: createWebHistory(), routes })
  router.beforeEach((to) => {
    useDevice().look()
    const session = useSession()
    const decision = authGuard(to, {
      signedIn: session.session !== null,
      mustChangePassword: session.mustChangePassword,
    })
    if (decision !== true) return decision
    if (!to.meta.open && !permitted(to.meta, session.permissions)) {
      return { name: 'forbidden', query: { page: to.meta.title } }
    }
    return true
  })
  router.afterEach((to) => {
    document.title = `${to.meta.title} · Rollcall`
  })
  return router
}
