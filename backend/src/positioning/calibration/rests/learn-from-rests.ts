// A calibration of a floor from badges at rest.
import type { Wall } from '@rollcall/contracts/domains/walls'
import type { Bounds, PlanarPoint } from '../../solvers/observation.ts'
import type { ResidualMap } from '../../../database/column-types.ts'
import type { FloorRadio } from '../fit-model.ts'
import type { ProposalNumbers } from '../propose.ts'
import type { SurveyReceiver } from '../survey.ts'
import type { Rest } from './rest.ts'

export interface RestsOfFloor {
  bounds: Bounds
  receivers: readonly SurveyReceiver[]
  /** Of a badge, believed before, dBm at one metre. */
  referenceDbm: number
  walls: readonly Wall[]
  zones: readonly { polygon: readonly PlanarPoint[]; kind: 'room' | 'passage' | 'outdoors' }[]
  rests: readonly Rest[]
}

export async function learnFromRests(
  floor: RestsOfFloor,
  current: FloorRadio,
): Promise<{ numbers: ProposalNumbers; maps: Record<string, ResidualMap> }> {
  throw new Error(`Not written yet: ${floor.rests.length} ${current.exponent}`)
}
