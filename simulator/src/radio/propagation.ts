// How strongly a receiver hears a spot on average: path loss, walls, slabs and slow shadowing. Called by air.ts.
// Values are cached per quarter metre, which makes ten thousand badges cheap.
import type { Site } from '@rollcall/contracts/site'
import type { Building, Wall } from '../building/model.ts'
import { liesIn, roomAt, storeyM } from '../building/model.ts'
import type { Random } from '../random.ts'

export interface Propagation {
  receivers: readonly { receiverId: string; level: number; x: number; y: number; z: number }[]
  /** Mean RSSI in dBm of a badge with the reference power, unobstructed by its carrier; other heights are not cached. */
  meanRssi(receiver: number, level: number, x: number, y: number, heightM?: number): number
}

/** dBm at one metre of an average badge. */
export const referenceDbm = -59
/** A badge hangs at chest height. */
const badgeHeightM = 1.2
const wallDb = { outer: 8, solid: 8, light: 3 } as const
/** Loss of the ceiling, dB; stairwells and an atrium leak. */
const usualSlab = { closedDb: 17, openDb: 10 } as const
const cellM = 0.25
const shadow = { sdDb: 4, lengthM: 2.5, waves: 24 } as const

export function createPropagation(
  building: Building,
  site: Site['receivers'],
  random: Random,
  slab: { closedDb: number; openDb: number } = usualSlab,
): Propagation {
  const levelOf = new Map(building.levels.map(({ key, level }) => [key, level]))
  const [columns, rows] = [Math.ceil(building.widthM / cellM) + 1, Math.ceil(building.heightM / cellM) + 1]
  const receivers = site.map((receiver) => ({
    receiverId: receiver.receiverId,
    level: levelOf.get(receiver.floor) ?? 0,
    x: receiver.xM,
    y: receiver.yM,
    z: receiver.zM,
    offsetDb: 2.5 * random.gaussian(),
    // Around free space: the walls are counted one by one.
    exponent: random.between(1.7, 2.3),
    shadows: building.levels.map(() => createShadow(random)),
    cache: building.levels.map(() => new Float32Array(columns * rows).fill(NaN)),
  }))

  const compute = (
    receiver: (typeof receivers)[number],
    level: number,
    x: number,
    y: number,
    heightM = badgeHeightM,
  ): number => {
    const floors = Math.abs(level - receiver.level)
    const height = (level - receiver.level) * storeyM + heightM - receiver.z
    const distance = Math.max(0.5, Math.hypot(x - receiver.x, y - receiver.y, height))
    const walls = wallLoss(building.walls, level, x, y, receiver.x, receiver.y)
    const kind = roomAt(building.rooms, level, x, y)?.kind
    // Halfway the ray passes the ceiling, or the opening in it.
    const crossing = { x: (x + receiver.x) / 2, y: (y + receiver.y) / 2 }
    const isOpen = kind === 'stairs' || kind === 'lift' || (building.atrium && liesIn(building.atrium, crossing))
    const ceilings = floors * (isOpen ? slab.openDb : slab.closedDb)
    // Through a ceiling the ray passes only part of either floor's walls.
    const obstacles = floors === 0 ? walls : walls * 0.5 + ceilings
    const shadowDb = receiver.shadows[level]!(x, y)
    return referenceDbm + receiver.offsetDb - 10 * receiver.exponent * Math.log10(distance) - obstacles + shadowDb
  }

  return {
    receivers,
    meanRssi(index, level, x, y, heightM) {
      const receiver = receivers[index]!
      if (heightM !== undefined) return compute(receiver, level, x, y, heightM)
      const [i, j] = [Math.round(x / cellM), Math.round(y / cellM)]
      const cache = receiver.cache[level]!
      const cell = j * columns + i
      const cached = cache[cell]!
      if (!Number.isNaN(cached)) return cached
      const value = compute(receiver, level, i * cellM, j * cellM)
      cache[cell] = value
      return value
    },
  }
}

/** A smooth Gaussian field: a sum of waves whose lengths give the correlation length. */
function createShadow(random: Random): (x: number, y: number) => number {
  const waves = Array.from({ length: shadow.waves }, () => ({
    kx: random.gaussian() / shadow.lengthM,
    ky: random.gaussian() / shadow.lengthM,
    phase: random.between(0, 2 * Math.PI),
  }))
  const amplitude = shadow.sdDb * Math.sqrt(2 / shadow.waves)
  return (x, y) => amplitude * waves.reduce((sum, { kx, ky, phase }) => sum + Math.cos(kx * x + ky * y + phase), 0)
}

function wallLoss(walls: readonly Wall[], level: number, x1: number, y1: number, x2: number, y2: number): number {
  let loss = 0
  for (const wall of walls) {
    if (wall.level === level && crosses(wall, x1, y1, x2, y2)) loss += wallDb[wall.kind]
  }
  return loss
}

/** Walls run along an axis, so one coordinate of the crossing is known. */
export function crosses(wall: Wall, x1: number, y1: number, x2: number, y2: number): boolean {
  if (wall.y1 === wall.y2) {
    if (y1 > wall.y1 === y2 > wall.y1) return false
    const x = x1 + ((wall.y1 - y1) / (y2 - y1)) * (x2 - x1)
    return x >= wall.x1 && x <= wall.x2
  }
  if (x1 > wall.x1 === x2 > wall.x1) return false
  const y = y1 + ((wall.x1 - x1) / (x2 - x1)) * (y2 - y1)
  return y >= wall.y1 && y <= wall.y2
}
