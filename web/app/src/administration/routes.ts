// Accounts, roles, settings and the audit log. Listed in features.ts.
import type { RouteRecordRaw } from 'vue-router'

export const routes: RouteRecordRaw[] = [
  {
    path: '/accounts',
    name: 'accounts',
    component: () => import('./Accounts.vue'),
    meta: {
      title: 'Accounts',
      menu: { group: 'Administration', icon: 'i-lucide-user-cog' },
      permissions: ['admin.users'],
    },
  },
  {
    path: '/roles',
    name: 'roles',
    component: () => import('./Roles.vue'),
    meta: { title: 'Roles', menu: { group: 'Administration', icon: 'i-lucide-shield' }, permissions: ['admin.roles'] },
  },
  {
    path: '/settings',
    name: 'settings',
    component: () => import('./SiteSettings.vue'),
    meta: {
      title: 'Settings',
      menu: { group: 'Administration', icon: 'i-lucide-settings' },
      permissions: ['admin.settings'],
    },
  },
  {
    path: '/audit',
    name: 'audit',
    component: () => import('./AuditLog.vue'),
    meta: {
      title: 'Audit log',
      menu: { group: 'Administration', icon: 'i-lucide-scroll-text' },
      permissions: ['audit.read'],
    },
  },
]
