// Draws a floor as an architect's plan in neutral greys that read on white and on near-black; no scripts, no references.
// Called by demo-site.ts; the drawing comes from the same rooms, doors and walls that the walkers and the radio use.
import { furnish, type Item } from './furniture.ts'
import type { Building, Door, Room, Wall } from './model.ts'
import { centreOf } from './model.ts'

/** Drawing units per metre: text stays above the smallest font sizes of browsers. */
const scale = 20
const ink = '#808791'
const wallPx = { outer: 7, solid: 5, light: 3 } as const
const fillOf: Partial<Record<Room['kind'], number>> = {
  corridor: 0.03,
  outdoor: 0,
  stairs: 0.13,
  lift: 0.13,
  wc: 0.1,
  plant: 0.12,
  server: 0.14,
  reception: 0.05,
  canteen: 0.08,
  kitchen: 0.1,
  meeting: 0.09,
}

export function planSvg(building: Building, level: number): string {
  const rooms = building.rooms.filter((room) => room.level === level)
  const doors = building.doors.filter((door) => door.level === level)
  const walls = building.walls.filter((wall) => wall.level === level)
  const [w, h] = [building.widthM * scale, building.heightM * scale]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">`,
    `<g fill="${ink}" stroke="none">${rooms.map(floorArea).join('')}</g>`,
    level === 0 ? forecourt(building) : '',
    `<g fill="none" stroke="${ink}" stroke-width="1" stroke-opacity="0.5">`,
    rooms.flatMap((room) => furnish(room).items.map(drawItem)).join(''),
    '</g>',
    `<g fill="none" stroke="${ink}" stroke-width="1.2" stroke-opacity="0.8">${doors.map(drawDoor).join('')}</g>`,
    `<g stroke="${ink}" stroke-linecap="square">${walls.map(drawWall).join('')}</g>`,
    `<g stroke="${ink}" stroke-width="2.5" stroke-opacity="0.55">${walls.flatMap(drawWindows).join('')}</g>`,
    `<g fill="${ink}" font-family="Helvetica, Arial, sans-serif" font-size="13" text-anchor="middle">`,
    rooms.map(label).join(''),
    '</g>',
    compass(w),
    '</svg>',
  ].join('')
}

function floorArea(room: Room): string {
  const opacity = fillOf[room.kind] ?? 0.06
  return opacity === 0 ? '' : `<rect ${box(room.x, room.y, room.w, room.h)} fill-opacity="${opacity}"/>`
}

function drawItem(item: Item): string {
  switch (item.shape) {
    case 'box':
      return `<rect ${box(item.x, item.y, item.w, item.h)}${item.radius ? ` rx="${px(item.radius)}"` : ''}/>`
    case 'disc':
      return `<circle cx="${px(item.x)}" cy="${px(item.y)}" r="${px(item.r)}"/>`
    case 'line':
      return `<path d="M${px(item.x1)} ${px(item.y1)}L${px(item.x2)} ${px(item.y2)}"/>`
  }
}

/** A leaf at right angles to the wall and the quarter circle that it sweeps; wide doors have two leaves. */
function drawDoor(door: Door): string {
  if (door.open) return ''
  const half = door.width / 2
  const leaves = door.width > 1.3 ? [-1, 1] : [-1]
  const length = door.width > 1.3 ? half : door.width
  return leaves
    .map((side) => {
      const [hx, hy] = door.along === 'x' ? [door.x + side * half, door.y] : [door.x, door.y + side * half]
      const [tx, ty] = door.along === 'x' ? [hx, hy - length] : [hx + length, hy]
      const [cx, cy] = door.along === 'x' ? [hx - side * length, hy] : [hx, hy - side * length]
      const sweep = (door.along === 'x') === side < 0 ? 1 : 0
      const r = px(length)
      return `<path d="M${px(hx)} ${px(hy)}L${px(tx)} ${px(ty)}A${r} ${r} 0 0 ${sweep} ${px(cx)} ${px(cy)}"/>`
    })
    .join('')
}

