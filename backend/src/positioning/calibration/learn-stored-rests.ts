// The heavy job behind a calibration from badges at rest: reads what was gathered of a floor, and what is drawn on it, and has it learnt
// from. Run by heavy-jobs.ts, asked by the calibrator.
import type { CalibrationProposal } from '@rollcall/contracts/domains/floors'
import type { Database } from '../../database/schema.ts'
import type { ResidualMap } from '../../database/column-types.ts'
import { readRests } from '../rest-queries.ts'
import type { Bounds } from '../solvers/observation.ts'
import { isPassage } from '../zone-words.ts'
import { readDrawing } from './drawing-queries.ts'
import type { FloorRadio } from './fit-model.ts'
import { learnFromRests } from './rests/learn-from-rests.ts'
import type { RestsOfFloor } from './rests/rest-floor.ts'
import { fewestRests, type Rest } from './rests/rest.ts'
import type { SurveyReceiver } from './survey.ts'

export interface RestsQuestion {
  floorId: string
  layout: string
  bounds: Bounds
  receivers: readonly SurveyReceiver[]
  /** What somebody entered by hand, dB by receiver id. It stays in force beside the calibration: it is taken off, or it would count twice. */
  entered: ReadonlyMap<string, number>
  /** Of a badge, dBm at one metre. */
  referenceDbm: number
  /** Zones under the sky. */
  outdoorZones: ReadonlySet<string>
  current: FloorRadio
}

export type LearntRests =
  | {
      ok: true
      proposal: { numbers: Omit<CalibrationProposal, 'version' | 'createdAt'>; maps: Record<string, ResidualMap> }
    }
  | { ok: false; path: string; note: 'too_few_rests'; values: { count: number; needed: number } }

export async function learnStoredRests(db: Database, question: RestsQuestion): Promise<LearntRests> {
  const { floorId, layout, bounds, receivers, entered, referenceDbm, outdoorZones, current } = question
  const rests = await readRests(db, floorId, layout)
  if (rests.length < fewestRests)
    return { ok: false, path: 'mode', note: 'too_few_rests', values: { count: rests.length, needed: fewestRests } }
  const { walls, zones } = await readDrawing(db, floorId)
  const floor: RestsOfFloor = {
    bounds,
    receivers,
    referenceDbm,
    walls,
    zones: zones.map(({ id, name, zoneType, polygon }) => ({
      polygon: polygon.map(({ x, y }) => ({ xM: (x / 100) * bounds.widthM, yM: (y / 100) * bounds.heightM })),
      kind: outdoorZones.has(id) ? 'outdoors' : isPassage({ name, zoneType }) ? 'passage' : 'room',
    })),
    rests: rests.map((rest) => withoutEntered(rest, entered)),
  }
  return { ok: true, proposal: await learnFromRests(floor, current) }
}

function withoutEntered({ heard, ...rest }: Rest, entered: ReadonlyMap<string, number>): Rest {
  const own = heard.map(({ receiverId, rssi, count }) => {
    return { receiverId, rssi: rssi === null ? null : rssi - (entered.get(receiverId) ?? 0), count }
  })
  return { ...rest, heard: own }
}
