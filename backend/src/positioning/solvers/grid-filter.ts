// Bayes filter of one badge over the cells of its floor and over how strong the badge is (positioning 2.5, mode A): diffuse with walking
// speed, weigh by how well each cell and strength explain what was heard, answer the mean and how far the belief reaches. It begins
// with the whole floor, in coarse cells where that is large, and follows the belief as it narrows or widens.
import {
  beginCells,
  beliefAt,
  blurBelief,
  drawnTo,
  expectedOf,
  meanOf,
  offsOf,
  putBelief,
  reachOf,
  spreadBeliefs,
  weighBelief,
  weighSilence,
  type Place,
  type Slot,
} from './cell-arithmetic.ts'
import type { FloorGrid } from './floor-grid.ts'
import type { Observation } from './observation.ts'
import {
  evenly,
  halfWindow,
  kernelFor,
  normalAround,
  resample,
  wholeFloor,
  windowAround,
  type Frame,
  type Spread,
} from './raster.ts'
import { kept, StrengthLevels } from './strength-levels.ts'
import { waysOf, type Ways } from './wall-edges.ts'

/** A fresh reading, or the mean of those that came together; the weight says for how much of a second it speaks, at most one. */
export interface WeighedObservation extends Observation {
  weight?: number
}

/** Who would have heard it, but did not. */
export interface Unheard {
  receivers: readonly Observation['receiver'][]
  /** A receiver hears every other reading of this strength, dBm. */
  halfDbm: number
}

export interface GridFix extends Spread {
  /** Holds 95 % of the belief, metres. */
  reachM: number
  /** How much stronger than its reference power the badge is, dB. */
  strengthDb: number
}

/**
 * Student-t: one reflected path must not drag the badge along. With 7 degrees of freedom and half of its weight, because neighbours
 * hear alike, the product over the receivers is raised to −2 a second, and to −½ for every quarter of one.
 */
const likelihood = { freedom: 7, quarters: 4 } as const
/**
 * A second in which a receiver heard nothing: as if it had heard a badge that is so much weaker than the one it half hears, where it is
 * expected to hear it louder. So 0.35 nats speak against a place where every other reading is heard, and 0.8 where every one is, but no
 * more: one that is off or hangs elsewhere must not rule a place out. The eight that would hear it best say what all would; who they are
 * is seen by every third cell.
 */
const silentSecond = {
  belowHalfDb: 6,
  scatterDb: 6,
  mostDb: 12,
  atLeastS: 0.9,
  mostReceivers: 8,
  everyCells: 3,
} as const
/**
 * Walking spreads the belief by this much in the first second, metres per axis, and with the square root of time after: people go
 * about a metre a second and change direction every second or two, and the spread must not depend on how often a badge is heard.
 */
const diffusionM = 1
/** After a silence somebody may have gone straight on, metres a second; a longer one spreads the belief no further. */
const silence = { speedMps: 0.35, mostS: 30 } as const
/** The belief never forgets a cell entirely, else it could not come back. */
const leastBelief = 1e-7
const held = 0.95
/** Cells: the cell that the place is in draws no harder than from this far away; and what is no move any more. */
const middle = { leastCells: 0.5, settledCells: 0.1, mostRounds: 8 } as const

export class GridFilter {
  readonly grid: FloorGrid
  readonly frame: Frame
  /** Per cell of the frame, over all strengths. */
  belief: Float64Array
  #levels: StrengthLevels
  #isFirst: boolean
  #ways: Ways | null
  /** What each receiver is expected to hear at most of the window, which rarely moves; a surveyed floor stays as it is. */
  #mostDb = new Map<Observation['receiver'], number>()
  /** Since silence was weighed last. */
  #unheardS = 0
  /** While the badge is updated. */
  #together: Slot = 0
  #fix: GridFix = { xM: 0, yM: 0, spreadM: 0, reachM: 0, strengthDb: 0 }

  /** `from`: goes on from where another filter was, instead of the whole floor. */
  constructor(grid: FloorGrid, strengthDb = 0, from: Spread | null = null) {
    this.grid = grid
    this.frame = from ? windowAround(grid, from) : wholeFloor(grid)
    this.belief = from ? normalAround(grid, this.frame, from) : evenly(this.frame)
    this.#isFirst = from === null
    if (from) this.#fix = { ...this.#fix, ...from }
    this.#levels = new StrengthLevels(strengthDb, grid.isSurveyed)
    this.#ways = grid.walls && waysOf(grid.walls, this.frame, null)
  }

