// aPlan(): a planned drill that was just made; goodDrills(): a good call of every row that changes one, for good-bodies.test.ts.
import type { Caller } from './a-backend.ts'
import { aBuilding } from './site-things.ts'

const path = '/api/emergency/drills'

async function planning(admin: Caller) {
  return { buildingId: (await aBuilding(admin)).id, scenario: 'fire', plannedAt: '2099-01-01T10:00:00.000Z' }
}

export async function aPlan(admin: Caller): Promise<{ id: string }> {
  return (await admin('POST', path, await planning(admin))).body.data
}

export function goodDrills(admin: () => Caller) {
  const made = async () => `${path}/${(await aPlan(admin())).id}`
  return {
    'drills.create': async () => ({ path, body: await planning(admin()) }),
    'drills.change': async () => ({ path: await made(), body: { note: 'Bring a torch.' } }),
    'drills.remove': async () => ({ path: await made() }),
  }
}
