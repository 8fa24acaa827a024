// Where on a floor a badge rested, as far as what was heard tells: a belief over the cells. Used by learn-from-rests.ts.
import type { RestCells } from './rest-cells.ts'
import type { RestStrengths } from './rest-strengths.ts'

/** What each receiver is expected to hear in each cell of a badge of the usual strength, dBm. */
export type Expected = readonly Float64Array[]

export interface PlaceOptions {
  /** What no receiver heard was weaker than this, dBm. */
  silentDbm: number
  /** Scatter of one receiver's mean around what is expected, dB. */
  scatterDb: number
  /** Of the badge, against the usual one, dB, and how well that is known. */
  strengthDb: number
  strengthSureDb: number
}

/** One reflected path must not drag a badge along; and neighbours hear alike. Nothing is believed that is so much less likely than the best. */
const likelihood = { mostScatters: 2.5, power: 0.6, mostNats: 20 } as const

/** One rest is looked at a time. */
let [sums, squares] = [new Float64Array(0), new Float64Array(0)]

/** Writes the belief, which sums to one, into `belief`. Which strength the badge has is left open, and summed over. */
export function placeRest(
  belief: Float64Array,
  { prior }: Pick<RestCells, 'prior'>,
  expected: Expected,
  { strengths }: RestStrengths,
  { silentDbm, scatterDb, strengthDb, strengthSureDb }: PlaceOptions,
): void {
  const cells = prior.length
  if (sums.length < cells) [sums, squares] = [new Float64Array(cells), new Float64Array(cells)]
  sums.fill(0, 0, cells)
  squares.fill(0, 0, cells)
  const most = likelihood.mostScatters * scatterDb
  let count = 0
  for (let r = 0; r < strengths.length; r++) {
    const heard = strengths[r]!
    if (heard === Infinity) continue
    count++
    const isSilent = Number.isNaN(heard)
    const level = (isSilent ? silentDbm : heard) - strengthDb
    // Where less is expected than goes unheard, silence says nothing.
    const highest = isSilent ? 0 : most
    const table = expected[r]!
    for (let i = 0; i < cells; i++) {
      const off = level - table[i]!
      // Between −most and highest; comparisons take several times as long, for nobody can foresee them.
      const bounded = (Math.abs(off + most) - Math.abs(off - highest) + highest - most) / 2
      sums[i]! += bounded
      squares[i]! += bounded * bounded
    }
  }
  const variance = scatterDb ** 2
  const shared = 1 / variance / (variance / strengthSureDb ** 2 + count)
  let best = -Infinity
  for (let i = 0; i < cells; i++) {
    const misfit = squares[i]! / variance - sums[i]! * sums[i]! * shared
    const log = prior[i]! - (likelihood.power * misfit) / 2
    belief[i] = log
    if (log > best) best = log
  }
  let total = 0
  for (let i = 0; i < cells; i++) {
    const less = belief[i]! - best
    total += belief[i] = less < -likelihood.mostNats ? 0 : Math.exp(less)
  }
  for (let i = 0; i < cells; i++) belief[i]! /= total
}
