// The wall board of a control room, opened from the dashboard and the search. Listed in features.ts.
import { page } from '../feature-pages.ts'

const needs = ['dashboard.read', 'floors.read'] as const

export const routes = [
  page('/wall-board/:buildingId?', 'wall-board', 'Wall board', () => import('./WallBoard.vue'), needs, {
    frame: 'plain',
  }),
]
