// How well each floor of a building explains what was heard and what was not: receivers that are up but silent speak too
// (positioning 2.4). Pure; called by the choose-floor step.
import type { ReceivedStrength, SiteFloor, SiteModel, SiteReceiver } from './site-model.ts'
import { weightedCentroid } from './solvers/centroid.ts'
import { badgeHeightM, type PlanarPoint } from './solvers/observation.ts'

/** Loss of one ceiling, dB, and the height that goes with it, metres. */
const slab = { lossDb: 15, heightM: 3.5 } as const
/** Scatter of a strength around the model, dB; heavy tails because walls are not modelled. */
const scatter = { freedom: 4, sigmaDb: 7 } as const
/** Neighbouring receivers err alike and windows overlap: take each update for part of its face value. */
const weight = 0.5
/** A receiver hears a badge at this strength every other time. */
export const halfHeardDbm = -90
/** A window has several chances. */
const hearing = { halfDbm: halfHeardDbm, slopeDb: 3, mostBelief: 0.9 } as const
/** Pull of the common offset to zero, in receivers. */
const offsetPrior = 2
/** Further away, silence says nothing. */
const silenceWithinM = 15
/** Through two ceilings a badge is heard too rarely for silence to say anything; in a tall building this is most of the receivers. */
const silenceWithinStoreys = 1
/** Who would hear it once in a thousand times, dBm: that they do not says nothing. */
const faintDbm = hearing.halfDbm - 7 * hearing.slopeDb

export interface EvidenceInput {
  floors: readonly SiteFloor[]
  heard: readonly ReceivedStrength[]
  /** dBm at one metre. */
  referenceDbm: number
  isOnline(receiver: SiteReceiver): boolean
}

/**
 * Of the building that hears the badge best: the floors that hear it, those next to them, and the one it was on. A floor without
 * receivers cannot speak for itself.
 */
export function floorsInQuestion(
  buildings: SiteModel['buildings'],
  heard: readonly ReceivedStrength[],
  current: string | null,
): readonly SiteFloor[] {
  const loudest = heard.reduce<ReceivedStrength | null>((a, b) => (a && a.rssi >= b.rssi ? a : b), null)
  const floors = loudest ? (buildings.get(loudest.receiver.floor.buildingId) ?? []) : []
  const levels = new Set(heard.map(({ receiver }) => receiver.floor.level))
  const isNear = ({ level }: SiteFloor) => levels.has(level) || levels.has(level - 1) || levels.has(level + 1)
  return floors.filter((floor) => floor.receivers.length > 0 && (isNear(floor) || floor.id === current))
}

/** Log-likelihood per floor id. */
export function floorEvidence(input: EvidenceInput): Map<string, number> {
  const hearers = new Set(input.heard.map(({ receiver }) => receiver))
  const isSilent = (receiver: SiteReceiver) => !hearers.has(receiver) && input.isOnline(receiver)
  return new Map(input.floors.map((floor) => [floor.id, weight * evidenceOf(floor, input, isSilent)]))
}

function evidenceOf(
  floor: SiteFloor,
  { floors, heard, referenceDbm }: EvidenceInput,
  isSilent: (receiver: SiteReceiver) => boolean,
): number {
  const place = placeOn(floor, heard, referenceDbm)
  const residuals = heard.map(({ receiver, rssi }) => rssi - expectedRssi(receiver, floor, place, referenceDbm))
  // A badge behind a body is weaker everywhere: only differences between receivers tell the floor.
  const offset = residuals.reduce((sum, value) => sum + value, 0) / (residuals.length + offsetPrior)
  let sum = 0
  for (const residual of residuals) sum += logStudent(residual - offset)
  // Most receivers are too far away, and most of the others too faint: who is asked whether it is up are a few.
  for (const { level, receivers } of floors) {
    if (Math.abs(level - floor.level) > silenceWithinStoreys) continue
    for (const receiver of receivers) {
      // Written out: taking a pair apart would make an array for every receiver of every badge and second.
      const dx = receiver.xM - place.xM
      const dy = receiver.yM - place.yM
      if (dx * dx + dy * dy > silenceWithinM * silenceWithinM) continue
      const expected = expectedRssi(receiver, floor, place, referenceDbm) + offset
      if (expected > faintDbm && isSilent(receiver)) sum += logSilence(expected)
    }
  }
  return sum
}

/** Where the badge would be if it were on this floor: by its receivers there, else by all. */
function placeOn(floor: SiteFloor, heard: readonly ReceivedStrength[], referenceDbm: number): PlanarPoint {
  const here = heard.filter(({ receiver }) => receiver.floor === floor)
  return weightedCentroid(here.length > 0 ? here : heard, { referenceDbm, exponent: floor.grid.exponent })
}

function expectedRssi(receiver: SiteReceiver, floor: SiteFloor, { xM, yM }: PlanarPoint, referenceDbm: number): number {
  const storeys = Math.abs(receiver.floor.level - floor.level)
  const dz = receiver.zM - badgeHeightM + (receiver.floor.level - floor.level) * slab.heightM
  const dx = xM - receiver.xM
  const dy = yM - receiver.yM
  const squared = Math.max(0.25, dx * dx + dy * dy + dz * dz)
  return referenceDbm + receiver.offsetDb - 5 * floor.grid.exponent * Math.log10(squared) - storeys * slab.lossDb
}

function logStudent(residual: number): number {
  const { freedom, sigmaDb } = scatter
  return (-(freedom + 1) / 2) * Math.log(1 + (residual * residual) / (freedom * sigmaDb * sigmaDb))
}

function logSilence(expected: number): number {
  const heard = hearing.mostBelief / (1 + Math.exp(-(expected - hearing.halfDbm) / hearing.slopeDb))
  return Math.log(1 - heard)
}
