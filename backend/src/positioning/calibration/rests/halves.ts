// How much nearer places would be, though nobody knows where anybody was: two halves of the receivers, each with a radio of its own, place
// the same rests, and are as far apart as both are wrong. A map that bends to explain what its half heard brings it no nearer to the other,
// which does not know of it. Used by learn-from-rests.ts.
import { mapInTurns } from '../../../map-in-turns.ts'
import type { FloorRadio } from '../fit-model.ts'
import type { SurveyReceiver } from '../survey.ts'
import { currentlyExpected } from './currently-expected.ts'
import { learnRadio, placedRest } from './learn-radio.ts'
import { type RestCells, restCells } from './rest-cells.ts'
import type { RestsOfFloor } from './rest-floor.ts'
import type { PlacedRest } from './rest-model.ts'
import type { Expected } from './rest-places.ts'
import { restStrengths } from './rest-strengths.ts'

/** Metres for each rest, by the radio in use and by the one that is proposed. */
export interface Apart {
  before: number[]
  after: number[]
}

/** Half of fewer than eight receivers place nobody. */
const fewestReceivers = 8
/** So many rests tell. */
const mostJudged = 500

/** Null: the floor has too few receivers to be divided. */
export async function halvesApart(floor: RestsOfFloor, current: FloorRadio): Promise<Apart | null> {
  const { receivers, bounds } = floor
  if (receivers.length < fewestReceivers) return null
  // Both are spread over the whole floor.
  const along = receivers.toSorted((a, b) => a.xM - b.xM || a.yM - b.yM)
  const one = await placedBy(
    floor,
    along.filter((_, i) => i % 2 === 0),
    current,
  )
  const other = await placedBy(
    floor,
    along.filter((_, i) => i % 2 === 1),
    current,
  )
  const cells = restCells(bounds, [], floor)
  const both = one.flatMap((places, i) => {
    const others = other[i]
    return places && others ? [{ places, others }] : []
  })
  const compare = (side: 'before' | 'after') =>
    mapInTurns(both, ({ places, others }) => apartM(places[side], others[side], cells))
  return { before: await compare('before'), after: await compare('after') }
}

/** Both are judged with the same scatter, dB, and know no badge: to be surer is no merit. */
const alike = { scatterDb: 6, strengths: new Map<string, number>() } as const

/** Null for a rest of which these receivers heard too little. */
type Placed = Record<'before' | 'after', PlacedRest> | null

async function placedBy(floor: RestsOfFloor, half: readonly SurveyReceiver[], current: FloorRadio): Promise<Placed[]> {
  const { bounds, rests } = floor
  const cells = restCells(bounds, half, floor)
  const known = restStrengths(rests, half)
  const learnt = await learnRadio(cells, known, current)
  const before = currentlyExpected(cells, half, current)
  const every = Math.max(1, Math.floor(rests.length / mostJudged))
  const judged = rests.filter((_, i) => i % every === 0)
  return mapInTurns(judged, (rest) => {
    const own = restStrengths([rest], half, known.halfDbm).rests[0]
    if (!own) return null
    const by = (expected: Expected) => placedRest(cells, { expected, ...alike }, own, known.silentDbm)
    return { before: by(before), after: by(learnt.expected) }
  })
}

/** The mean distance between a place that the one believes in and one that the other does: who is not sure is far from everybody. */
function apartM(one: PlacedRest, other: PlacedRest, { columns, cellM }: RestCells): number {
  let [metres, sum] = [0, 0]
  for (let i = 0; i < one.cells.length; i += 2) {
    const [x, y] = [one.cells[i]! % columns, Math.floor(one.cells[i]! / columns)]
    for (let j = 0; j < other.cells.length; j += 2) {
      const share = one.cells[i + 1]! * other.cells[j + 1]!
      const dx = (other.cells[j]! % columns) - x
      const dy = Math.floor(other.cells[j]! / columns) - y
      metres += share * Math.sqrt(dx * dx + dy * dy)
      sum += share
    }
  }
  return (metres / sum) * cellM
}