  update(
    observations: readonly WeighedObservation[],
    referenceDbm: number,
    seconds: number,
    unheard: Unheard | null = null,
  ): GridFix {
    this.#put()
    if (!this.#isFirst) {
      const silentS = Math.min(seconds, silence.mostS)
      const spreadM = Math.max(diffusionM * Math.sqrt(silentS), silence.speedMps * silentS)
      // The window grows before the belief does.
      if (silentS > 2) this.#follow({ ...this.#fix, spreadM: Math.hypot(this.#fix.spreadM, spreadM) })
      this.#spread(spreadM / this.grid.cellM / this.frame.scale)
      this.#levels.forget(seconds)
    }
    this.#isFirst = false
    this.#weigh(observations, referenceDbm)
    this.#unheardS += seconds
    if (this.#unheardS >= silentSecond.atLeastS) {
      this.#unheardS = 0
      if (unheard) this.#weighSilence(unheard, referenceDbm)
    }
    this.#together = this.#levels.normalise()
    this.#fix = this.#around(this.#together, meanOf(this.#together))
    this.#follow(this.#fix)
    this.#levels.keep()
    this.belief = kept(this.#together, this.belief)
    return this.#fix
  }

  /** Into the memory that is worked in. */
  #put(): void {
    beginCells(this.frame)
    this.#levels.put(this.belief)
  }

  #spread(sigmaCells: number): void {
    const slots = this.#levels.active.map(({ slot }) => slot)
    if (this.#ways) spreadBeliefs(slots, this.#ways, sigmaCells ** 2 / 2)
    else for (const slot of slots) blurBelief(slot, kernelFor(sigmaCells))
  }

  #weigh(observations: readonly WeighedObservation[], referenceDbm: number): void {
    const perDb = 1 / (Math.sqrt(likelihood.freedom) * this.grid.sigmaDb)
    this.#gather(observations, perDb)
    const quarters = observations.map(({ weight = 1 }) => Math.max(1, Math.round(weight * likelihood.quarters)))
    const least = leastBelief / this.belief.length
    for (const { strengthDb, slot } of this.#levels.active)
      weighBelief(slot, quarters, { reference: (referenceDbm + strengthDb) * perDb, least })
  }

  #weighSilence({ receivers, halfDbm }: Unheard, referenceDbm: number): void {
    const { belowHalfDb, scatterDb, mostDb } = silentSecond
    const overDb = referenceDbm - (halfDbm - belowHalfDb)
    const strongestDb = this.#levels.active.reduce((most, { strengthDb }) => Math.max(most, strengthDb), -Infinity)
    const loudest = this.#loudest(receivers, -overDb - strongestDb)
    if (loudest.length === 0) return
    this.#gatherExpected(loudest, 1 / scatterDb)
    for (const { strengthDb, slot } of this.#levels.active)
      weighSilence(slot, loudest.length, { over: (overDb + strengthDb) / scatterDb, most: mostDb / scatterDb })
  }

