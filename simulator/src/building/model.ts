// The one model of the building: plan drawing, zones, walking and radio all read these shapes, so they cannot disagree.
// Metres in the floor frame: origin at the plan's top left, y down.

export type RoomKind =
  | 'office'
  | 'meeting'
  | 'canteen'
  | 'kitchen'
  | 'lab'
  | 'workshop'
  | 'store'
  | 'reception'
  | 'corridor'
  | 'stairs'
  | 'lift'
  | 'wc'
  | 'server'
  | 'plant'
  | 'firstaid'
  | 'outdoor'

export interface DoorSpec {
  side: 'n' | 's' | 'e' | 'w'
  /** Metres from the wall's left or top end to the middle of the door. */
  at: number
  width?: number
  /** An opening has no leaf and is drawn as a gap. */
  open?: boolean
}

export interface Room {
  key: string
  name: string
  level: number
  kind: RoomKind
  x: number
  y: number
  w: number
  h: number
  doors: readonly DoorSpec[]
  restricted?: boolean
  capacity?: number
}

export interface Door {
  level: number
  x: number
  y: number
  width: number
  /** Direction of the wall that the door is in. */
  along: 'x' | 'y'
  open: boolean
  /** Keys of the rooms on both sides; the first is the room that declares the door. */
  rooms: readonly [string, string]
}

export interface Wall {
  level: number
  x1: number
  y1: number
  x2: number
  y2: number
  kind: 'outer' | 'solid' | 'light'
}

export interface Area {
  x: number
  y: number
  w: number
  h: number
}

export interface MusterArea extends Area {
  name: string
}

export interface Building {
  widthM: number
  heightM: number
  levels: readonly { level: number; key: string; name: string }[]
  rooms: readonly Room[]
  doors: readonly Door[]
  walls: readonly Wall[]
  musterAreas: readonly MusterArea[]
  /** Where floors have no ceiling between them. */
  atrium: Area | null
}

export interface Point {
  x: number
  y: number
}

/** Height between two floors, metres. */
export const storeyM = 4

export function roomAt(rooms: readonly Room[], level: number, x: number, y: number): Room | undefined {
  return rooms.find((r) => r.level === level && x > r.x && x < r.x + r.w && y > r.y && y < r.y + r.h)
}

/** Whether a point lies in an area made larger by a margin. */
export function liesIn({ x, y, w, h }: Area, point: Point, marginM = 0): boolean {
  const [right, bottom] = [x + w + marginM, y + h + marginM]
  return point.x > x - marginM && point.x < right && point.y > y - marginM && point.y < bottom
}

export function centreOf(room: Area): Point {
  return { x: room.x + room.w / 2, y: room.y + room.h / 2 }
}
