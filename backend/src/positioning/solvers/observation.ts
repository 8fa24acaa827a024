// What a solver gets: the mean strength of one transmitter at receivers with known places. Metres in the floor frame.
import type { ResidualMap } from '../../database/column-types.ts'

export interface Observation {
  receiver: {
    xM: number
    yM: number
    zM: number
    offsetDb: number
    /** What a survey found beyond the model; only the grid uses it. */
    residuals?: ResidualMap | null
  }
  /** dBm, mean over the window. */
  rssi: number
}

export interface RadioModel {
  /** dBm at one metre. */
  referenceDbm: number
  /** Path-loss exponent. */
  exponent: number
}

export interface Bounds {
  widthM: number
  heightM: number
}

export interface PlanarPoint {
  xM: number
  yM: number
}

export { badgeHeightM } from '@rollcall/contracts/radio-model'
/** Outside this range a strength says little about distance (positioning 2.5, mode B). */
const distanceRange = { min: 0.3, max: 40 } as const

export function distanceOf({ receiver, rssi }: Observation, { referenceDbm, exponent }: RadioModel): number {
  const distance = 10 ** ((referenceDbm + receiver.offsetDb - rssi) / (10 * exponent))
  return Math.min(distanceRange.max, Math.max(distanceRange.min, distance))
}

export function clampTo({ widthM, heightM }: Bounds, { xM, yM }: PlanarPoint): PlanarPoint {
  return { xM: Math.min(widthM, Math.max(0, xM)), yM: Math.min(heightM, Math.max(0, yM)) }
}
