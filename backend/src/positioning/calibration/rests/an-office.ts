// A builder for tests: an office of six rooms on both sides of a corridor, ten receivers that differ, walls that take 5 dB, and what is heard
// of badges that rest somewhere in the rooms.
import type { Wall } from '@rollcall/contracts/domains/walls'
import { createNoise } from '../../solvers/a-radio-scene.ts'
import { badgeHeightM, type PlanarPoint } from '../../solvers/observation.ts'
import { decibelDistance, type SurveyReceiver } from '../survey.ts'
import type { RestZone } from './rest-cells.ts'
import type { RestsOfFloor } from './rest-floor.ts'
import type { Rest } from './rest.ts'

const bounds = { widthM: 30, heightM: 16 }
const corridorM = { from: 7, to: 9 }
const receivers = [3, 9, 15, 21, 27].flatMap((xM, i): SurveyReceiver[] =>
  [3, 13].map((yM, k) => ({ receiverId: `r${2 * i + k}`, xM: xM + k, yM, zM: 2.5 })),
)
/** Each receiver hears by so much better than it should, dB. */
export const offsetsDb = [3, -2, -3, 2, 0, 4, -4, 1, -1, 0]
const truth = { referenceDbm: -63, exponent: 2, wallDb: 5 }
const halfHeardDbm = -91

const rectangle = (x1: number, y1: number, x2: number, y2: number): PlanarPoint[] => [
  { xM: x1, yM: y1 },
  { xM: x2, yM: y1 },
  { xM: x2, yM: y2 },
  { xM: x1, yM: y2 },
]
const wall = (...points: [number, number][]): Wall => ({
  points: points.map(([xM, yM]) => ({ x: (xM / bounds.widthM) * 100, y: (yM / bounds.heightM) * 100 })),
  doors: [],
})
const across = [10, 20]
const zones: RestZone[] = [
  { kind: 'passage', polygon: rectangle(0, corridorM.from, 30, corridorM.to) },
  ...[0, 10, 20].flatMap((xM): RestZone[] => [
    { kind: 'room', polygon: rectangle(xM, 0, xM + 10, corridorM.from) },
    { kind: 'room', polygon: rectangle(xM, corridorM.to, xM + 10, 16) },
  ]),
]
const walls = [
  wall([0, corridorM.from], [30, corridorM.from]),
  wall([0, corridorM.to], [30, corridorM.to]),
  ...across.flatMap((xM) => [wall([xM, 0], [xM, corridorM.from]), wall([xM, corridorM.to], [xM, 16])]),
]

export function anOffice(count: number, seed = 5): { floor: RestsOfFloor; places: PlanarPoint[] } {
  const noise = createNoise(seed, 1)
  const share = () => (noise() / 3 + 10) % 1
  const places = Array.from({ length: count }, () => {
    const yM = share() * 14
    return { xM: 0.5 + share() * 29, yM: yM < corridorM.from ? yM : yM + corridorM.to - corridorM.from }
  })
  const rests = places.map((place, i): Rest => {
    const heard = receivers.map((receiver, r) => {
      const dbm = heardDbm(place, receiver, r) + 3 * noise()
      const share = 0.95 / (1 + Math.exp((halfHeardDbm - dbm) / 2))
      const decoded = Math.round(share * 100)
      return { receiverId: receiver.receiverId, rssi: decoded > 0 ? Math.max(dbm, halfHeardDbm) : null, count: decoded }
    })
    return { transmitterId: `badge ${i % 20}`, seconds: 60, heard }
  })
  return { floor: { bounds, receivers, referenceDbm: -59, walls, zones, rests }, places }
}

function heardDbm(place: PlanarPoint, receiver: SurveyReceiver, index: number): number {
  const distance = decibelDistance({ ...place, zM: badgeHeightM, heard: [] }, receiver)
  const [a, b] = [sideOf(place), sideOf(receiver)]
  const between = Math.abs(a.side - b.side) + across.filter((xM) => place.xM < xM !== receiver.xM < xM).length
  return truth.referenceDbm + offsetsDb[index]! - truth.exponent * distance - truth.wallDb * between
}

const sideOf = ({ yM }: PlanarPoint) => ({ side: yM < corridorM.from ? 0 : yM < corridorM.to ? 1 : 2 })
