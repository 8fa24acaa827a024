// Simulated towers: three to five storeys, slim, another one for every seed: where stairs and lift are, how wide the stairs open and what a
// ceiling costs are drawn. The head office is one building, and which floor somebody is on must not be chosen by it alone.
// Called by positioning-bench.ts.
import type { Site } from '@rollcall/contracts/site'
import { declaredDoors } from '@rollcall/simulator/building/head-office'
import { centreOf, type Building, type Room } from '@rollcall/simulator/building/model'
import { wallsOf } from '@rollcall/simulator/building/walls'
import { createCollector } from '@rollcall/simulator/gateways/collector'
import { createAir } from '@rollcall/simulator/radio/air'
import { createPropagation } from '@rollcall/simulator/radio/propagation'
import { createRandom, type Random } from '@rollcall/simulator/random'
import { createRouter, type Location } from '@rollcall/simulator/walkers/routes'
import { createWalker } from '@rollcall/simulator/walkers/walker'
import { rowsOf, type Scene } from './simulation.ts'

const people = 24
/** A badge advertises, and people walk, in slices of so many seconds. */
const sliceS = 0.5
/** Metres: the corridor runs in the middle, rooms on both sides. */
const plan = { corridorM: 2, roomM: 5, edgeM: 0.5 } as const
/** Seconds: short, so that many changes of floor are seen. */
const stay = { leastS: 15, mostS: 90 } as const

export function createTower(seed: number): Scene {
  const random = createRandom(seed)
  const building = drawTower(random.fork('tower'))
  const receivers = receiversOf(building)
  const radio = random.fork('radio')
  const closedDb = radio.between(12, 22)
  const slab = { closedDb, openDb: closedDb - radio.between(4, 8) }
  const propagation = createPropagation(building, receivers, radio.fork('propagation'), slab)
  const air = createAir(propagation, radio.fork('air'))
  const collector = createCollector()
  const router = createRouter(building)
  const offices = building.rooms.filter(({ kind }) => kind === 'office')
  const walkers = Array.from({ length: people }, (_, index) => {
    const own = random.fork(`walker ${index}`)
    const transmitterId = `c0ffee${String(index).padStart(6, '0')}`
    const somewhere = () => placeIn(own.pick(offices), own)
    const destinations = {
      homeOf: somewhere,
      next: () => ({ to: 'office' as const, location: somewhere(), staySeconds: own.between(stay.leastS, stay.mostS) }),
      inside: somewhere,
      gate: somewhere,
    }
    const walker = createWalker({
      carrier: { transmitterId, home: '', kind: 'person' },
      router,
      destinations,
      random: own,
    })
    return { walker, transmitterId, index, powerDb: 1.5 * radio.gaussian() }
  })
  return {
    site: rowsOf({
      ...drawn(building, receivers),
      people: walkers.map(({ transmitterId }) => ({ transmitterId, fullName: transmitterId })),
      assets: [],
    }),
    building,
    world: {
      tick({ seconds, nowMs }) {
        for (let passed = 0; passed < seconds; passed += sliceS) {
          for (const { walker, transmitterId, index, powerDb } of walkers) {
            walker.step(sliceS)
            const { level, x, y } = walker.location
            air.advertise({ index, powerDb, level, x, y, heading: walker.heading }, (receiver, rssi) =>
              collector.add({ transmitterId, transmitterIdType: 3 }, propagation.receivers[receiver]!.receiverId, rssi),
            )
          }
        }
        return collector.flush(nowMs)
      },
      truth: () =>
        walkers.map(({ walker: { location, moving }, transmitterId }) => ({
          transmitterId,
          floor: keyOf(location.level),
          xM: location.x,
          yM: location.y,
          room: location.room,
          moving,
          present: true,
          audible: true,
        })),
    },
  }
}

const keyOf = (level: number) => `storey ${level}`

function drawTower(random: Random): Building {
  const storeys = 3 + random.index(3)
  const across = 4 + random.index(3)
  const [roomW, stairsAt, liftAt] = [random.between(4.5, 6.5), random.index(across), random.index(across)]
  const stairsWidthM = random.between(1, 2.4)
  const { corridorM, roomM, edgeM } = plan
  const widthM = 2 * edgeM + across * roomW
  const levels = Array.from({ length: storeys }, (_, level) => ({ level, key: keyOf(level), name: `Storey ${level}` }))
  const rooms = levels.flatMap(({ level }): Room[] => {
    const room = (index: number, isNorth: boolean, kind: Room['kind'], name: string, width: number): Room => {
      const y = isNorth ? edgeM : edgeM + roomM + corridorM
      const key = `${level}-${kind}-${isNorth ? 'n' : 's'}${index}`
      const doors = [{ side: isNorth ? ('s' as const) : ('n' as const), at: roomW / 2, width, open: width > 2 }]
      return { key, name, level, kind, x: edgeM + index * roomW, y, w: roomW, h: roomM, doors }
    }
    const corridor = { x: edgeM, y: edgeM + roomM, w: across * roomW, h: corridorM }
    return [
      { key: `${level}-corridor`, name: 'Corridors and core', level, kind: 'corridor', doors: [], ...corridor },
      ...Array.from({ length: across }, (_, index) =>
        index === stairsAt
          ? room(index, true, 'stairs', 'Stairs', stairsWidthM)
          : room(index, true, 'office', `North ${index}`, 1),
      ),
      ...Array.from({ length: across }, (_, index) =>
        index === liftAt ? room(index, false, 'lift', 'Lift', 1.2) : room(index, false, 'office', `South ${index}`, 1),
      ),
    ]
  })
  const doors = declaredDoors(rooms)
  const here = <T extends { level: number }>(all: readonly T[], level: number) =>
    all.filter((one) => one.level === level)
  const walls = levels.flatMap(({ level }) => wallsOf(here(rooms, level), here(doors, level), level))
  const heightM = 2 * (edgeM + roomM) + corridorM
  return { widthM, heightM, levels, rooms, doors, walls, musterAreas: [], atrium: null }
}

/** In every other room of either side, the sides in turn. */
function receiversOf({ levels, rooms }: Building): Site['receivers'] {
  return levels.flatMap(({ level, key }) =>
    rooms
      .filter((room) => room.level === level && room.kind === 'office')
      .filter((_, index) => (index + level) % 2 === 0)
      .map((room, index) => {
        const { x, y } = centreOf(room)
        const receiverId = `02a1f2${String(level).padStart(2, '0')}${String(index).padStart(4, '0')}`
        return { receiverId, floor: key, name: `${key} ${room.name}`, xM: x, yM: y + 0.3, zM: 2.7 }
      }),
  )
}

function placeIn({ key, level, x, y, w, h }: Room, random: Random): Location {
  return { level, x: x + random.between(0.7, w - 0.7), y: y + random.between(0.7, h - 0.7), room: key }
}

function drawn({ levels, rooms, widthM, heightM }: Building, receivers: Site['receivers']) {
  const said = { isEmergency: false, isMusterPoint: false, isRestricted: false, capacity: null }
  return {
    floors: levels.map(({ level, key, name }) => ({ key, name, level, widthM, heightM, planSvg: '', walls: [] })),
    receivers,
    zones: rooms.map(({ level, name, kind, x, y, w, h }) => ({
      ...said,
      floor: keyOf(level),
      name,
      zoneType: kind === 'office' ? 'Office' : 'Circulation',
      polygon: [
        { xM: x, yM: y },
        { xM: x + w, yM: y },
        { xM: x + w, yM: y + h },
        { xM: x, yM: y + h },
      ],
    })),
  }
}
