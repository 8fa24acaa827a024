// Who was nowhere near stairs or a lift stays on the floor for a while longer; where none is drawn, nothing is assumed.
import { describe, expect, it } from 'vitest'
import { aSite, floorOf, siteRows } from './a-site.ts'
import { FloorChoice } from './floor-choice.ts'
import { compileSite } from './site-model.ts'
import { WayMemory } from './way-memory.ts'

const rows = siteRows()
const corner = (x: number, y: number) => ({ x, y })
const stairs = {
  ...rows.zones[0]!,
  id: 'stairs',
  name: 'Stairs A',
  polygon: [corner(0, 0), corner(10, 0), corner(10, 10), corner(0, 10)],
}
const floor = floorOf(compileSite({ ...rows, zones: [...rows.zones, stairs] }, null), 0)
const [beside, afar] = [
  { floor, xM: 9, yM: 2 },
  { floor, xM: 35, yM: 25 },
]

describe('WayMemory', () => {
  it('lets whoever is near stairs leave, for a while after too, and nobody else', () => {
    const ways = new WayMemory()
    expect(ways.mayLeave(afar, 0)).toBe(true)
    expect(ways.mayLeave(afar, 16_000)).toBe(false)
    expect(ways.mayLeave(beside, 17_000)).toBe(true)
    expect(ways.mayLeave(afar, 37_000)).toBe(true)
    expect(ways.mayLeave(afar, 38_000)).toBe(false)
  })

  it('assumes nothing where no stairs are drawn, and of a badge without a place', () => {
    const ways = new WayMemory()
    const plain = { floor: floorOf(aSite(), 0), xM: 35, yM: 25 }
    for (const now of [0, 60_000]) {
      expect(ways.mayLeave(plain, now)).toBe(true)
      expect(ways.mayLeave(null, now)).toBe(true)
    }
  })
})

describe('FloorChoice far from stairs', () => {
  const for1 = new Map([
    ['floor-0', -20],
    ['floor-1', 0],
  ])
  const for0 = new Map([
    ['floor-0', 0],
    ['floor-1', -2],
  ])

  it('takes overwhelming evidence four times as long, and not at once', () => {
    const choice = new FloorChoice()
    for (let second = 1; second <= 20; second++) choice.update(for0, second * 1000, 3, false)
    const shown = Array.from({ length: 12 }, (_, i) => choice.update(for1, (21 + i) * 1000, 3, false).floorId)
    expect(shown.slice(0, 11)).toEqual(Array.from({ length: 11 }, () => 'floor-0'))
    expect(shown[11]).toBe('floor-1')
  })
})
