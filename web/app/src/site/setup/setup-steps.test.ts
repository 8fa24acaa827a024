import type { SetupState } from '@rollcall/contracts/domains/setup'
import { describe, expect, it } from 'vitest'
import { setupSteps } from './setup-steps.ts'

const empty: SetupState = {
  organisation: null,
  buildings: [],
  floors: [],
  receiversHeard: 0,
  musterPoints: 0,
  people: 0,
  badges: 0,
  badgesCarried: 0,
  contacts: 0,
  drills: 0,
}
const floor = { floorId: 'f', name: 'Ground', widthM: 9, hasPlan: true, receivers: 2, receiversPlaced: 2, zones: 3 }
const full: SetupState = {
  organisation: 'Contoso',
  buildings: [{ buildingId: 'b', name: 'Main', floors: 1 }],
  floors: [floor],
  receiversHeard: 2,
  musterPoints: 1,
  people: 5,
  badges: 4,
  badgesCarried: 4,
  contacts: 1,
  drills: 1,
}
const missing = (state: SetupState) => setupSteps(state).filter(({ done }) => !done)

describe('setupSteps', () => {
  it('has everything to do at first, and nothing at the end', () => {
    expect(missing(empty)).toHaveLength(10)
    expect(missing(full)).toEqual([])
    expect(missing(empty).map(({ says }) => says)).toContain('A floor comes first.')
  })
  it('names what is missing of each floor, and leads to its plan', () => {
    const bare = { ...floor, floorId: 'g', name: 'Roof', hasPlan: false, receiversPlaced: 0, zones: 0 }
    const steps = missing({ ...full, floors: [floor, bare] })
    expect(steps.map(({ key, says }) => [key, says])).toEqual([
      ['plans', 'Without a plan: Roof.'],
      ['receivers', 'Without a receiver on its plan: Roof.'],
      ['zones', 'Without a zone: Roof.'],
    ])
    expect(steps.at(-1)?.to).toMatchObject({ name: 'floor-plan', params: { floorId: 'g' }, query: { tool: 'edit' } })
  })
  it('names a building without a floor, at most three of many, and a missing muster point', () => {
    const buildings = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ buildingId: name, name, floors: 0 }))
    expect(missing({ ...full, buildings })[0]?.says).toBe('Without a floor: A; B; C and 2 more.')
    expect(missing({ ...full, musterPoints: 0 })[0]?.says).toBe('No zone is a muster point yet.')
  })
  it('has receivers connected and badges registered before they are placed and handed out', () => {
    const bare = { ...floor, receivers: 0, receiversPlaced: 0 }
    const pageOf = (state: SetupState) => missing(state)[0]?.to
    expect(pageOf({ ...full, floors: [bare] })).toEqual({ name: 'connect-receivers' })
    expect(pageOf({ ...full, floors: [{ ...bare, receivers: 1 }] })).toMatchObject({ name: 'floor-plan' })
    expect(pageOf({ ...full, badges: 0, badgesCarried: 0 })).toEqual({ name: 'badges' })
    expect(pageOf({ ...full, badgesCarried: 0 })).toEqual({ name: 'hand-out' })
  })
})
