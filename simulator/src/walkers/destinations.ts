// Where a person or an asset goes next and for how long, when the clock (day.ts) asks for nothing.
import { type Furniture, furnish } from '../building/furniture.ts'
import type { Area, Building, Point, Room, RoomKind } from '../building/model.ts'
import type { Random } from '../random.ts'
import type { Carrier } from '../roster/roster.ts'
import type { Location } from './routes.ts'

export interface Visit {
  /** `away`: leaves the site at the end of the walk and is silent until the stay is over. */
  to: RoomKind | 'home' | 'away'
  location: Location
  staySeconds: number
}

export interface Destinations {
  homeOf(carrier: Carrier): Location
  next(carrier: Carrier, home: Location, random: Random): Visit
  /** A location in a room of the kind; `share` (0 to 1) chooses the room. */
  inside(kind: RoomKind, random: Random, share: number): Location
  /** Where people leave the site. */
  gate(random: Random): Location
}

/** Weight and stay in seconds of each thing to do. Stays are short for an office: a map is watched for minutes, not for days. */
const habits: Record<Carrier['kind'], readonly { to: Visit['to']; weight: number; stay: [number, number] }[]> = {
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

  const placeIn = (room: Room, random: Random): Location => {
    const { furniture } = spots.get(room.key)!
    const seat = furniture.seats.length > 0 ? random.pick(furniture.seats) : anywhere(room, random)
    return { level: room.level, room: room.key, x: seat.x, y: seat.y }
  }
  const inside = (kind: RoomKind, random: Random, share: number) => {
    const rooms = roomsOf(kind)
    return placeIn(rooms[Math.floor(share * rooms.length)]!, random)
  }
  const outdoor = building.rooms.filter((room) => room.kind === 'outdoor')
  const edge = outdoor.find((room) => room.y + room.h >= building.heightM)!
  const gate = (random: Random): Location => {
    return { level: 0, room: edge.key, x: random.between(30, 33), y: building.heightM - 0.3 }
  }

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
      const { to } = choice
      if (to === 'home') return { to, location: home, staySeconds }
      if (to === 'away') return { to, location: gate(random), staySeconds }
      return { to, location: inside(to, random, random.next()), staySeconds }
    },
    inside,
    gate,
  }
}

/** Rooms that nobody drops in on; security belongs to the guards. */
const isPrivate = (room: Room) => room.restricted === true && room.kind === 'office'

function anywhere(area: Area, random: Random): Point {
  return { x: area.x + random.between(0.5, area.w - 0.5), y: area.y + random.between(0.5, area.h - 0.5) }
}
