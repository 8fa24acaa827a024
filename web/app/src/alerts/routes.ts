// Alerts and activity. Listed in features.ts.
import { inMenu, page } from '../feature-pages.ts'
import { alertReaders } from './alert-words.ts'

const alerts = { icon: 'i-lucide-bell' }
const activity = { icon: 'i-lucide-history' }

export const routes = inMenu('Now', [
  page('/alerts', 'alerts', 'Alerts', () => import('./Alerts.vue'), { any: alertReaders }, alerts),
  page('/activity', 'activity', 'Activity', () => import('./Activity.vue'), ['activity.read'], activity),
])