function drawWall(wall: Wall): string {
  const opacity = wall.kind === 'light' ? 0.85 : 1
  const d = `M${px(wall.x1)} ${px(wall.y1)}L${px(wall.x2)} ${px(wall.y2)}`
  return `<path d="${d}" stroke-width="${wallPx[wall.kind]}" stroke-opacity="${opacity}"/>`
}

/** Window bands outside the outer walls: a second line beside each bay, as plans show glazing. */
function drawWindows(wall: Wall): string[] {
  if (wall.kind !== 'outer') return []
  const horizontal = wall.y1 === wall.y2
  const [from, to] = horizontal ? [wall.x1, wall.x2] : [wall.y1, wall.y2]
  const outward = horizontal ? (wall.y1 < 15 ? -0.3 : 0.3) : wall.x1 < 30 ? -0.3 : 0.3
  const bands: string[] = []
  for (let at = from + 0.6; at + 2 <= to; at += 3) {
    const [x1, y1, x2, y2] = horizontal
      ? [at, wall.y1 + outward, at + 2, wall.y1 + outward]
      : [wall.x1 + outward, at, wall.x1 + outward, at + 2]
    bands.push(`<path d="M${px(x1)} ${px(y1)}L${px(x2)} ${px(y2)}"/>`)
  }
  return bands
}

function label(room: Room): string {
  if (room.kind === 'corridor' || room.kind === 'outdoor') return ''
  const { x } = centreOf(room)
  const y = room.y + labelOffset(room)
  const words = room.name.length * 0.34 > room.w - 0.2 ? room.name.split(/ (?=\S+$)/) : [room.name]
  return words.map((word, line) => `<text x="${px(x)}" y="${px(y + line * 0.75)}">${escapeText(word)}</text>`).join('')
}

/** Where the furniture leaves room for the name, metres below the upper wall. */
function labelOffset(room: Room): number {
  if (room.kind === 'office' && room.h > 6) return room.h / 2 + 0.2
  if (room.kind === 'lab' || room.kind === 'workshop') return 1.9
  if (room.kind === 'lift') return 3.2
  return 0.85
}

function forecourt(building: Building): string {
  const paths = [
    `<rect ${box(29.5, 29, 4, 7)} fill-opacity="0.1"/>`,
    `<rect ${box(0, 30, 60, 0.8)} fill-opacity="0.07"/>`,
  ]
  const trees = [1.4, 24.6, 27.2, 35.8, 58.4].map(
    (x) => `<circle cx="${px(x)}" cy="${px(33)}" r="${px(0.9)}" fill-opacity="0.12"/>`,
  )
  const areas = building.musterAreas.map((area) => {
    const middle = centreOf(area)
    return (
      `<rect ${box(area.x, area.y, area.w, area.h)} rx="10" fill-opacity="0.05" stroke="${ink}" stroke-dasharray="10 7"/>` +
      `<text x="${px(middle.x)}" y="${px(middle.y + 0.25)}" font-family="Helvetica, Arial, sans-serif" font-size="15" ` +
      `text-anchor="middle">${escapeText(area.name)}</text>`
    )
  })
  return `<g fill="${ink}">${[...paths, ...trees, ...areas].join('')}</g>`
}

function compass(width: number): string {
  return `<g fill="${ink}" font-family="Helvetica, Arial, sans-serif" font-size="12" text-anchor="middle"><path d="M${width - 22} 8l6 18l-6 -5l-6 5z"/><text x="${width - 22}" y="38">N</text></g>`
}

const px = (metres: number) => Math.round(metres * scale * 10) / 10
const box = (x: number, y: number, w: number, h: number) =>
  `x="${px(x)}" y="${px(y)}" width="${px(w)}" height="${px(h)}"`
const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
