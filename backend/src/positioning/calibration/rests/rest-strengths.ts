// How strongly each receiver really got a badge at rest: the mean of what was decoded flatters a weak link, of which only the loudest part
// is decoded, so that how much was decoded counts as well. Used by learn-from-rests.ts.
import type { SurveyReceiver } from '../survey.ts'
import type { Rest } from './rest.ts'

export interface RestStrengths {
  transmitterId: string
  /** dBm, in the order of the receivers; NaN: heard nothing; Infinity: did not listen. */
  strengths: Float64Array
}

/** Of its readings a link decodes so many at most, dB by which another share is a factor of e apart, and from what share on the mean is right. */
const decoding = { most: 0.97, slopeDb: 2.75, whole: 0.85, half: 0.5, least: 0.02 } as const
/** Links whose strength is near the one of which half is decoded, by the share, and how much their mean flatters them. */
const nearHalf = { from: 0.3, to: 0.7, flattersDb: 1.5, fewest: 20, usualDbm: -91.5 } as const
/** Nothing is decoded of what is so much weaker than what is decoded half the time. */
const silentDb = 7.5
/** Fewer receivers place nothing. */
const fewestHeard = 3

export interface KnownRests {
  rests: RestStrengths[]
  /** dBm: of this half is decoded, and what no receiver heard was weaker than that. */
  halfDbm: number
  silentDbm: number
}

export function restStrengths(
  rests: readonly Rest[],
  receivers: readonly SurveyReceiver[],
  halfDbm = halfHeard(rests),
): KnownRests {
  const known = rests.flatMap(({ transmitterId, heard }): RestStrengths[] => {
    const most = mostOf(heard)
    const strengths = Float64Array.from(receivers, ({ receiverId }) => {
      const own = heard.find((each) => each.receiverId === receiverId)
      if (!own) return Infinity
      const share = own.count / most
      if (own.rssi === null || share < decoding.least) return NaN
      if (share > decoding.whole) return own.rssi
      const odds = Math.min(decoding.most, share) / (1 - Math.min(decoding.most, share))
      const byShare = halfDbm + decoding.slopeDb * Math.log(odds)
      return share > decoding.half ? (own.rssi + Math.min(own.rssi, byShare)) / 2 : byShare
    })
    return strengths.filter((dbm) => Number.isFinite(dbm)).length < fewestHeard ? [] : [{ transmitterId, strengths }]
  })
  return { rests: known, halfDbm, silentDbm: halfDbm - silentDb }
}

/** The best link decodes nearly all that was sent. */
const mostOf = (heard: Rest['heard']) => Math.max(1, ...heard.map(({ count }) => count))

/** Receivers differ by make: what half of is decoded is seen in the rests themselves. */
function halfHeard(rests: readonly Rest[]): number {
  const near = rests
    .flatMap(({ heard }) => {
      const most = mostOf(heard)
      return heard.flatMap(({ rssi, count }) =>
        rssi !== null && count >= nearHalf.from * most && count <= nearHalf.to * most ? [rssi] : [],
      )
    })
    .sort((a, b) => a - b)
  return near.length < nearHalf.fewest ? nearHalf.usualDbm : near[near.length >> 1]! - nearHalf.flattersDb
}
