// What the calibrate handler asks of positioning: a proposal for a floor from what was heard lately (positioning 2.9).
import type { CalibrationRequest } from '@rollcall/contracts/domains/floors'
import type { z } from 'zod'
import type { SiteFloor, SiteModel } from '../site-model.ts'
import { badgeHeightM } from '../solvers/observation.ts'
import type { FloorRadio } from './fit-model.ts'
import type { Heard, HeardQuestion } from './heard.ts'
import type { LearntRests, RestsQuestion } from './learn-stored-rests.ts'
import type { proposeCalibration } from './propose.ts'
import type { SurveyPoint } from './survey.ts'

type Request = z.output<typeof CalibrationRequest> | { mode: 'rests' }
type Outcome =
  | LearntRests
  /** Why not: a sentence for the field it belongs to. */
  | { ok: false; path: string; note: 'three_receivers' | 'badge_not_heard' | 'receivers_not_heard' }

export type Calibrator = (floorId: string, request: Request) => Promise<Outcome>

/** Fewer say nothing about a radio. */
const leastPoints = 3
/** A point that fewer receivers of the floor heard places nothing. */
const leastReceivers = 3
/** Receivers that heard each other within this time take part. */
const autoMs = 15 * 60_000

/** Takes seconds of a processor on a large floor: done in a thread of its own (heavy-jobs.ts). */
export type Propose = typeof proposeCalibration
/** Takes a minute or two. */
export type LearnRests = (question: RestsQuestion) => Promise<LearntRests>

interface CalibratorOptions {
  site(): SiteModel | null
  heard: Heard
  now(): number
  propose: Propose
  learnRests: LearnRests
}

export function createCalibrator({ site, heard: ask, now, propose, learnRests }: CalibratorOptions): Calibrator {
  const wanted = (floor: SiteFloor, request: Exclude<Request, { mode: 'rests' }>) =>
    request.mode === 'auto'
      ? floor.receivers.map(({ receiverId: id, xM, yM, zM }) => {
          return { xM, yM, zM, of: 'receivers' as const, id, from: now() - autoMs, to: now() }
        })
      : request.points.map(({ x, y, transmitterId: id, startedAt, seconds }) => {
          const place = { xM: (x / 100) * floor.widthM, yM: (y / 100) * floor.heightM, zM: badgeHeightM }
          const from = Date.parse(startedAt)
          return { ...place, of: 'badges' as const, id, from, to: from + seconds * 1000 }
        })
  return async (floorId, request) => {
    const floor = site()?.floors.get(floorId)
    if (!floor || floor.receivers.length < leastReceivers) {
      return { ok: false, path: '', note: 'three_receivers' }
    }
    const entered = new Map(floor.receivers.map(({ receiverId, enteredOffsetDb }) => [receiverId, enteredOffsetDb]))
    const { widthM, heightM, referenceDbm } = floor
    const bounds = { widthM, heightM }
    // Nothing but what it needs: it is copied.
    const hung = floor.receivers.map(({ receiverId, xM, yM, zM }) => ({ receiverId, xM, yM, zM }))
    if (request.mode === 'rests') {
      const drawn = { floorId, layout: floor.layout, bounds, receivers: hung, outdoorZones: outdoorZonesOf(floor) }
      return learnRests({ ...drawn, entered, referenceDbm, current: radioOf(floor) })
    }
    // What somebody entered by hand stays in force beside the calibration: it is taken off, or it would count twice.
    const places = wanted(floor, request)
    const answers = await ask(places.map(({ of, id, from, to }): HeardQuestion => ({ of, id, from, to })))
    const points = places.map(({ xM, yM, zM }, i): SurveyPoint => {
      const heard = (answers[i] ?? []).flatMap(({ receiverId, rssi }) => {
        const offsetDb = entered.get(receiverId)
        return offsetDb === undefined ? [] : [{ receiverId, rssi: rssi - offsetDb }]
      })
      return { xM, yM, zM, heard }
    })
    const silent = points.findIndex(({ heard }) => heard.length < leastReceivers)
    if (request.mode === 'points' && silent >= 0) {
      return { ok: false, path: `points.${silent}`, note: 'badge_not_heard' }
    }
    const usable = points.filter(({ heard }) => heard.length >= leastReceivers)
    if (usable.length < leastPoints) {
      return { ok: false, path: 'mode', note: 'receivers_not_heard' }
    }
    const survey = { bounds, receivers: hung, points: usable, referenceDbm }
    return { ok: true, proposal: await propose(survey, request.mode, radioOf(floor)) }
  }
}

/** As positions see them: those whose larger part lies under the sky, whatever they are called. */
function outdoorZonesOf({ zones: { ids, cells, parts } }: SiteFloor): Set<string> {
  const [all, open] = [new Uint32Array(ids.length), new Uint32Array(ids.length)]
  for (const cell of cells) {
    const { zones, kind } = parts[cell]!
    for (const zone of zones) {
      all[zone]!++
      if (kind === 'outdoors') open[zone]!++
    }
  }
  return new Set(ids.filter((_, zone) => open[zone]! * 2 > all[zone]!))
}

/** What is in use now: the active calibration, or the textbook with what the floor has learnt. */
function radioOf({ referenceDbm, grid, receivers }: SiteFloor): FloorRadio {
  return {
    referenceDbm,
    exponent: grid.exponent,
    offsets: new Map(
      receivers.map(({ receiverId, offsetDb, enteredOffsetDb }) => [receiverId, offsetDb - enteredOffsetDb]),
    ),
    maps: new Map(receivers.flatMap(({ receiverId, residuals }) => (residuals ? [[receiverId, residuals]] : []))),
  }
}
