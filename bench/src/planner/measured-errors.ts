// How far off badges at rest really are, place by place, in a simulated building with chosen receivers: through the product's own
// pipeline, not calibrated. Called by planner-bench.ts.
import type { Reading } from '@rollcall/backend/ingest/reading'
import type { SiteRows } from '@rollcall/backend/positioning/site-queries'
import { defaultSettings } from '@rollcall/contracts/domains/settings'
import { scatter } from '@rollcall/contracts/radio-model'
import type { FloorRadio } from '@rollcall/contracts/domains/floors'
import type { Site } from '@rollcall/contracts/site'
import { type Building, roomAt } from '@rollcall/simulator/building/model'
import { createAir } from '@rollcall/simulator/radio/air'
import { createPropagation } from '@rollcall/simulator/radio/propagation'
import { createRandom } from '@rollcall/simulator/random'
import { createPositioningRun } from '../positioning/replay.ts'

export type MeasuredPlace = { floor: string; xM: number; yM: number; errors: number[] }
export type Measured = { places: MeasuredPlace[]; radio: ReadonlyMap<string, FloorRadio> }

/** Somebody stands every so many metres, and turns round once between the runs. */
const everyM = 4
const headings = 2
/** A floor learns its exponent from one badge in so many first, then all stand there: until filters have settled, and scored. */
const restS = { learns: 60, settles: 6, scored: 4 } as const
const learnsFrom = 20
/** Badges differ by this much, dB. */
const powerSdDb = 2
const startMs = 1_700_000_000_000

export function measureErrors(building: Building, receivers: Site['receivers'], seed: number): Measured {
  const random = createRandom(seed)
  const propagation = createPropagation(building, receivers, random.fork('propagation'))
  const air = createAir(propagation, random.fork('air'))
  const places = placesIn(building)
  const badges = places.flatMap((place) =>
    Array.from({ length: headings }, (_, turn) => ({
      place,
      heading: ((turn + random.next()) / headings) * 2 * Math.PI,
      powerDb: powerSdDb * random.gaussian(),
    })),
  )
  const run = createPositioningRun(siteOf(building, receivers, badges.length))
  for (let second = -restS.learns; second < restS.settles + restS.scored; second++) {
    const now = startMs + second * 1000
    const readings: Reading[] = []
    badges.forEach(({ place, heading, powerDb }, index) => {
      if (second < 0 && index % learnsFrom !== 0) return
      const at = { index, powerDb, level: place.level, x: place.xM, y: place.yM, heading }
      air.advertise(at, (receiver, rssi) => {
        const { receiverId } = propagation.receivers[receiver]!
        readings.push({ transmitterId: badgeId(index), receiverId, rssi, at: now, arrivedAt: now })
      })
    })
    for (const { transmitterId, floorId, position } of run.take(readings, now)) {
      const { place } = badges[Number.parseInt(transmitterId.slice(4), 16)]!
      if (second < restS.settles || floorId !== place.floor) continue
      place.errors.push(Math.hypot(position.xM - place.xM, position.yM - place.yM))
    }
  }
  return { places, radio: new Map(building.levels.map(({ key }) => [key, radioOf(run.noted(key).floor)])) }
}

function radioOf({ referenceDbm, grid }: { referenceDbm: number; grid: { exponent: number } }): FloorRadio {
  return {
    source: 'learnt',
    referencePowerDbm: referenceDbm,
    pathLoss: grid.exponent,
    scatterDb: Math.hypot(scatter.textbookDb, scatter.readingDb),
  }
}

function placesIn({ levels, rooms, widthM, heightM }: Building) {
  const at = (length: number) => Array.from({ length: Math.floor(length / everyM) }, (_, i) => (i + 0.5) * everyM)
  return levels.flatMap(({ level, key }) =>
    at(widthM).flatMap((xM) =>
      at(heightM).flatMap((yM) => {
        const kind = roomAt(rooms, level, xM, yM)?.kind
        return kind && kind !== 'outdoor' ? [{ floor: key, level, xM, yM, errors: [] as number[] }] : []
      }),
    ),
  )
}

const badgeId = (index: number) => `ba00${index.toString(16).padStart(8, '0')}`

function siteOf({ levels, widthM, heightM }: Building, receivers: Site['receivers'], badges: number): SiteRows {
  return {
    ble: defaultSettings.ble,
    floors: levels.map(({ key, name, level }) => {
      return { id: key, name, buildingId: 'building', level, widthM, heightM, calibration: null, walls: [] }
    }),
    receivers: receivers.map(({ receiverId, floor, xM, yM, zM }) => {
      return { receiverId, floorId: floor, x: (xM / widthM) * 100, y: (yM / heightM) * 100, zM, rssiOffsetDb: 0 }
    }),
    zones: [],
    carriers: Array.from({ length: badges }, (_, index) => {
      const transmitterId = badgeId(index)
      return { transmitterId, entityType: 'employee', entityId: null, name: transmitterId, referenceDbm: null }
    }),
  }
}
