// What stands in a room: drawn by plan-svg.ts, sat at by the walkers. Seats come from the furniture, so people sit at drawn desks.
import type { Point, Room } from './model.ts'
import { centreOf } from './model.ts'

export type Item =
  | { shape: 'box'; x: number; y: number; w: number; h: number; radius?: number }
  | { shape: 'disc'; x: number; y: number; r: number }
  | { shape: 'line'; x1: number; y1: number; x2: number; y2: number }

export interface Furniture {
  items: Item[]
  /** Where a person sits or stands while staying here. */
  seats: Point[]
}

export function furnish(room: Room): Furniture {
  switch (room.kind) {
    case 'office':
      return desks(room)
    case 'meeting':
      return conferenceTable(room)
    case 'canteen':
      return roundTables(room)
    case 'lab':
    case 'workshop':
      return benches(room)
    case 'server':
    case 'store':
      return racks(room)
    case 'reception':
      return lounge(room)
    case 'stairs':
      return treads(room)
    case 'lift':
      return cabins(room)
    case 'wc':
      return cubicles(room)
    case 'kitchen':
    case 'plant':
    case 'firstaid':
      return counter(room)
    case 'corridor':
    case 'outdoor':
      return { items: [], seats: [] }
  }
}

/** Pairs of desks back to back, a row every 3.6 m, aisles on all sides. */
function desks(room: Room): Furniture {
  const items: Item[] = []
  const seats: Point[] = []
  const rows = Math.max(1, Math.floor((room.h - 2.4) / 3.2))
  const columns = Math.max(1, Math.floor((room.w - 1.8) / 1.8))
  const left = room.x + (room.w - columns * 1.6) / 2
  for (let row = 0; row < rows; row++) {
    const y = room.y + (room.h / rows) * (row + 0.5) + (rows === 1 ? 0.45 : 0)
    for (let column = 0; column < columns; column++) {
      const x = left + column * 1.6
      items.push({ shape: 'box', x: x + 0.05, y: y - 0.8, w: 1.5, h: 0.75 })
      items.push({ shape: 'box', x: x + 0.05, y: y + 0.05, w: 1.5, h: 0.75 })
      seats.push({ x: x + 0.8, y: y - 1.15 }, { x: x + 0.8, y: y + 1.15 })
    }
  }
  for (const seat of seats) items.push({ shape: 'disc', x: seat.x, y: seat.y, r: 0.24 })
  return { items, seats }
}

function conferenceTable(room: Room): Furniture {
  const { x: cx, y: middle } = centreOf(room)
  const cy = middle + 0.45
  const wide = room.w >= room.h
  const length = Math.max(1.6, (wide ? room.w : room.h) - 3.4)
  const depth = Math.min(1.5, (wide ? room.h : room.w) - 2.8)
  const [w, h] = wide ? [length, depth] : [depth, length]
  const items: Item[] = [{ shape: 'box', x: cx - w / 2, y: cy - h / 2, w, h, radius: 0.3 }]
  const seats: Point[] = []
  const count = Math.max(2, Math.floor(length / 0.95))
  for (let i = 0; i < count; i++) {
    const along = -length / 2 + (length / count) * (i + 0.5)
    for (const side of [-1, 1]) {
      const off = side * (depth / 2 + 0.4)
      seats.push(wide ? { x: cx + along, y: cy + off } : { x: cx + off, y: cy + along })
    }
  }
  for (const seat of seats) items.push({ shape: 'disc', x: seat.x, y: seat.y, r: 0.24 })
  return { items, seats }
}

function roundTables(room: Room): Furniture {
  const items: Item[] = [{ shape: 'box', x: room.x + 0.3, y: room.y + room.h - 1, w: room.w * 0.35, h: 0.7 }]
  const seats: Point[] = []
  const [columns, rows] = [Math.floor((room.w - 1) / 3), Math.floor((room.h - 2) / 3)]
  for (let i = 0; i < columns * rows; i++) {
    const x = room.x + 0.5 + ((room.w - 1) / columns) * ((i % columns) + 0.5)
    const y = room.y + 1 + ((room.h - 2.2) / rows) * (Math.floor(i / columns) + 0.5)
    items.push({ shape: 'disc', x, y, r: 0.55 })
    for (const [dx, dy] of [
      [0.85, 0],
      [-0.85, 0],
      [0, 0.85],
      [0, -0.85],
    ] as const) {
      seats.push({ x: x + dx, y: y + dy })
      items.push({ shape: 'disc', x: x + dx, y: y + dy, r: 0.2 })
    }
  }
  return { items, seats }
}

