// Where a person or an asset goes next and for how long: a simple working day without a clock, so that the demo is alive at any hour.
import { type Furniture, furnish } from '../building/furniture.ts'
import type { Building, Room, RoomKind } from '../building/model.ts'
import type { Random } from '../random.ts'
import type { Carrier } from '../roster/roster.ts'
import type { Place } from './routes.ts'

export interface Visit {
  place: Place
  staySeconds: number
  /** Leaves the site at the end of the walk and is silent until the stay is over. */
  away: boolean
}

export interface Destinations {
  homeOf(carrier: Carrier): Place
  next(carrier: Carrier, home: Place, random: Random): Visit
  muster(random: Random): Place
}

/** Weight and stay in seconds of each thing to do. Stays are short for an office: a map is watched for minutes, not for days. */
const habits: Record<
  Carrier['kind'],
  readonly { to: RoomKind | 'home' | 'away'; weight: number; stay: [number, number] }[]
> = {
  person: [
    { to: 'home', weight: 46, stay: [90, 420] },
    { to: 'meeting', weight: 16, stay: [120, 480] },
    { to: 'office', weight: 10, stay: [30, 120] },
    { to: 'canteen', weight: 14, stay: [60, 300] },
    { to: 'wc', weight: 7, stay: [40, 120] },
    { to: 'store', weight: 4, stay: [20, 60] },
    { to: 'away', weight: 2, stay: [120, 600] },
  ],
  roamer: [
    { to: 'home', weight: 10, stay: [30, 120] },
    { to: 'office', weight: 25, stay: [10, 40] },
    { to: 'reception', weight: 15, stay: [15, 60] },
    { to: 'plant', weight: 10, stay: [20, 90] },
    { to: 'server', weight: 5, stay: [20, 90] },
    { to: 'lab', weight: 10, stay: [10, 40] },
    { to: 'canteen', weight: 10, stay: [30, 120] },
  ],
  guest: [
    { to: 'home', weight: 40, stay: [90, 300] },
    { to: 'reception', weight: 25, stay: [30, 120] },
    { to: 'canteen', weight: 20, stay: [60, 240] },
    { to: 'wc', weight: 10, stay: [40, 100] },
  ],
  asset: [
    { to: 'home', weight: 80, stay: [600, 2400] },
    { to: 'lab', weight: 10, stay: [300, 900] },
    { to: 'office', weight: 10, stay: [300, 900] },
  ],
}

export function createDestinations(building: Building): Destinations {
  const spots = new Map<string, { room: Room; furniture: Furniture; taken: number }>()
  for (const room of building.rooms) spots.set(room.key, { room, furniture: furnish(room), taken: 0 })
  const roomsOf = (kind: RoomKind) => building.rooms.filter((room) => room.kind === kind && !isPrivate(room))

  const placeIn = (room: Room, random: Random): Place => {
    const { furniture } = spots.get(room.key)!
    const seat = furniture.seats.length > 0 ? random.pick(furniture.seats) : anywhere(room, random)
    return { level: room.level, room: room.key, x: seat.x, y: seat.y }
  }
  const forecourt = building.rooms.find((room) => room.kind === 'outdoor')!

  return {
    homeOf(carrier) {
      const spot = spots.get(carrier.home)
      if (!spot) throw new Error(`Unknown room ${carrier.home}.`)
      const { seats } = spot.furniture
      // Desks are given out one by one; a crowd (load tests) shares them.
      const seat = seats[(spot.taken++ * 3) % seats.length] ?? { x: spot.room.x + 1, y: spot.room.y + 1 }
      return { level: spot.room.level, room: spot.room.key, x: seat.x, y: seat.y }
    },
    next(carrier, home, random) {
      const choices = habits[carrier.kind]
      let ticket = random.between(
        0,
        choices.reduce((sum, choice) => sum + choice.weight, 0),
      )
      const choice = choices.find((candidate) => (ticket -= candidate.weight) < 0) ?? choices[0]!
      const staySeconds = random.between(...choice.stay)
      if (choice.to === 'home') return { place: home, staySeconds, away: false }
      if (choice.to === 'away') {
        const place = { level: 0, room: forecourt.key, x: random.between(30, 33), y: building.heightM - 0.3 }
        return { place, staySeconds, away: true }
      }
      return { place: placeIn(random.pick(roomsOf(choice.to)), random), staySeconds, away: false }
    },
    muster(random) {
      const area = random.pick(building.musterAreas)
      const place = anywhere(area, random)
      return { level: 0, room: forecourt.key, ...place }
    },
  }
}

/** Rooms that nobody drops in on; security belongs to the guards. */
const isPrivate = (room: Room) => room.restricted === true && room.kind === 'office'

function anywhere(area: { x: number; y: number; w: number; h: number }, random: Random): { x: number; y: number } {
  return { x: area.x + random.between(0.5, area.w - 0.5), y: area.y + random.between(0.5, area.h - 0.5) }
}
