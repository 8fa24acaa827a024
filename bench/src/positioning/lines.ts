// Simulated buildings whose receivers hang in a line: a corridor alone, and a wing with rooms on both sides of one. A line hears a badge
// on its one side as on its other, which is where a radius is easily too small. Called by positioning-bench.ts.
import type { Wall } from '@rollcall/simulator/building/model'
import type { Random } from '@rollcall/simulator/random'
import { hallReceiver, oneRoom, recorded } from './halls.ts'
import type { RadioData } from './recordings.ts'

/** Half the width of the corridor of a wing, metres. */
const halfM = 1.25

export const createCorridor = (seed: number): RadioData =>
  recorded('line', seed, (random) => {
    const [widthM, heightM] = [random.between(30, 60), random.between(2.5, 4)]
    return { building: oneRoom(widthM, heightM, []), receivers: inLine(widthM, heightM, random), edgeM: 0.5 }
  })

export const createWing = (seed: number): RadioData =>
  recorded('line', seed, (random) => {
    const [widthM, heightM] = [random.between(30, 60), random.between(12, 18)]
    const [near, far] = [heightM / 2 - halfM, heightM / 2 + halfM]
    const along = [near, far].map((y): Wall => ({ level: 0, x1: 0, y1: y, x2: widthM, y2: y, kind: 'light' }))
    const across: Wall[] = []
    for (let x = random.between(4, 7); x < widthM - 3; x += random.between(4, 8)) {
      across.push({ level: 0, x1: x, y1: 0, x2: x, y2: near, kind: 'light' })
      across.push({ level: 0, x1: x, y1: far, x2: x, y2: heightM, kind: 'light' })
    }
    const building = oneRoom(widthM, heightM, [...along, ...across])
    return { building, receivers: inLine(widthM, heightM, random), edgeM: 0.5 }
  })

function inLine(widthM: number, heightM: number, random: Random) {
  const count = Math.round(widthM / random.between(6, 9))
  return Array.from({ length: count }, (_, index) =>
    hallReceiver(index, { x: ((index + 0.5) * widthM) / count, y: heightM / 2 }, 2.4),
  )
}