function benches(room: Room): Furniture {
  const items: Item[] = [{ shape: 'box', x: room.x + 0.3, y: room.y + 0.3, w: room.w - 0.6, h: 0.7 }]
  const seats: Point[] = []
  for (let y = room.y + 3; y < room.y + room.h - 1.8; y += 2.6) {
    items.push({ shape: 'box', x: room.x + 1.6, y: y - 0.45, w: room.w - 3.2, h: 0.9 })
    for (let x = room.x + 2.4; x < room.x + room.w - 2; x += 2) seats.push({ x, y: y + 0.85 })
  }
  for (const seat of seats) items.push({ shape: 'disc', x: seat.x, y: seat.y, r: 0.22 })
  return { items, seats }
}

function racks(room: Room): Furniture {
  const items: Item[] = []
  const seats: Point[] = []
  for (let x = room.x + 0.9; x < room.x + room.w - 1; x += 1.9) {
    items.push({ shape: 'box', x, y: room.y + 1.4, w: 0.7, h: room.h - 3 })
    for (let y = room.y + 2.1; y < room.y + room.h - 1.6; y += 0.7) {
      items.push({ shape: 'line', x1: x, y1: y, x2: x + 0.7, y2: y })
    }
    seats.push({ x: Math.min(x + 1.25, room.x + room.w - 0.5), y: room.y + room.h / 2 })
  }
  return { items, seats }
}

function lounge(room: Room): Furniture {
  const { x: cx, y: cy } = centreOf(room)
  const [left, right] = [room.x + 0.5, room.x + room.w - 1.3]
  const items: Item[] = [
    { shape: 'box', x: cx - 1.6, y: cy - 1.4, w: 3.2, h: 0.8, radius: 0.3 },
    { shape: 'box', x: left, y: cy + 0.6, w: 0.8, h: 2.4, radius: 0.2 },
    { shape: 'box', x: right, y: cy + 0.6, w: 0.8, h: 2.4, radius: 0.2 },
    { shape: 'disc', x: left + 1.5, y: cy + 1.8, r: 0.4 },
    { shape: 'disc', x: right - 0.7, y: cy + 1.8, r: 0.4 },
  ]
  const seats = [
    { x: cx - 0.7, y: cy - 1.9 },
    { x: cx + 0.7, y: cy - 1.9 },
    { x: left + 0.5, y: cy + 1.2 },
    { x: left + 0.5, y: cy + 2.4 },
    { x: right + 0.3, y: cy + 1.2 },
    { x: right + 0.3, y: cy + 2.4 },
  ]
  return { items, seats }
}

/** Two flights side by side with a landing at the far end. */
function treads(room: Room): Furniture {
  const items: Item[] = [{ shape: 'line', x1: room.x + 2, y1: room.y + 1.1, x2: room.x + 2, y2: room.y + room.h - 1.1 }]
  for (let y = room.y + 1.1; y <= room.y + room.h - 1; y += 0.3) {
    items.push({ shape: 'line', x1: room.x + 0.2, y1: y, x2: room.x + room.w - 0.2, y2: y })
  }
  return { items, seats: [] }
}

function cabins(room: Room): Furniture {
  const items: Item[] = []
  for (const x of [room.x + 0.3, room.x + 2.1]) {
    const [top, side] = [room.y + 0.3, 1.6]
    items.push({ shape: 'box', x, y: top, w: side, h: side })
    items.push({ shape: 'line', x1: x, y1: top, x2: x + side, y2: top + side })
    items.push({ shape: 'line', x1: x + side, y1: top, x2: x, y2: top + side })
  }
  return { items, seats: [] }
}

function cubicles(room: Room): Furniture {
  const items: Item[] = []
  const seats: Point[] = []
  for (let i = 0; i < 4; i++) {
    const x = room.x + i
    if (i > 0) items.push({ shape: 'line', x1: x, y1: room.y + room.h - 1.6, x2: x, y2: room.y + room.h })
    items.push({ shape: 'disc', x: x + 0.5, y: room.y + room.h - 0.5, r: 0.22 })
    seats.push({ x: x + 0.5, y: room.y + room.h - 1.1 })
  }
  return { items, seats }
}

function counter(room: Room): Furniture {
  const items: Item[] = [
    { shape: 'box', x: room.x + room.w - 1, y: room.y + 0.6, w: 0.7, h: room.h - 1.2 },
    { shape: 'box', x: room.x + 1.3, y: room.y + room.h / 2 - 0.4, w: Math.max(0.8, room.w - 4), h: 0.8 },
  ]
  return {
    items,
    seats: [
      { x: room.x + room.w - 1.4, y: room.y + room.h / 2 },
      { x: room.x + 1.6, y: room.y + 1.4 },
    ],
  }
}
