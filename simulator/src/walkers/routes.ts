// Finds the way through the building: rooms are convex, so a walk is a chain of straight legs from door to door.
// Used by walker.ts; a leg never leaves its room, therefore nobody walks through a wall.
import type { Building, Door, Room } from '../building/model.ts'
import type { Random } from '../random.ts'

export interface Location {
  level: number
  x: number
  y: number
  room: string
}

/** The end of a leg; `room` is the room that the leg runs through. */
export interface Waypoint extends Location {
  /** Seconds to wait on arrival (for a lift). */
  waitS: number
}

export interface Router {
  route(from: Location, to: Location, random: Random, options?: { lifts: boolean }): Waypoint[]
}

interface Portal {
  x: number
  y: number
  /** Free way to either side of the middle, along the wall. */
  slackX: number
  slackY: number
  /** Direction of the wall. */
  along: 'x' | 'y'
  rooms: readonly [string, string]
  kind: 'door' | 'stairs' | 'lift'
}

/**
 * Extra metres that passing counts. Stairs and lifts: nobody changes floor for a short cut. Doors: a door that lies exactly on the
 * straight way to another must not become part of the chain by a rounding error.
 */
const passingCost = { door: 0.1, stairs: 12, lift: 15 } as const

export function createRouter(building: Building): Router {
  const rooms = new Map(building.rooms.map((room) => [room.key, room]))
  const portals = [...building.doors.filter((door) => door.rooms[1] !== 'outside').map(doorPortal), ...shafts(building)]
  const byRoom = new Map<string, number[]>()
  portals.forEach((portal, i) => {
    for (const key of portal.rooms) byRoom.set(key, [...(byRoom.get(key) ?? []), i])
  })

  const levelOf = (key: string) => rooms.get(key)!.level
  return {
    route(from, to, random, options = { lifts: true }) {
      if (from.room === to.room) return [{ ...to, waitS: 0 }]
      const chain = shortestChain(portals, byRoom, from, to, options.lifts)
      if (!chain) throw new Error(`There is no way from ${from.room} to ${to.room}.`)
      const way: Waypoint[] = []
      let room = from.room
      for (const index of chain) {
        const portal = portals[index]!
        const x = portal.x + random.between(-portal.slackX, portal.slackX)
        const y = portal.y + random.between(-portal.slackY, portal.slackY)
        const next = portal.rooms[0] === room ? portal.rooms[1] : portal.rooms[0]
        const beside = (key: string) => ({ ...besideDoor(portal, rooms.get(key)!, x, y), room: key, waitS: 0 })
        if (portal.kind === 'door') way.push(beside(room))
        way.push({ x, y, level: levelOf(room), room, waitS: portal.kind === 'lift' ? random.between(6, 14) : 0 })
        room = next
        // The floor changes in place, on the landing or in the cabin.
        way.push(portal.kind === 'door' ? beside(room) : { x, y, level: levelOf(room), room, waitS: 0 })
      }
      way.push({ ...to, waitS: 0 })
      return way
    },
  }
}

function doorPortal(door: Door): Portal {
  const slack = Math.max(0, Math.min(door.width / 2 - 0.35, 1))
  const [slackX, slackY] = door.along === 'x' ? [slack, 0] : [0, slack]
  return { x: door.x, y: door.y, slackX, slackY, along: door.along, rooms: door.rooms, kind: 'door' }
}

/** People pass a door at right angles and then walk in the middle of a corridor, not along its wall. */
const stepBesideM = 0.8

function besideDoor(portal: Portal, room: Room, x: number, y: number): { x: number; y: number; level: number } {
  const { level } = room
  const alongX = portal.along === 'x'
  const side = alongX ? Math.sign(room.y + room.h / 2 - y) : Math.sign(room.x + room.w / 2 - x)
  return alongX ? { x, y: y + side * stepBesideM, level } : { x: x + side * stepBesideM, y, level }
}

/** Stairs and lifts lie above each other under the same name. */
function shafts(building: Building): Portal[] {
  const vertical = building.rooms.filter((room) => room.kind === 'stairs' || room.kind === 'lift')
  return vertical.flatMap((lower) =>
    vertical
      .filter((upper) => upper.level === lower.level + 1 && upper.name === lower.name)
      .map((upper): Portal => {
        const kind = lower.kind === 'lift' ? 'lift' : 'stairs'
        return { ...landing(lower), slackX: 0.4, slackY: 0, along: 'x', rooms: [lower.key, upper.key], kind }
      }),
  )
}

/** The end of the shaft away from its door. */
function landing(room: Room): { x: number; y: number } {
  const side = room.doors[0]?.side
  return { x: room.x + room.w / 2, y: side === 's' ? room.y + 0.8 : room.y + room.h - 0.8 }
}

/** Dijkstra over the doors; some seventy nodes, so a plain scan for the nearest is quick enough. */
function shortestChain(
  portals: readonly Portal[],
  byRoom: ReadonlyMap<string, readonly number[]>,
  from: Location,
  to: Location,
  lifts: boolean,
): number[] | null {
  const cost = new Float64Array(portals.length).fill(Infinity)
  const before = new Int32Array(portals.length).fill(-1)
  const done = new Uint8Array(portals.length)
  const usable = (i: number) => lifts || portals[i]!.kind !== 'lift'
  for (const i of byRoom.get(from.room) ?? []) {
    if (usable(i)) cost[i] = distance(from, portals[i]!) + passingCost[portals[i]!.kind]
  }
  for (;;) {
    let next = -1
    for (let i = 0; i < portals.length; i++) if (!done[i] && (next < 0 || cost[i]! < cost[next]!)) next = i
    if (next < 0 || cost[next] === Infinity) break
    done[next] = 1
    for (const room of portals[next]!.rooms) {
      for (const i of byRoom.get(room) ?? []) {
        const through = cost[next]! + distance(portals[next]!, portals[i]!) + passingCost[portals[i]!.kind]
        if (!done[i] && usable(i) && through < cost[i]!) {
          cost[i] = through
          before[i] = next
        }
      }
    }
  }
  let best = -1
  let bestCost = Infinity
  for (const i of byRoom.get(to.room) ?? []) {
    const total = cost[i]! + distance(portals[i]!, to)
    if (total < bestCost) [best, bestCost] = [i, total]
  }
  if (best < 0) return null
  const chain: number[] = []
  for (let i = best; i >= 0; i = before[i]!) chain.unshift(i)
  return chain
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y)
