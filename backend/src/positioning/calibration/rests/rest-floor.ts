// What a floor learns from: its drawing, its receivers, and what they heard of badges at rest.
import type { Wall } from '@rollcall/contracts/domains/walls'
import type { Bounds } from '../../solvers/observation.ts'
import type { SurveyReceiver } from '../survey.ts'
import type { Rest } from './rest.ts'
import type { RestZone } from './rest-cells.ts'

export interface RestsOfFloor {
  bounds: Bounds
  receivers: readonly SurveyReceiver[]
  /** Of a badge, believed before, dBm at one metre. */
  referenceDbm: number
  walls: readonly Wall[]
  zones: readonly RestZone[]
  rests: readonly Rest[]
}
