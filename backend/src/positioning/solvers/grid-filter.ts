// Bayes filter of one badge over a window of grid cells (positioning 2.5, mode A): diffuse with walking speed, weigh by how well
// each cell explains the strengths heard, answer the mean and the spread. The window follows the badge.
import type { FloorGrid } from './floor-grid.ts'
import type { Observation, PlanarPoint } from './observation.ts'

/** Cells per side of the window: 15 m at half-metre cells. */
export const windowCells = 30
const cells = windowCells * windowCells
/**
 * Student-t with few degrees of freedom: one reflected path must not drag the badge along. The product over receivers is raised
 * to −(freedom + 1) / 2 × 0.6 = −1.5, the 0.6 because windows overlap and neighbours hear alike; updates that come more than once
 * a second share that power, for they see the same readings again. It is kept in quarters of 1.5, which are square roots.
 */
const likelihood = { freedom: 4, quartersPerSecond: 4 } as const
/**
 * Walking spreads the belief by this much in the first second, metres per axis, and with the square root of time after: people go
 * about a metre a second and change direction every second or two, and the spread must not depend on how often a badge is heard.
 */
const diffusionM = 1
/** The belief never forgets a cell entirely, else it could not come back. */
const leastBelief = 1e-7
/** Start over when the best cell of the whole floor lies further off than this for this long. */
const lost = { distanceM: 10, seconds: 5, lookEveryS: 2.5 } as const
/** Every fourth cell is enough to see that the window is in the wrong place. */
const scanStride = 4

export interface GridFix extends PlanarPoint {
  /** Standard deviation per axis, metres. */
  spreadM: number
}

export class GridFilter {
  readonly grid: FloorGrid
  readonly belief = new Float64Array(cells)
  /** Grid cell of the window's first cell; may lie outside the floor. */
  column = 0
  row = 0
  #started = false
  #lostSeconds = 0
  #unscannedSeconds = 0
  #fix: GridFix = { xM: 0, yM: 0, spreadM: 0 }

  constructor(grid: FloorGrid) {
    this.grid = grid
  }

  update(observations: readonly Observation[], referenceDbm: number, seconds: number): GridFix {
    if (!this.#started || this.#isLost(observations, referenceDbm, seconds)) {
      this.#startAt(this.#bestCell(observations, referenceDbm))
    } else this.#diffuse(seconds)
    this.#weigh(observations, referenceDbm, seconds)
    this.#fix = this.#summarise()
    this.#recentre()
    return this.#fix
  }

  #isLost(observations: readonly Observation[], referenceDbm: number, seconds: number): boolean {
    this.#unscannedSeconds += seconds
    if (this.#unscannedSeconds < lost.lookEveryS) return false
    const best = this.#bestCell(observations, referenceDbm)
    const isFar = Math.hypot(best.xM - this.#fix.xM, best.yM - this.#fix.yM) > lost.distanceM
    this.#lostSeconds = isFar ? this.#lostSeconds + this.#unscannedSeconds : 0
    this.#unscannedSeconds = 0
    return this.#lostSeconds >= lost.seconds
  }

  #startAt({ xM, yM }: PlanarPoint): void {
    this.#started = true
    this.#lostSeconds = 0
    this.column = Math.round(xM / this.grid.cellM) - windowCells / 2
    this.row = Math.round(yM / this.grid.cellM) - windowCells / 2
    this.belief.fill(1)
  }

