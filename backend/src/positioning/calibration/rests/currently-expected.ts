// What a floor's receivers are expected to hear by the radio that is in use. Used by halves.ts, which compares with it.
import type { FloorRadio } from '../fit-model.ts'
import { addResiduals } from '../residual-map.ts'
import type { SurveyReceiver } from '../survey.ts'
import type { RestCells } from './rest-cells.ts'
import type { Expected } from './rest-places.ts'

export function currentlyExpected(
  cells: RestCells,
  receivers: readonly SurveyReceiver[],
  { referenceDbm, exponent, offsets, maps }: FloorRadio,
): Expected {
  return receivers.map(({ receiverId }, r) => {
    const map = maps.get(receiverId)
    const table = new Float32Array(cells.prior.length)
    if (map) addResiduals(table, map, cells)
    const offsetDb = offsets.get(receiverId) ?? 0
    return cells.distances[r]!.map((distance, i) => referenceDbm + offsetDb - exponent * distance + table[i]!)
  })
}
