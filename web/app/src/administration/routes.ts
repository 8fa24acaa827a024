// Accounts, roles, settings and the audit log. Listed in features.ts.
import { inMenu, page } from '../feature-pages.ts'

const settings = { icon: 'i-lucide-settings' }

export const routes = inMenu('Administration', [
  page('/accounts', 'accounts', 'Accounts', () => import('./Accounts.vue'), ['admin.users'], {
    icon: 'i-lucide-user-cog',
  }),
  page('/roles', 'roles', 'Roles', () => import('./Roles.vue'), ['admin.roles'], { icon: 'i-lucide-shield' }),
  page('/settings', 'settings', 'Settings', () => import('./SiteSettings.vue'), ['admin.settings'], settings),
  page('/audit', 'audit', 'Audit log', () => import('./audit/AuditLog.vue'), ['audit.read'], {
    icon: 'i-lucide-scroll-text',
  }),
])
