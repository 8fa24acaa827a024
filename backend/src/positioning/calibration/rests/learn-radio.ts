// The radio of a floor from badges at rest, whose places nobody knows: where each may have been by the radio that is believed, then the radio
// by where they may have been, in turns (expectation and maximisation). Used by learn-from-rests.ts.
import { mapInTurns } from '../../../map-in-turns.ts'
import type { RestCells } from './rest-cells.ts'
import { expectedOf, firstModel, fitFields, fitRests, type PlacedRest, type RestModel } from './rest-model.ts'
import { type Expected, placeRest } from './rest-places.ts'
import type { KnownRests, RestStrengths } from './rest-strengths.ts'

export interface LearntRadio {
  model: RestModel
  expected: Expected
  /** By transmitter, dB more than the usual badge. */
  strengths: ReadonlyMap<string, number>
  /** Of a receiver's mean around what is expected, dB. */
  scatterDb: number
}

/** Rounds that fit power, path loss, walls and offsets, by some of the rests; then rounds that fit maps, by all. */
const rounds = { model: 15, modelRests: 500, maps: 8 } as const
/** Scatter of a receiver's mean around the model alone, and around the maps, dB. */
const scatter = { modelDb: 6, mapsDb: 4.5 } as const
/** How well the strength of a badge is known, dB: before it rested, and when it rested more often than so. */
const strength = { unknownDb: 3, knownDb: 1.5, doubtRests: 2 } as const
/** A cell of which less is believed does not count. */
const leastBelief = 1e-3

export async function learnRadio(
  cells: RestCells,
  { rests, silentDbm }: KnownRests,
  { referenceDbm, exponent }: { referenceDbm: number; exponent: number },
): Promise<LearntRadio> {
  let model = firstModel(cells, referenceDbm, exponent)
  let learnt: LearntRadio = {
    model,
    expected: expectedOf(cells, model),
    strengths: new Map(),
    scatterDb: scatter.modelDb,
  }
  let placed: readonly PlacedRest[] = []
  const every = Math.max(1, Math.floor(rests.length / rounds.modelRests))
  for (let round = 0; round < rounds.model + rounds.maps; round++) {
    const isMap = round >= rounds.model
    const some = isMap ? rests : rests.filter((_, i) => i % every === round % every)
    const { expected, scatterDb } = learnt
    placed = await mapInTurns(some, (rest) => placedRest(cells, learnt, rest, silentDbm))
    model = isMap
      ? await fitFields(cells, model, placed, { expected, silentDbm })
      : fitRests(cells, model, placed, { expected, silentDbm, scatterDb, referenceDbm })
    const next = expectedOf(cells, model)
    const wide = round + 1 < rounds.model ? scatter.modelDb : scatter.mapsDb
    learnt = { model, expected: next, strengths: strengthsOf(placed, next), scatterDb: wide }
  }
  return { ...learnt, scatterDb: scatterOf(placed, learnt.expected) }
}

/** The cells that matter. */
export function placedRest(
  cells: RestCells,
  { expected, strengths, scatterDb }: Omit<LearntRadio, 'model'>,
  rest: RestStrengths,
  silentDbm: number,
): PlacedRest {
  if (belief.length !== cells.prior.length) belief = new Float64Array(cells.prior.length)
  const known = strengths.get(rest.transmitterId)
  const strengthDb = known ?? 0
  const strengthSureDb = known === undefined ? strength.unknownDb : strength.knownDb
  placeRest(belief, cells, expected, rest, { silentDbm, scatterDb, strengthDb, strengthSureDb })
  const mattering: number[] = []
  for (let i = 0; i < belief.length; i++) if (belief[i]! > leastBelief) mattering.push(i, belief[i]!)
  return { rest, strengthDb, cells: mattering }
}

/** One rest is looked at a time. */
let belief = new Float64Array(0)

/** The power of the model is that of the usual badge, as it is worn. */
function strengthsOf(placed: readonly PlacedRest[], expected: Expected): Map<string, number> {
  const sums = new Map<string, { sum: number; rests: number }>()
  for (const one of placed) {
    let [sum, count] = [0, 0]
    eachHeard(one, expected, (off, share) => {
      sum += share * off
      count += share
    })
    const known = sums.get(one.rest.transmitterId) ?? { sum: 0, rests: 0 }
    sums.set(one.rest.transmitterId, { sum: known.sum + sum / Math.max(count, leastBelief), rests: known.rests + 1 })
  }
  const found = [...sums].map(([id, { sum, rests }]): [string, number] => [id, sum / (rests + strength.doubtRests)])
  const usual = found.reduce((sum, [, db]) => sum + db, 0) / found.length
  return new Map(found.map(([id, db]) => [id, db - usual]))
}

function scatterOf(placed: readonly PlacedRest[], expected: Expected): number {
  let [squares, count] = [0, 0]
  for (const one of placed)
    eachHeard(one, expected, (off, share) => {
      squares += share * (off - one.strengthDb) ** 2
      count += share
    })
  return Math.sqrt(squares / count)
}

/** What each receiver heard more than is expected of the usual badge, in each cell that matters. */
function eachHeard({ rest, cells }: PlacedRest, expected: Expected, take: (off: number, share: number) => void): void {
  for (let r = 0; r < rest.strengths.length; r++) {
    const heard = rest.strengths[r]!
    if (!Number.isFinite(heard)) continue
    for (let k = 0; k < cells.length; k += 2) take(heard - expected[r]![cells[k]!]!, cells[k + 1]!)
  }
}
