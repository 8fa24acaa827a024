// Builder for positioning tests: a room, a yard with a muster point in it, and receivers on both sides of the wall.
import { siteRows } from './a-site.ts'
import { type ReceivedStrength, compileSite } from './site-model.ts'
import type { SiteRows } from './site-queries.ts'

export type Zone = SiteRows['zones'][number]
/** Metres on a floor of 40 × 30 m. */
export type Box = readonly [x: number, y: number, w: number, h: number]

export const aZone = (name: string, [x, y, w, h]: Box, changes: Partial<Zone> = {}): Zone => ({
  id: name,
  floorId: 'floor-0',
  name,
  zoneType: 'Office',
  isMusterPoint: false,
  isRestricted: false,
  polygon: [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ].map(([px, py]) => ({ x: (px! / 40) * 100, y: (py! / 30) * 100 })),
  ...changes,
})

/** Two in the room, two beside the muster point, one on the yard away from it. */
const spots = [
  [8, 8],
  [20, 8],
  [8, 23],
  [13, 22],
  [36, 25],
] as const

export function aYard() {
  const rows = siteRows()
  const receivers = spots.map(([x, y], i) => {
    return { ...rows.receivers[i]!, floorId: 'floor-0', x: (x / 40) * 100, y: (y / 30) * 100 }
  })
  const zones = [
    aZone('Room', [0, 0, 40, 15]),
    aZone('Yard', [0, 15, 40, 15]),
    aZone('Point', [5, 20, 10, 5], { isMusterPoint: true }),
  ]
  const site = compileSite({ ...rows, receivers, zones }, null)
  const floor = site.floors.get('floor-0')!
  return {
    site,
    floor,
    floors: [...site.floors.values()],
    /** Strengths in the order of the receivers; null: it hears nothing. */
    heardBy: (...strengths: (number | null)[]): ReceivedStrength[] =>
      strengths.flatMap((rssi, i) => (rssi === null ? [] : [{ receiver: floor.receivers[i]!, rssi }])),
  }
}

/** What a badge in the room and one at the muster point sound like. */
export const heard = { inside: [-70, -75, -85, -84, null], atPoint: [-88, null, -75, -72, -90] } as const
