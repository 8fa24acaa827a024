// Builders for solver tests: receivers around a floor and the strengths that a badge at a known place would have there.
import { badgeHeightM, type Observation, type RadioModel } from './observation.ts'

export const floor = { widthM: 40, heightM: 30 }
export const model: RadioModel = { referenceDbm: -59, exponent: 2 }

type Receiver = Observation['receiver']

export const aReceiver = (xM: number, yM: number): Receiver => ({ xM, yM, zM: 2.7, offsetDb: 0 })

/** A staggered raster, ten metres apart, as an office has it. */
export const receivers: readonly Receiver[] = [4, 15, 26].flatMap((yM, row) =>
  [5, 15, 25, 35].map((xM) => aReceiver(xM + (row % 2 ? 2 : -2), yM)),
)

export function strengthAt(
  receiver: Receiver,
  xM: number,
  yM: number,
  { referenceDbm, exponent }: RadioModel = model,
): number {
  const distance = Math.hypot(xM - receiver.xM, yM - receiver.yM, receiver.zM - badgeHeightM)
  return referenceDbm + receiver.offsetDb - 10 * exponent * Math.log10(distance)
}

export function observationsAt(xM: number, yM: number, by: readonly Receiver[] = receivers): Observation[] {
  return by.map((receiver) => ({ receiver, rssi: strengthAt(receiver, xM, yM) }))
}

/** Repeatable noise with the given standard deviation. */
export function createNoise(seed: number, sdDb: number): () => number {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296
  }
  return () => sdDb * Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next())
}
