// aPlan(): a planned drill that was just made; beforeAndAfter(): good calls about planned drills, instructions and reviews, for
// good-bodies.test.ts.
import type { Caller } from './a-backend.ts'
import { aBuilding } from './site-things.ts'

const path = '/api/emergency/drills'

async function planning(admin: Caller) {
  return { buildingId: (await aBuilding(admin)).id, scenario: 'fire', plannedAt: '2099-01-01T10:00:00.000Z' }
}

export async function aPlan(admin: Caller): Promise<{ id: string }> {
  return (await admin('POST', path, await planning(admin))).body.data
}

export function beforeAndAfter(admin: () => Caller) {
  const made = async () => `${path}/${(await aPlan(admin())).id}`
  const review = async () => {
    const trigger = { scenario: 'fire', mode: 'test', scope: { buildingIds: [(await aBuilding(admin())).id] } }
    return `/api/emergency/reviews/${(await admin()('POST', '/api/emergency/trigger', trigger)).body.data.id}`
  }
  return {
    'instructions.change': async () => ({ path: '/api/emergency/instructions/fire', body: { confirmed: true } }),
    'reviews.change': async () => ({ path: await review(), body: { notes: 'Late.' } }),
    'drills.create': async () => ({ path, body: await planning(admin()) }),
    'drills.change': async () => ({ path: await made(), body: { note: 'Bring a torch.' } }),
    'drills.remove': async () => ({ path: await made() }),
  }
}
