// The head office, surveyed as somebody does it with the calibration page: a badge in the hand, half a minute at each place, walking
// once around a small circle. What the receivers decode of it is all that the product learns. Used by rooms.ts.
import type { SiteRows } from '@rollcall/backend/positioning/site-queries'
import { createHeadOffice, type Variant } from '@rollcall/simulator/building/head-office'
import type { Building } from '@rollcall/simulator/building/model'
import { receiverLocations, type ReceiverOptions } from '@rollcall/simulator/building/receivers'
import { createAir } from '@rollcall/simulator/radio/air'
import { createPropagation } from '@rollcall/simulator/radio/propagation'
import { createRandom } from '@rollcall/simulator/random'
import { badgeHeightM } from '@rollcall/contracts/radio-model'
import { calibrationOf } from './tracks.ts'

interface SurveyedOffice {
  seed: number
  variant: Variant
  receivers: ReceiverOptions
  /** Every room in squares of about this width, a place in the middle of each; a small room is one. */
  apartM: number
}

/** Half a minute of a badge that advertises twice a second. */
const advertisements = 60
/** Of the circle, metres. */
const radiusM = 0.6
/** Badges differ by so much, dB; no other badge is this one. */
const surveyor = { index: 1_000_000, powerSdDb: 1.5 } as const
/** A place that fewer receivers of the floor hear is refused by the product. */
const leastReceivers = 3

/** The same rows with a calibration for each floor. */
export async function surveyOffice(rows: SiteRows, office: SurveyedOffice): Promise<SiteRows> {
  const measure = createSurvey(office)
  const building = createHeadOffice(office.variant)
  const hung = receiverLocations(building, office.receivers)
  const floors: SiteRows['floors'][number][] = []
  for (const floor of rows.floors) {
    const { level } = building.levels.find(({ key }) => key === floor.id)!
    const receivers = hung.filter((receiver) => receiver.floor === floor.id)
    const isHere = new Set(receivers.map(({ receiverId }) => receiverId))
    const survey = placesOf(building, level, office.apartM)
      .map((place) => ({
        xM: place.x,
        yM: place.y,
        zM: badgeHeightM,
        heard: measure(level, place).filter(({ receiverId }) => isHere.has(receiverId)),
      }))
      .filter(({ heard }) => heard.length >= leastReceivers)
    const { widthM, heightM } = floor
    floors.push({ ...floor, calibration: await calibrationOf({ widthM, heightM, receivers, survey }) })
  }
  return { ...rows, floors }
}

/** The radio of the world with that seed, and somebody with a badge in it; answers the mean strength by receiver. */
function createSurvey({ seed, variant, receivers }: SurveyedOffice) {
  const building = createHeadOffice(variant)
  const radio = createRandom(seed).fork('radio').fork('propagation')
  const propagation = createPropagation(building, receiverLocations(building, receivers), radio)
  const random = createRandom(seed).fork('survey')
  const air = createAir(propagation, random.fork('air'))
  const powerDb = surveyor.powerSdDb * random.gaussian()
  return (level: number, { x, y }: { x: number; y: number }) => {
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

function placesOf({ rooms }: Building, level: number, apartM: number) {
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
