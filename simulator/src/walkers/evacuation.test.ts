// When it rings most walk to the assembly points; a few do not; and when it is over everybody goes back to work.
import { describe, expect, it } from 'vitest'
import { createHeadOffice, type Variant } from '../building/head-office.ts'
import { liesIn } from '../building/model.ts'
import { createWorld, type Truth, type World } from '../world.ts'

const assets = 14
const places = (truths: readonly Truth[], { musterAreas }: ReturnType<typeof createHeadOffice>, marginM = 0) =>
  truths.filter(({ floor, xM, yM }) => {
    return floor === 'ground' && musterAreas.some((area) => liesIn(area, { x: xM, y: yM }, marginM))
  })
const walk = (world: World, seconds: number) => {
  const heard = new Set<string>()
  for (let second = 0; second < seconds; second++) {
    for (const { transmitterId } of world.tick({ seconds: 1, nowMs: second * 1000 })) heard.add(transmitterId)
  }
  return heard
}
const evacuated = (variant?: Variant, employees?: number) => {
  const world = createWorld({ seed: 7, variant, employees })
  world.evacuate()
  walk(world, 420)
  const people = world.truth().slice(0, -assets)
  return { world, people: people.filter(({ present }) => present), building: createHeadOffice(variant) }
}

describe('evacuate', () => {
  it('brings nearly everyone to the assembly points, some beside the lines', () => {
    const { people, building } = evacuated()
    const [inside, around] = [places(people, building), places(people, building, 3.5)]
    expect(inside.length / people.length).toBeGreaterThan(0.75)
    expect(around.length).toBeGreaterThan(inside.length)
    expect(people.length - around.length).toBeLessThanOrEqual(6)
  })

  it('leaves one asleep, one who needs help with a helper, one unheard and one with a flat badge; two stop at the door', () => {
    const { world, people, building } = evacuated()
    const indoors = people.filter(({ room }) => room !== 'g-forecourt')
    expect(indoors).toHaveLength(4)
    expect(people.filter(({ audible }) => !audible)).toHaveLength(2)
    expect(indoors.filter(({ audible }) => !audible)).toHaveLength(1)
    const pairs = indoors.filter((one) =>
      indoors.some(
        (other) => other !== one && other.room === one.room && Math.hypot(one.xM - other.xM, one.yM - other.yM) < 1,
      ),
    )
    expect(pairs).toHaveLength(2)
    const atTheDoor = people.filter(({ room, xM, yM }) => room === 'g-forecourt' && yM < 31 && Math.abs(xM - 31) < 2)
    expect(atTheDoor.length).toBeGreaterThanOrEqual(2)
    expect(places(atTheDoor, building)).toEqual([])
    const silent = new Set(people.filter(({ audible }) => !audible).map(({ transmitterId }) => transmitterId))
    const heard = walk(world, 5)
    for (const id of silent) expect(heard).not.toContain(id)
  })

  it('uses no lift, is the same for the same seed, and not twice the same', () => {
    const [a, b] = [evacuated().world, evacuated().world]
    expect(a.truth()).toEqual(b.truth())
    const asleep = (world: World) =>
      world
        .truth()
        .filter(({ room }) => room !== 'g-forecourt')
        .map(({ transmitterId }) => transmitterId)
    const first = asleep(a)
    a.dismiss()
    walk(a, 120)
    a.evacuate()
    walk(a, 420)
    expect(asleep(a)).not.toEqual(first)
  })

  it('finds the way around an annex', () => {
    const { people, building } = evacuated('annex')
    expect(places(people, building, 3.5).length / people.length).toBeGreaterThan(0.88)
  })

  it('lets a crowd stand beside an assembly point that is full, nobody inside another', { timeout: 180_000 }, () => {
    const { people, building } = evacuated('plain', 600)
    expect(places(people, building).length).toBeLessThan(2 * 72 * 3)
    expect(people.filter(({ room }) => room === 'g-forecourt').length / people.length).toBeGreaterThan(0.95)
    const cells = new Map<string, number>()
    for (const { xM, yM } of places(people, building, 6)) {
      const cell = `${Math.floor(xM)} ${Math.floor(yM)}`
      cells.set(cell, (cells.get(cell) ?? 0) + 1)
    }
    expect(Math.max(...cells.values())).toBeLessThanOrEqual(6)
  })
})

describe('dismiss', () => {
  it('brings everybody back to work, and every badge back on the air', () => {
    const { world, building } = evacuated()
    world.dismiss()
    walk(world, 300)
    const people = world
      .truth()
      .slice(0, -assets)
      .filter(({ present }) => present)
    expect(people.every(({ audible }) => audible)).toBe(true)
    expect(places(people, building, 6).length / people.length).toBeLessThan(0.1)
  })
})
