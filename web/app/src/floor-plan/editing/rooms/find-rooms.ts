// Rooms in the picture of a plan: free space between dark lines. Doors are gaps narrower than a room, so that free space is cut where it
// is narrower than a door, and what remains grows back to the walls. Run in a worker (rooms-worker.ts); pure.
import { distanceToInk } from './ink-distance.ts'
import { inkOf } from './plan-ink.ts'
import type { PlanPicture } from './plan-ink.ts'
import { labelled, grown } from './room-regions.ts'
import { outlineOf } from './room-outline.ts'
import type { Region } from './room-outline.ts'

/** Corners in shares of the picture's sides, 0 to 1. */
export type FoundRoom = { readonly corners: readonly { x: number; y: number }[]; readonly areaM2: number }

/** Openings up to this are doors, metres. */
const widestDoor = 1.3
const smallestRoomM2 = 1.5
const mostRooms = 400

export function findRooms(picture: PlanPicture, onProgress: (share: number) => void = () => undefined): FoundRoom[] {
  const { width, height, metres } = picture
  const ink = inkOf(picture)
  onProgress(0.3)
  const reach = Math.max(1.5, widestDoor / 2 / metres)
  const free = distanceToInk(ink, width, height)
  onProgress(0.5)
  const seeds = labelled(free, { width, height, reach })
  const labels = grown(seeds, ink, { width, height, steps: Math.ceil(reach * 1.5) })
  onProgress(0.7)
  const rooms: FoundRoom[] = []
  const regions = regionsOf(labels, width)
  for (const [index, region] of regions.entries()) {
    const areaM2 = region.pixels * metres * metres
    const touchesEdge =
      region.left === 0 || region.top === 0 || region.right === width - 1 || region.bottom === height - 1
    if (!touchesEdge && areaM2 >= smallestRoomM2) {
      const corners = outlineOf(labels, width, region, metres)
      const shares = corners.map(({ x, y }) => ({ x: x / width, y: y / height }))
      if (corners.length >= 3) rooms.push({ corners: shares, areaM2 })
    }
    onProgress(0.7 + (0.3 * (index + 1)) / regions.length)
  }
  return rooms.toSorted((a, b) => b.areaM2 - a.areaM2).slice(0, mostRooms)
}

function regionsOf(labels: Int32Array, width: number): Region[] {
  const regions = new Map<number, Region>()
  for (let at = 0; at < labels.length; at++) {
    const label = labels[at] ?? 0
    if (label === 0) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    const region = regions.get(label)
    if (!region) regions.set(label, { label, left: x, right: x, top: y, bottom: y, pixels: 1 })
    else {
      region.left = Math.min(region.left, x)
      region.right = Math.max(region.right, x)
      region.bottom = y
      region.pixels++
    }
  }
  return [...regions.values()]
}
