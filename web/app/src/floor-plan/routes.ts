// The floor plan. Listed in features.ts.
import { inMenu, page } from '../feature-pages.ts'

const menu = { frame: 'wide', icon: 'i-lucide-map' } as const
const floorPlan = () => import('./FloorPlan.vue')

export const routes = inMenu('Now', [
  {
    ...page('/floor-plan/:floorId?', 'floor-plan', 'Floor plan', floorPlan, ['buildings.read', 'floors.read'], menu),
    // It goes from floor to floor itself.
    props: false,
  },
])
