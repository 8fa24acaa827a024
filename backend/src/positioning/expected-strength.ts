// What a receiver should hear of a badge at its estimated place. Used by the compare step and the signal monitor.
import type { SiteFloor, SiteReceiver } from './site-model.ts'
import type { PlanarPoint } from './solvers/observation.ts'

/** dBm. */
export function expectedStrength(
  floor: SiteFloor,
  { xM, yM }: PlanarPoint,
  receiver: SiteReceiver,
  referenceDbm: number,
): number {
  const { cellM, columns, rows } = floor.grid
  const within = (cell: number, count: number) => Math.min(count - 1, Math.max(0, cell))
  const [column, row] = [within(Math.floor(xM / cellM), columns), within(Math.floor(yM / cellM), rows)]
  return referenceDbm + floor.grid.expected(receiver)[row * columns + column]!
}
