// Simulated halls that were surveyed: what a folder of real measurements holds, from the simulator's radio. The constants of the
// filter were chosen on these and not on any real track (docs/decisions/0009-positioning-constants.md). Called by positioning-bench.ts.
import { badgeHeightM } from '@rollcall/backend/positioning/solvers/observation'
import type { SurveyPoint } from '@rollcall/backend/positioning/calibration/survey'
import type { Building, Wall } from '@rollcall/simulator/building/model'
import { type Badge, createAir } from '@rollcall/simulator/radio/air'
import { createPropagation } from '@rollcall/simulator/radio/propagation'
import { createRandom, type Random } from '@rollcall/simulator/random'
import type { RadioData, TrackSample } from './recordings.ts'

type Place = { x: number; y: number }
/** `edgeM`: nobody comes nearer to the long walls. */
type Draw = (random: Random) => { building: Building; receivers: HallReceiver[]; edgeM: number }
type HallReceiver = { receiverId: string; name: string; floor: string; xM: number; yM: number; zM: number }
type Hear = (place: Place, heard: (receiverId: string, rssi: number) => void) => void

const surveyPoints = 80
const readingsPerPoint = 60
const lengths = { tracks: 4, trackS: 100, resting: 2, restS: 60 } as const
/** A badge advertises this often. */
const intervalS = 0.5

export const createHall = (seed: number): RadioData => recorded('hall', seed, drawHall)

/** What somebody would measure in such a building: a survey, tracks, and tags at rest. Of one kind and seed it is always the same. */
export function recorded(kind: string, seed: number, draw: Draw): RadioData {
  const random = createRandom(seed)
  const { building, receivers, edgeM, radio, hear: hearAs } = open(random, kind, draw)
  const powerDb = 1.5 * radio.gaussian()
  // The tag hangs free, as in the measurements.
  const hear: Hear = ({ x, y }, heard) => hearAs({ index: 1, powerDb, level: 0, x, y, heading: null }, heard)
  const walk = random.fork('walk')
  const { widthM, heightM } = building
  const anywhere = () => ({ x: walk.between(1, widthM - 1), y: walk.between(edgeM, heightM - edgeM) })
  const follow = (seconds: number, move: () => Place) => record(seconds, move, hear, radio)
  return {
    name: `${kind} ${seed}`,
    widthM,
    heightM,
    receivers,
    survey: survey(building, hear, walk),
    tracks: Array.from({ length: lengths.tracks }, () => follow(lengths.trackS, createStroll(anywhere, walk))),
    resting: Array.from({ length: lengths.resting }, () => {
      const place = anywhere()
      return follow(lengths.restS, () => place)
    }),
  }
}

/** The hall with its radio; every badge in it is heard through the same walls. */
export const openHall = (random: Random) => open(random, 'hall', drawHall)

function open(random: Random, kind: string, draw: Draw) {
  const { building, receivers, edgeM } = draw(random.fork(kind))
  const radio = random.fork('radio')
  const propagation = createPropagation(building, receivers, radio.fork('propagation'))
  const air = createAir(propagation, radio.fork('air'))
  const hear = (badge: Badge, heard: (receiverId: string, rssi: number) => void) => {
    air.advertise(badge, (receiver, rssi) => heard(propagation.receivers[receiver]!.receiverId, rssi))
  }
  return { building, receivers, edgeM, radio, hear }
}

