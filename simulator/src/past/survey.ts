// A floor surveyed as a careful operator does it with the calibration page: a badge in the hand, half a minute at each place, walking once
// around a small circle. What the receivers decode of it is all that the product learns. Used by past.ts and the positioning bench.
import type { SitePast } from '@rollcall/contracts/site'
import { createHeadOffice, type Variant } from '../building/head-office.ts'
import type { Building, Point } from '../building/model.ts'
import { receiverLocations, type ReceiverOptions } from '../building/receivers.ts'
import { createAir } from '../radio/air.ts'
import { createBuildingRadio } from '../radio/building-radio.ts'
import { createRandom } from '../random.ts'

interface SurveyOptions {
  seed: number
  variant?: Variant
  receivers?: ReceiverOptions
}

export type SurveyedPlace = SitePast['surveys'][number]['places'][number]

/** Every room in squares of about this width, a place in the middle of each; a small room is one. */
const apartM = 3
/** Half a minute of a badge that advertises twice a second. */
const advertisements = 60
export const placeSeconds = advertisements / 2
/** Of the circle, metres. */
const radiusM = 0.6
/** Badges differ by so much, dB; no other badge is this one. */
const surveyor = { index: 1_000_000, powerSdDb: 1.5 } as const
/** A place that fewer receivers of the floor hear is refused by the product. */
const leastReceivers = 3

/** Of each floor, in the order of the building. */
export function surveyFloors({ seed, variant, receivers }: SurveyOptions): SurveyedPlace[][] {
  const building = createHeadOffice(variant)
  const measure = createMeasurement(building, seed, receivers)
  const hung = receiverLocations(building, receivers)
  return building.levels.map(({ level, key }) => {
    const isHere = new Set(hung.filter(({ floor }) => floor === key).map(({ receiverId }) => receiverId))
    return placesOf(building, level)
      .map((place) => {
        const heard = measure(level, place).filter(({ receiverId }) => isHere.has(receiverId))
        return { xM: place.x, yM: place.y, heard }
      })
      .filter(({ heard }) => heard.length >= leastReceivers)
  })
}

/** Somebody with a badge in that building; answers the mean strength by receiver. */
function createMeasurement(building: Building, seed: number, receivers: ReceiverOptions | undefined) {
  const propagation = createBuildingRadio(building, seed, receivers)
  const random = createRandom(seed).fork('survey')
  const air = createAir(propagation, random.fork('air'))
  const powerDb = surveyor.powerSdDb * random.gaussian()
  return (level: number, { x, y }: Point): SurveyedPlace['heard'] => {
    const heard = new Map<string, number[]>()
    const first = random.between(-Math.PI, Math.PI)
    for (let i = 0; i < advertisements; i++) {
      const angle = first + (i / advertisements) * 2 * Math.PI
      const on = { x: x + radiusM * Math.cos(angle), y: y + radiusM * Math.sin(angle), heading: angle + Math.PI / 2 }
      air.advertise({ index: surveyor.index, powerDb, level, ...on }, (receiver, rssi) => {
        const { receiverId } = propagation.receivers[receiver]!
        heard.set(receiverId, [...(heard.get(receiverId) ?? []), rssi])
      })
    }
    return [...heard].map(([receiverId, each]) => {
      return { receiverId, rssi: each.reduce((sum, rssi) => sum + rssi, 0) / each.length }
    })
  }
}

function placesOf({ rooms }: Building, level: number): Point[] {
  return rooms
    .filter((room) => room.level === level && room.kind !== 'outdoor')
    .flatMap(({ x, y, w, h }) => {
      const [across, down] = [Math.max(1, Math.round(w / apartM)), Math.max(1, Math.round(h / apartM))]
      return Array.from({ length: across * down }, (_, i) => ({
        x: x + (((i % across) + 0.5) * w) / across,
        y: y + ((Math.floor(i / across) + 0.5) * h) / down,
      }))
    })
}
