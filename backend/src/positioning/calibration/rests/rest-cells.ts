// The cells of a floor in which a badge may have rested, and what lies between each of them and each receiver: distance and walls. Built
// once for everything that is learnt (learn-from-rests.ts).
import type { Wall } from '@rollcall/contracts/domains/walls'
import { contains, sizeOf } from '../../polygon.ts'
import type { Bounds, PlanarPoint } from '../../solvers/observation.ts'
import { badgeHeightM } from '../../solvers/observation.ts'
import { decibelDistance, type SurveyReceiver } from '../survey.ts'

export interface RestCells {
  cellM: number
  columns: number
  rows: number
  /** Logarithm of how much rather somebody rests in a cell than in one of a room. */
  prior: Float64Array
  /** Per receiver: ten times the logarithm of the distance, and the walls on the way. */
  distances: readonly Float64Array[]
  walls: readonly Float64Array[]
}

export interface RestZone {
  polygon: readonly PlanarPoint[]
  kind: 'room' | 'passage' | 'outdoors'
}

/** Metres, and so many at most: a large floor has larger ones. */
const cell = { leastM: 1, most: 3000 } as const
/** Of a room 1. Where nobody drew anything there may be a room; outdoors receivers hear nobody at rest. */
const shares = { room: 1, passage: 0.1, outdoors: 0.01, undrawn: 0.05 } as const

export function restCells(
  { widthM, heightM }: Bounds,
  receivers: readonly SurveyReceiver[],
  drawn: { zones: readonly RestZone[]; walls: readonly Wall[] },
): RestCells {
  const cellM = Math.max(cell.leastM, Math.sqrt((widthM * heightM) / cell.most))
  const columns = Math.ceil(widthM / cellM)
  const rows = Math.ceil(heightM / cellM)
  const middles = Array.from({ length: columns * rows }, (_, i) => {
    return { xM: ((i % columns) + 0.5) * cellM, yM: (Math.floor(i / columns) + 0.5) * cellM }
  })
  const bySize = drawn.zones
    .map(({ kind, polygon }) => ({ kind, corners: polygon.map(cornerOf) }))
    .toSorted((a, b) => sizeOf(a.corners) - sizeOf(b.corners))
  const isDrawn = bySize.some(({ kind }) => kind === 'room')
  const shareAt = (place: PlanarPoint) => {
    const zone = bySize.find(({ corners }) => contains(corners, cornerOf(place)))
    return zone ? shares[zone.kind] : isDrawn ? shares.undrawn : shares.room
  }
  const pieces = piecesOf(drawn.walls, { widthM, heightM })
  return {
    cellM,
    columns,
    rows,
    prior: Float64Array.from(middles, (place) => Math.log(shareAt(place))),
    distances: receivers.map((receiver) =>
      Float64Array.from(middles, (place) => decibelDistance({ ...place, zM: badgeHeightM, heard: [] }, receiver)),
    ),
    walls: receivers.map((receiver) =>
      Float64Array.from(middles, (place) =>
        pieces.reduce((count, piece) => count + (crosses(piece, place, receiver) ? 1 : 0), 0),
      ),
    ),
  }
}

const cornerOf = ({ xM, yM }: PlanarPoint) => ({ x: xM, y: yM })

interface Piece {
  from: PlanarPoint
  to: PlanarPoint
  /** Along the piece, from 0 to 1: where a door is. */
  open: readonly { from: number; to: number }[]
}

function piecesOf(walls: readonly Wall[], { widthM, heightM }: Bounds): Piece[] {
  const metres = ({ x, y }: Wall['points'][number]) => ({ xM: (x / 100) * widthM, yM: (y / 100) * heightM })
  return walls.flatMap(({ points, doors }) =>
    points.slice(1).map((point, edge) => {
      const [from, to] = [metres(points[edge]!), metres(point)]
      const lengthM = Math.max(1e-6, Math.hypot(to.xM - from.xM, to.yM - from.yM))
      const open = doors
        .filter((door) => door.edge === edge)
        .map(({ at, widthM: wide }) => ({ from: at - wide / 2 / lengthM, to: at + wide / 2 / lengthM }))
      return { from, to, open }
    }),
  )
}

/** Through the wall, and through none of its doors. */
function crosses({ from, to, open }: Piece, a: PlanarPoint, b: PlanarPoint): boolean {
  const [wx, wy] = [to.xM - from.xM, to.yM - from.yM]
  const [rx, ry] = [b.xM - a.xM, b.yM - a.yM]
  const across = wx * ry - wy * rx
  if (across === 0) return false
  const along = ((a.xM - from.xM) * ry - (a.yM - from.yM) * rx) / across
  const way = ((a.xM - from.xM) * wy - (a.yM - from.yM) * wx) / across
  if (along < 0 || along > 1 || way <= 0 || way >= 1) return false
  return open.every((door) => along < door.from || along > door.to)
}
