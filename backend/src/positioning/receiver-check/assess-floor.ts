// Which receiver of a floor hears worse or better than it did, or than the survey says, by the places that the others give
// (positioning 2.10). Called by receiver-check.ts; takes some tenths of a second and lets positions go on meanwhile.
import { setImmediate as breathe } from 'node:timers/promises'
import { median } from '../median.ts'
import type { SiteFloor } from '../site-model.ts'
import { createLeftOut, type Square } from './left-out.ts'
import type { FloorRows, StrengthRow } from './strength-log.ts'

/** Medians over squares, dB, and how many squares are behind them. */
export interface ReceiverAssessment {
  /** Louder than the floor's other receivers, against the model; null while too little was heard. */
  residualDb: number | null
  /** Scatter of that over the squares. */
  spreadDb: number | null
  squares: number
  /** Louder than before; null while too little is known of before. */
  changeDb: number | null
  verdict: 'unknown' | 'fine' | 'weaker' | 'stronger'
  /** What the verdict was made by. */
  against: 'past' | 'survey' | null
}

/** Where a receiver hears this much, even a receiver that lost 10 dB hears on: dBm. */
const nearDbm = -82
/** Where it is heard no better than this, little can be lost any more; taken when there is nothing nearer. */
const faintDbm = -88
/** Fewer squares say nothing, and a verdict needs some more; so many of them must have changed alike, by half of what counts as clear. */
const leastSquares = 5
const leastForVerdict = 6
const alike = 0.8
/** A change or a difference below this is what people and furniture do, dB; and it must stand out of its own scatter, in standard errors. */
const clear = { db: 7, errors: 4 } as const
/** Against a survey it must stand out of the other receivers' scatter too. */
const clearOfOthers = 4
/** Rows between two pauses for others. */
const slice = 16

export async function assessFloor(floor: SiteFloor, { recent, past }: FloorRows): Promise<ReceiverAssessment[]> {
  const distrusted = new Set<number>()
  // A bad receiver draws badges away from their places, so that its neighbours look bad too: the worst is named first, and the rest
  // are judged without it.
  for (;;) {
    const found = await assessOnce(floor, recent, past, distrusted)
    const worst = worstOf(found, distrusted)
    if (worst === null || distrusted.size * 3 >= floor.receivers.length) {
      return found.map((one, i) =>
        distrusted.has(i) || one.verdict === 'unknown' ? one : { ...one, verdict: 'fine', against: null },
      )
    }
    distrusted.add(worst)
  }
}

function worstOf(found: readonly ReceiverAssessment[], named: ReadonlySet<number>): number | null {
  const size = ({ changeDb, residualDb, against }: ReceiverAssessment) =>
    Math.abs((against === 'past' ? changeDb : residualDb) ?? 0)
  let worst: number | null = null
  found.forEach((one, i) => {
    if (one.against === null || named.has(i)) return
    if (worst === null || size(one) > size(found[worst]!)) worst = i
  })
  return worst
}

async function assessOnce(
  floor: SiteFloor,
  recent: readonly StrengthRow[],
  past: readonly StrengthRow[],
  distrusted: ReadonlySet<number>,
): Promise<ReceiverAssessment[]> {
  const isTrusted = (receiver: number) => !distrusted.has(receiver)
  const [now, before] = [await squaresOf(floor, recent, isTrusted), await squaresOf(floor, past, isTrusted)]
  const offs = floor.receivers.map((_, i) => {
    const near = [...now[i]!.values()].filter(({ expectedDb }) => floor.referenceDbm + expectedDb > nearDbm)
    return summary(near.map(({ levelDb, expectedDb }) => levelDb - expectedDb))
  })
  const known = offs.flatMap((off) => (off ? [off.middle] : []))
  const middle = known.length > 0 ? median(known) : 0
  const scatterDb = 1.48 * median(known.map((value) => Math.abs(value - middle)))
  return floor.receivers.map((_, i) => {
    const off = offs[i] ?? null
    const change = changeOf(floor, now[i]!, before[i]!)
    const residualDb = off && off.middle - middle
    const isChanged = change !== null && change.alike >= alike && stands(change.middle, change)
    const isOff =
      floor.learner === null &&
      off !== null &&
      stands(residualDb!, off) &&
      Math.abs(residualDb!) > clearOfOthers * scatterDb
    const against = isChanged ? 'past' : isOff ? 'survey' : null
    const size = isChanged ? change.middle : residualDb
    return {
      residualDb,
      spreadDb: off && off.scatter,
      squares: off?.count ?? 0,
      changeDb: change && change.middle,
      verdict: against ? (size! < 0 ? 'weaker' : 'stronger') : off || change ? 'fine' : 'unknown',
      against,
    }
  })
}

const stands = (db: number, { scatter, count }: Summary) =>
  count >= leastForVerdict &&
  Math.abs(db) > clear.db &&
  Math.abs(db) > (clear.errors * 1.25 * scatter) / Math.sqrt(count)

/** The same squares, now and before: walls and furniture drop out. The strongest tell most: of a faint one little more can be lost. */
function changeOf(
  { referenceDbm }: SiteFloor,
  now: ReadonlyMap<number, Square>,
  before: ReadonlyMap<number, Square>,
): Summary | null {
  const shared = [...now].flatMap(([key, square]) => {
    const then = before.get(key)
    const isHeard = then && Math.max(then.heard / then.rows, square.heard / square.rows) > 0.5
    return isHeard
      ? [{ best: referenceDbm + Math.max(square.levelDb, then.levelDb), db: square.levelDb - then.levelDb }]
      : []
  })
  const near = shared.filter(({ best }) => best > nearDbm)
  const chosen = near.length >= leastSquares ? near : shared.filter(({ best }) => best > faintDbm)
  return summary(chosen.map(({ db }) => db))
}

async function squaresOf(floor: SiteFloor, rows: readonly StrengthRow[], isTrusted: (receiver: number) => boolean) {
  const leftOut = createLeftOut(floor, isTrusted)
  for (const [index, row] of rows.entries()) {
    leftOut.add(row)
    if (index % slice === 0) await breathe()
  }
  return leftOut.squares
}

interface Summary {
  middle: number
  /** Standard deviation, by the median of the absolute deviations. */
  scatter: number
  count: number
  /** Share of the values that lie clearly to the same side. */
  alike: number
}

function summary(values: readonly number[]): Summary | null {
  if (values.length < leastSquares) return null
  const middle = median(values)
  const agreeing = values.filter((value) => Math.sign(value) === Math.sign(middle) && Math.abs(value) > clear.db / 2)
  return {
    alike: agreeing.length / values.length,
    middle,
    scatter: 1.48 * median(values.map((value) => Math.abs(value - middle))),
    count: values.length,
  }
}
