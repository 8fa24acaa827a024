import { describe, expect, it } from 'vitest'
import { bestPlace, mapOf } from './planner-work.ts'
import type { PlannedFloor } from './planner-work.ts'

const radio = { referencePowerDbm: -59, pathLoss: 2.5, scatterDb: 6, source: 'learnt' } as const
const at = (xM: number, yM: number) => ({ id: `${xM} ${yM}`, xM, yM, zM: 2.5, offsetDb: 0 })
const box = (x: number, y: number, w: number, h: number) => [
  { x, y },
  { x: x + w, y },
  { x: x + w, y: y + h },
  { x, y: y + h },
]
/** Receivers in the left half only; a room at either end. */
const floor: PlannedFloor = {
  widthM: 100,
  heightM: 20,
  radio,
  receivers: [at(4, 4), at(4, 16), at(16, 10), at(28, 4), at(28, 16)],
  zones: [
    { id: 'near', polygon: box(0, 0, 30, 100) },
    { id: 'far', polygon: box(80, 0, 20, 100) },
  ],
}

describe('the map of a placement', () => {
  it('tells a room that is covered from one that nobody hears', () => {
    const { areas, unheardShare, unheard } = mapOf(floor)
    const [near, far] = areas
    expect(near!.errorM).toBeLessThan(6)
    expect(near!.heard).toBeGreaterThan(3)
    expect(far).toMatchObject({ id: 'far', errorM: null })
    expect(unheardShare).toBeGreaterThan(0.2)
    expect(unheard).toMatch(/^M[-\d. L]+Z/)
  })
  it('draws each class inside the one before', () => {
    const lengths = mapOf(floor).bands.map(({ path }) => path.length)
    expect(lengths.every((length) => length > 0)).toBe(true)
  })
  it('counts the whole floor where no zone is drawn', () => {
    const { areas, meanM, unheardShare } = mapOf({ ...floor, zones: [] })
    expect(areas).toEqual([])
    expect(meanM).toBeGreaterThan(0)
    expect(unheardShare).toBeLessThan(1)
  })
  it('has no number without receivers', () => {
    expect(mapOf({ ...floor, receivers: [] })).toMatchObject({ meanM: null, worstM: null, unheardShare: 1 })
  })
})

describe('one more receiver', () => {
  it.each(['mean', 'worst'] as const)('hangs where nobody is heard yet, for the %s', (aim) => {
    const shares: number[] = []
    const best = bestPlace(floor, aim, (share) => shares.push(share))!
    expect(best.xM).toBeGreaterThan(80)
    expect(shares.length).toBeGreaterThan(3)
    const without = mapOf(floor)
    const after = mapOf({ ...floor, receivers: [...floor.receivers, { ...at(best.xM, best.yM), id: 'new' }] })
    expect(after.unheardShare).toBeLessThan(without.unheardShare)
  })
  it('finds a first place on an empty floor, inside its zones', () => {
    const best = bestPlace({ ...floor, receivers: [], zones: [floor.zones[0]!] }, 'mean', () => undefined)!
    expect(best.xM).toBeLessThan(30)
  })
})
