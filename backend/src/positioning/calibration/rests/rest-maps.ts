// What is learnt from rests as a calibration keeps it: walls and what is left beyond them in one smooth map for each receiver, through places
// on a lattice. Used by learn-from-rests.ts.
import type { ResidualMap } from '../../../database/column-types.ts'
import { mapThrough } from '../residual-map.ts'
import { mapInTurns } from '../../../map-in-turns.ts'
import type { SurveyReceiver } from '../survey.ts'
import type { RestCells } from './rest-cells.ts'
import type { RestModel } from './rest-model.ts'

/** So many places at most, so far apart at least; how smooth it is between them, in their distance; they are nearly exact. */
const lattice = { most: 700, leastApartM: 1.5, lengthApart: 1, noiseRatio: 0.05 } as const

export async function restMaps(
  { cellM, columns, rows, walls }: RestCells,
  { wallDb, fields }: RestModel,
  receivers: readonly SurveyReceiver[],
): Promise<Record<string, ResidualMap>> {
  const apartM = Math.max(lattice.leastApartM, Math.sqrt((columns * rows * cellM ** 2) / lattice.most))
  const [across, down] = [columns, rows].map((count) => Math.max(1, Math.floor((count * cellM) / apartM)))
  const places = Array.from({ length: across! * down! }, (_, i) => {
    const [xM, yM] = [((i % across!) + 0.5) * apartM, (Math.floor(i / across!) + 0.5) * apartM]
    return { xM, yM, cell: Math.floor(yM / cellM) * columns + Math.floor(xM / cellM) }
  })
  const mapOf = mapThrough(places, { lengthM: apartM * lattice.lengthApart, noiseRatio: lattice.noiseRatio })
  const maps = await mapInTurns([...receivers.entries()], ([r, { receiverId }]) => {
    const left = places.map(({ cell }) => fields[r]![cell]! - wallDb * walls[r]![cell]!)
    return [receiverId, mapOf(left)] as const
  })
  return Object.fromEntries(maps)
}
