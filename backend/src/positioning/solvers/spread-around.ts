// How the belief of where a badge is spreads between walls: as heat does, through cells that are joined as far as the way between them is
// open. One implicit step along the rows and one along the columns: stable whatever is in the way. What leaves the window is lost.
import { lost, type Ways } from './wall-edges.ts'

/** Per cell: what it has of the one before, of itself, and of the one after. */
interface Shares {
  before: Float64Array
  own: Float64Array
  after: Float64Array
}

/** One badge is updated at a time, so all filters share the workspaces. */
let [across, down] = [sharesOf(0), sharesOf(0)]

/** All beliefs alike; `sigmaCells` is the standard deviation along each axis where nothing is in the way. */
export function spreadAround(beliefs: readonly Float64Array[], ways: Ways, columns: number, sigmaCells: number): void {
  const cells = ways.across.length
  if (across.own.length < cells) [across, down] = [sharesOf(cells), sharesOf(cells)]
  const rate = sigmaCells ** 2 / 2
  share(across, ways.across, rate, 1)
  share(down, ways.down, rate, columns)
  for (const belief of beliefs) {
    solve(belief, across, 1)
    solve(belief, down, columns)
  }
}

function sharesOf(cells: number): Shares {
  return { before: new Float64Array(cells), own: new Float64Array(cells), after: new Float64Array(cells) }
}

/** Thomas' algorithm; the lines of the window lie one behind the other, the last way of each is lost. */
function share({ before, own, after }: Shares, open: Float64Array, rate: number, step: number): void {
  for (let cell = 0; cell < open.length; cell++) {
    const back = cell < step ? lost : open[cell - step]!
    const on = open[cell]!
    const from = rate * Math.max(0, back)
    const part = 1 / (1 + rate * (Math.abs(back) + Math.abs(on)) - (from === 0 ? 0 : from * after[cell - step]!))
    before[cell] = from * part
    own[cell] = part
    after[cell] = rate * Math.max(0, on) * part
  }
}

function solve(belief: Float64Array, { before, own, after }: Shares, step: number): void {
  for (let cell = 0; cell < step; cell++) belief[cell]! *= own[cell]!
  for (let cell = step; cell < belief.length; cell++)
    belief[cell] = belief[cell]! * own[cell]! + before[cell]! * belief[cell - step]!
  for (let cell = belief.length - step - 1; cell >= 0; cell--) belief[cell]! += after[cell]! * belief[cell + step]!
}