  /** Those of which most is expected somewhere in the window, and more than this at all. */
  #loudest(receivers: readonly Observation['receiver'][], leastDb: number): readonly Observation['receiver'][] {
    const found: { receiver: Observation['receiver']; db: number }[] = []
    for (const receiver of receivers) {
      let db = this.#mostDb.get(receiver)
      if (db === undefined) this.#mostDb.set(receiver, (db = this.#mostExpected(receiver)))
      if (db > leastDb) found.push({ receiver, db })
    }
    found.sort((a, b) => b.db - a.db)
    return found.slice(0, silentSecond.mostReceivers).map(({ receiver }) => receiver)
  }

  #mostExpected(receiver: Observation['receiver']): number {
    const { columns, rows } = this.frame
    const { lineAt, columnAt } = this.#cellsOfGrid()
    const expected = this.grid.expected(receiver)
    let db = -Infinity
    for (let j = 0; j < rows; j += silentSecond.everyCells) {
      const line = lineAt[j]!
      for (let i = 0; i < columns; i += silentSecond.everyCells) db = Math.max(db, expected[line + columnAt[i]!]!)
    }
    return db
  }

  #gatherExpected(receivers: readonly Observation['receiver'][], perDb: number): void {
    const { columns, rows } = this.frame
    const { expected: gathered, stride } = expectedOf(receivers.length)
    const { lineAt, columnAt } = this.#cellsOfGrid()
    for (const [k, receiver] of receivers.entries()) {
      const expected = this.grid.expected(receiver)
      for (let j = 0, at = k * stride; j < rows; j++) {
        const line = lineAt[j]!
        for (let i = 0; i < columns; i++, at++) gathered[at] = expected[line + columnAt[i]!]! * perDb
      }
    }
  }

  /** What was heard less what is expected, cell by cell, for all strengths: what each expects differs by itself alone. */
  #gather(observations: readonly Observation[], perDb: number): void {
    const { columns, rows } = this.frame
    const { offs, stride } = offsOf(observations.length)
    const { lineAt, columnAt } = this.#cellsOfGrid()
    for (const [k, { receiver, rssi }] of observations.entries()) {
      const expected = this.grid.expected(receiver)
      for (let j = 0, at = k * stride; j < rows; j++) {
        const line = lineAt[j]!
        for (let i = 0; i < columns; i++, at++) offs[at] = (rssi - expected[line + columnAt[i]!]!) * perDb
      }
    }
  }

  /** Where the lines and columns of the window are in a table of the floor. */
  #cellsOfGrid(): { lineAt: Int32Array; columnAt: Int32Array } {
    const { column, row, scale, columns, rows } = this.frame
    const { columns: wide, rows: high } = this.grid
    for (let i = 0; i < columns; i++) columnOf[i] = Math.min(wide - 1, column + i * scale + (scale >> 1))
    for (let j = 0; j < rows; j++) lineOf[j] = Math.min(high - 1, row + j * scale + (scale >> 1)) * wide
    return { lineAt: lineOf, columnAt: columnOf }
  }

  /**
   * Where the expected error is smallest, for a belief in several places, whose mean is none of them: from the mean on, what is nearer
   * counts more, until it stays (Weiszfeld).
   */
  middle(): GridFix {
    beginCells(this.frame)
    const belief = putBelief(this.belief)
    let place = {
      x: (this.#fix.xM / this.grid.cellM - this.frame.column) / this.frame.scale - 0.5,
      y: (this.#fix.yM / this.grid.cellM - this.frame.row) / this.frame.scale - 0.5,
    }
    for (let round = 0, moved = Infinity; round < middle.mostRounds && moved > middle.settledCells; round++) {
      const next = drawnTo(belief, place, middle.leastCells)
      moved = Math.hypot(next.x - place.x, next.y - place.y)
      place = next
    }
    return { ...this.#around(belief, place), strengthDb: this.#fix.strengthDb }
  }

  /** A place with how far from there the belief reaches. */
  #around(belief: Slot, { x, y }: Place): GridFix {
    const { column, row, scale } = this.frame
    const { squares, ring } = reachOf(belief, { x, y }, held)
    const cellM = this.grid.cellM * scale
    return {
      xM: Math.min(this.grid.columns, column + (x + 0.5) * scale) * this.grid.cellM,
      yM: Math.min(this.grid.rows, row + (y + 0.5) * scale) * this.grid.cellM,
      spreadM: Math.sqrt(squares / 2) * cellM,
      reachM: (ring / 2) * cellM,
      strengthDb: this.#levels.meanDb,
    }
  }

  /** Moves and scales the window so that the belief lies well inside. */
  #follow(fix: GridFix): void {
    const { grid, frame } = this
    const next = windowAround(grid, fix)
    const slack = halfWindow(grid, fix) / 3
    const isNear =
      next.scale === frame.scale &&
      Math.abs(next.column - frame.column) < slack &&
      Math.abs(next.row - frame.row) < slack &&
      Math.abs(next.columns - frame.columns) * next.scale < slack &&
      Math.abs(next.rows - frame.rows) * next.scale < slack
    if (isNear) return
    for (const level of this.#levels.active) level.belief = resample(beliefAt(level.slot), frame, next, level.belief)
    Object.assign(frame, next)
    this.#mostDb.clear()
    this.#ways = grid.walls && waysOf(grid.walls, frame, this.#ways)
    this.#put()
    this.#together = this.#levels.normalise()
  }
}

/** One badge is updated at a time, so all filters share the workspaces. */
const columnOf = new Int32Array(64)
const lineOf = new Int32Array(64)