/** An open floor with a few partitions and eight to thirteen receivers, apart from each other. */
function drawHall(random: Random): ReturnType<Draw> {
  const [widthM, heightM] = [random.between(16, 30), random.between(14, 24)]
  const walls = Array.from({ length: 3 + random.index(5) }, (): Wall => {
    const [x, y, length] = [random.between(2, widthM - 6), random.between(2, heightM - 6), random.between(2, 6)]
    const [dx, dy] = random.chance(0.5) ? [length, 0] : [0, length]
    return { level: 0, x1: x, y1: y, x2: x + dx, y2: y + dy, kind: 'light' }
  })
  const places: Place[] = []
  for (const count = 8 + random.index(6); places.length < count;) {
    const candidates = Array.from({ length: 8 }, () => {
      const place = { x: random.between(0.5, widthM - 0.5), y: random.between(0.5, heightM - 0.5) }
      return { place, apart: Math.min(...places.map(({ x, y }) => Math.hypot(place.x - x, place.y - y))) }
    })
    places.push(candidates.reduce((a, b) => (b.apart > a.apart ? b : a)).place)
  }
  const receivers = places.map(({ x, y }, i) => hallReceiver(i, { x, y }, random.chance(0.3) ? 1.2 : 2.4))
  return { building: oneRoom(widthM, heightM, walls), receivers, edgeM: 1 }
}

export const hallReceiver = (index: number, { x, y }: Place, zM: number): HallReceiver => ({
  receiverId: `02a1f1${String(index).padStart(6, '0')}`,
  name: `Hall ${index}`,
  floor: 'hall',
  xM: x,
  yM: y,
  zM,
})

/** One floor that is one room to whoever draws zones; the walls are the radio's. */
export const oneRoom = (widthM: number, heightM: number, walls: Wall[]): Building => ({
  widthM,
  heightM,
  levels: [{ level: 0, key: 'hall', name: 'Hall' }],
  rooms: [{ key: 'hall', name: 'Hall', level: 0, kind: 'office', x: 0, y: 0, w: widthM, h: heightM, doors: [] }],
  doors: [],
  walls,
  musterAreas: [],
  atrium: null,
})

export function survey({ widthM, heightM }: Building, hear: Hear, random: Random): SurveyPoint[] {
  const spacing = Math.sqrt((widthM * heightM) / surveyPoints)
  const points: SurveyPoint[] = []
  for (let y = spacing / 2; y < heightM; y += spacing) {
    for (let x = spacing / 2; x < widthM; x += spacing) {
      const place = { x: x + random.between(-0.3, 0.3), y: y + random.between(-0.3, 0.3) }
      const sums = new Map<string, { sum: number; count: number }>()
      for (let reading = 0; reading < readingsPerPoint; reading++) {
        hear(place, (receiverId, rssi) => {
          const { sum, count } = sums.get(receiverId) ?? { sum: 0, count: 0 }
          sums.set(receiverId, { sum: sum + rssi, count: count + 1 })
        })
      }
      const heard = [...sums].map(([receiverId, { sum, count }]) => ({ receiverId, rssi: sum / count }))
      points.push({ xM: place.x, yM: place.y, zM: badgeHeightM, heard })
    }
  }
  return points
}

/** From place to place at 0.3–1.3 m/s, with a rest at every other one. */
export function createStroll(anywhere: () => Place, random: Random): () => Place {
  let [at, to, restS, speed] = [anywhere(), anywhere(), 0, random.between(0.3, 1.3)]
  return () => {
    const [dx, dy] = [to.x - at.x, to.y - at.y]
    const step = (speed * intervalS) / Math.hypot(dx, dy)
    if (restS > 0) restS -= intervalS
    else if (step < 1) at = { x: at.x + dx * step, y: at.y + dy * step }
    else
      [at, to, restS, speed] = [
        to,
        anywhere(),
        random.chance(0.5) ? random.between(2, 15) : 0,
        random.between(0.3, 1.3),
      ]
    return at
  }
}

function record(seconds: number, move: () => Place, hear: Hear, random: Random): TrackSample[] {
  const samples: TrackSample[] = []
  for (let t = 0; t < seconds; t += intervalS) {
    const place = move()
    hear(place, (receiverId, rssi) => {
      const tMs = Math.round(t * 1000 + random.between(0, 400))
      samples.push({ tMs, receiverId, rssi, xM: place.x, yM: place.y })
    })
  }
  return samples.sort((a, b) => a.tMs - b.tMs)
}
