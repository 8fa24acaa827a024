// Builders for positioning tests: a site of two floors with receivers at the corners and in the middle, and what they hear.
import { defaultSettings } from '@rollcall/contracts/domains/settings'
import type { SiteRows } from './site-queries.ts'
import { type ReceivedStrength, compileSite, type SiteFloor, type SiteModel } from './site-model.ts'

const size = { widthM: 40, heightM: 30 }
const places = [
  [12, 20],
  [50, 15],
  [88, 20],
  [50, 50],
  [12, 80],
  [50, 85],
  [88, 80],
] as const

export function siteRows(): SiteRows {
  const floors = [0, 1].map((level) => ({
    id: `floor-${level}`,
    name: `Floor ${level}`,
    buildingId: 'building',
    level,
    ...size,
    calibration: null,
    walls: [],
  }))
  const receivers = floors.flatMap((floor) =>
    places.map(([x, y], i) => ({
      receiverId: receiverId(floor.level, i),
      floorId: floor.id,
      x,
      y,
      zM: 2.7,
      rssiOffsetDb: 0,
    })),
  )
  const left = [at(0, 0), at(50, 0), at(50, 100), at(0, 100)]
  const right = [at(50, 0), at(100, 0), at(100, 100), at(50, 100)]
  const room = { isMusterPoint: false, zoneType: 'Office' }
  const zones = [
    { id: 'left', floorId: 'floor-0', polygon: left, name: 'Left hall', isRestricted: false, ...room },
    {
      id: 'right',
      floorId: 'floor-0',
      polygon: right,
      name: 'Right hall',
      isRestricted: true,
      ...room,
    },
  ]
  const carriers = ['aa0000000001', 'aa0000000002'].map((transmitterId) => ({
    transmitterId,
    entityType: 'employee' as const,
    entityId: null,
    name: `Badge ${transmitterId}`,
    referenceDbm: null,
  }))
  return { floors, receivers, zones, carriers, ble: defaultSettings.ble }
}

export const aSite = (): SiteModel => compileSite(siteRows(), null)
export const floorOf = (site: SiteModel, level: number): SiteFloor => site.floors.get(`floor-${level}`)!
export const receiverId = (level: number, index: number) => `02000000${level}0${String(index).padStart(2, '0')}`

/** What every receiver of the building would measure of a badge at a place; below −95 dBm nothing is heard. */
export function strengthsAt(site: SiteModel, level: number, xM: number, yM: number, slabDb = 16): ReceivedStrength[] {
  return [...site.receivers.values()]
    .map((receiver) => {
      const storeys = Math.abs(receiver.floor.level - level)
      const distance = Math.hypot(xM - receiver.xM, yM - receiver.yM, storeys * 3.5 + 1.5)
      return { receiver, rssi: -59 - 20 * Math.log10(distance) - storeys * slabDb }
    })
    .filter(({ rssi }) => rssi > -95)
}

const at = (x: number, y: number) => ({ x, y })