  /** Separable Gaussian blur, one axis after the other. */
  #diffuse(seconds: number): void {
    const kernel = kernelFor((diffusionM * Math.sqrt(Math.min(seconds, 5))) / this.grid.cellM)
    blur(this.belief, scratch, kernel, 1, windowCells)
    blur(scratch, this.belief, kernel, windowCells, 1)
  }

  #weigh(observations: readonly Observation[], referenceDbm: number, seconds: number): void {
    const quarters = Math.max(1, Math.round(likelihood.quartersPerSecond * Math.min(1, seconds)))
    const { columns, rows } = this.grid
    const scale = 1 / (likelihood.freedom * this.grid.sigmaDb ** 2)
    scratch.fill(1)
    for (const { receiver, rssi } of observations) {
      const expected = this.grid.expected(receiver)
      const heard = rssi - referenceDbm
      for (let j = 0; j < windowCells; j++) {
        const row = this.row + j
        if (row < 0 || row >= rows) continue
        for (let i = Math.max(0, -this.column); i < windowCells && this.column + i < columns; i++) {
          const off = heard - expected[row * columns + this.column + i]!
          scratch[j * windowCells + i]! *= 1 + off * off * scale
        }
      }
    }
    let sum = 0
    for (let j = 0; j < windowCells; j++) {
      const inside = this.row + j >= 0 && this.row + j < rows
      for (let i = 0; i < windowCells; i++) {
        const cell = j * windowCells + i
        const isFloor = inside && this.column + i >= 0 && this.column + i < columns
        const value = isFloor ? (this.belief[cell]! + leastBelief) / rootPower(scratch[cell]!, quarters) : 0
        this.belief[cell] = value
        sum += value
      }
    }
    for (let cell = 0; cell < cells; cell++) this.belief[cell]! /= sum
  }

  #summarise(): GridFix {
    let [x, y, xx, yy] = [0, 0, 0, 0]
    for (let j = 0; j < windowCells; j++) {
      for (let i = 0; i < windowCells; i++) {
        const p = this.belief[j * windowCells + i]!
        x += p * i
        y += p * j
        xx += p * i * i
        yy += p * j * j
      }
    }
    const { cellM } = this.grid
    const variance = Math.max(0, xx - x * x + yy - y * y) / 2
    return {
      xM: (this.column + x + 0.5) * cellM,
      yM: (this.row + y + 0.5) * cellM,
      spreadM: Math.sqrt(variance) * cellM,
    }
  }

  /** Moves the window by whole cells so that the mean lies in its middle. */
  #recentre(): void {
    const column = Math.round(this.#fix.xM / this.grid.cellM) - windowCells / 2
    const row = Math.round(this.#fix.yM / this.grid.cellM) - windowCells / 2
    const [dx, dy] = [column - this.column, row - this.row]
    if (dx === 0 && dy === 0) return
    scratch.set(this.belief)
    for (let j = 0; j < windowCells; j++) {
      for (let i = 0; i < windowCells; i++) {
        const [fromX, fromY] = [i + dx, j + dy]
        const inside = fromX >= 0 && fromX < windowCells && fromY >= 0 && fromY < windowCells
        this.belief[j * windowCells + i] = inside ? scratch[fromY * windowCells + fromX]! : 0
      }
    }
    this.column = column
    this.row = row
  }

  /** The cell of the whole floor that explains the strengths best, on a coarse raster. */
  #bestCell(observations: readonly Observation[], referenceDbm: number): PlanarPoint {
    const { columns, rows, cellM } = this.grid
    const scale = 1 / (likelihood.freedom * this.grid.sigmaDb ** 2)
    const tables = observations.map(({ receiver }) => this.grid.expected(receiver))
    let [best, bestCell] = [Infinity, 0]
    for (let row = 1; row < rows; row += scanStride) {
      for (let column = 1; column < columns; column += scanStride) {
        const cell = row * columns + column
        let product = 1
        for (let k = 0; k < tables.length; k++) {
          const off = observations[k]!.rssi - referenceDbm - tables[k]![cell]!
          product *= 1 + off * off * scale
        }
        if (product < best) [best, bestCell] = [product, cell]
      }
    }
    return { xM: ((bestCell % columns) + 0.5) * cellM, yM: (Math.floor(bestCell / columns) + 0.5) * cellM }
  }
}

/** One badge is updated at a time, so all filters share the workspace. */
const scratch = new Float64Array(cells)

/** Kernels by their width in tenths of a cell; a hundred at most, for the time between two updates is capped. */
const kernels = new Map<number, Float64Array>()

function kernelFor(sigmaCells: number): Float64Array {
  const tenths = Math.max(1, Math.round(sigmaCells * 10))
  let kernel = kernels.get(tenths)
  if (!kernel) kernels.set(tenths, (kernel = gaussianKernel(tenths / 10)))
  return kernel
}

function gaussianKernel(sigma: number): Float64Array {
  const radius = Math.max(1, Math.min(windowCells - 1, Math.ceil(3 * sigma)))
  const weight = (i: number) => Math.exp(-((i - radius) ** 2) / (2 * sigma * sigma))
  const kernel = Float64Array.from({ length: 2 * radius + 1 }, (_, i) => weight(i))
  const sum = kernel.reduce((total, value) => total + value, 0)
  return kernel.map((value) => value / sum)
}

/** Blurs lines of `windowCells` cells that are `step` apart; lines begin `lineStep` apart. */
function blur(from: Float64Array, to: Float64Array, kernel: Float64Array, step: number, lineStep: number): void {
  const radius = (kernel.length - 1) / 2
  for (let line = 0; line < windowCells; line++) {
    const start = line * lineStep
    for (let i = 0; i < windowCells; i++) {
      const [low, high] = [Math.max(0, i - radius), Math.min(windowCells - 1, i + radius)]
      let sum = 0
      for (let k = low; k <= high; k++) sum += from[start + k * step]! * kernel[k - i + radius]!
      to[start + i * step] = sum
    }
  }
}

/** value to the power of quarters × 3/8; square roots are a tenth of the price of a power. */
function rootPower(value: number, quarters: number): number {
  const root = Math.sqrt(value)
  if (quarters === 4) return value * root
  const fourth = Math.sqrt(root)
  if (quarters === 2) return root * fourth
  const eighth = Math.sqrt(fourth)
  return quarters === 1 ? fourth * eighth : value * eighth
}
