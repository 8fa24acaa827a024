// Chooses the factor between the filter's spread and the accuracy radius, by a rule that was fixed before (docs/decisions/0009-positioning-
// constants.md): the factor at which the radius holds 95 % of all errors of simulated, surveyed halls, rounded to a tenth. The halls are
// others than those that are reported. Called by positioning-bench.ts for `--derive`.
import { radiusPerSpread, smallestRadiusM } from '@rollcall/backend/positioning/accuracy'
import { createHall } from './halls.ts'
import { calibratedFixes } from './tracks.ts'
import { percentile } from '../measuring/numbers.ts'

const held = 0.95
const trainingSeeds = Array.from({ length: 30 }, (_, i) => 1001 + i)

export type RadiusChoice = {
  halls: number
  estimates: number
  factor: number
  /** Of the halls one by one. */
  lowest: number
  highest: number
}

export async function chooseRadiusFactor(): Promise<RadiusChoice> {
  const byHall: number[][] = []
  for (const seed of trainingSeeds) {
    const fixes = await calibratedFixes(createHall(seed))
    // Within the smallest radius an error is held whatever the factor.
    byHall.push(
      fixes.map(({ errorM, radiusM }) => (errorM <= smallestRadiusM ? 0 : (errorM / radiusM) * radiusPerSpread)),
    )
  }
  const needed = (factors: readonly number[]) =>
    percentile(
      factors.toSorted((a, b) => a - b),
      held,
    )
  const alone = byHall.map(needed)
  const all = byHall.flat()
  const factor = Math.round(needed(all) * 10) / 10
  return {
    halls: byHall.length,
    estimates: all.length,
    factor,
    lowest: Math.min(...alone),
    highest: Math.max(...alone),
  }
}
