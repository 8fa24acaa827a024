// Every feature, in the order in which the menu shows them: each lists its pages with path, title, place in the menu and who may
// open them (spec 5.4). Router and menu are both made from it; pages load when first visited.
import type { RouteRecordRaw } from 'vue-router'
import { routes as administration } from './administration/routes.ts'
import { routes as alerts } from './alerts/routes.ts'
import { routes as assets } from './assets/routes.ts'
import { routes as badges } from './badges/routes.ts'
import { routes as dashboard } from './dashboard/routes.ts'
import { routes as emergency } from './emergency/routes.ts'
import { routes as floorPlan } from './floor-plan/routes.ts'
import { routes as help } from './help/routes.ts'
import { routes as layouts } from './layouts/routes.ts'
import { routes as people } from './people/routes.ts'
import { routes as receivers } from './receivers/routes.ts'
import { routes as session } from './session/routes.ts'
import { routes as site } from './site/routes.ts'
import { routes as visits } from './visits/routes.ts'
import { routes as wallBoard } from './wall-board/routes.ts'
import { routes as weather } from './weather/routes.ts'

export const routes: RouteRecordRaw[] = [
  ...dashboard,
  ...wallBoard,
  ...floorPlan,
  ...emergency,
  ...people,
  ...visits,
  ...assets,
  ...alerts,
  ...weather,
  ...badges,
  ...receivers,
  ...site,
  ...administration,
  ...session,
  ...help,
  ...layouts,
]
