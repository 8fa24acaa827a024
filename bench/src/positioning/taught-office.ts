// The head office as it is when nobody surveyed it, but people worked in it for a while: what the product gathers of badges at rest, and the
// calibration that it works out from that. Used by rooms.ts.
import { textbookRadio } from '@rollcall/backend/positioning/calibration/fit-model'
import { learnFromRests } from '@rollcall/backend/positioning/calibration/rests/learn-from-rests'
import type { FloorRest } from '@rollcall/backend/positioning/rest-memory'
import type { SiteRows } from '@rollcall/backend/positioning/site-queries'
import { isOutdoorZone, isPassage } from '@rollcall/backend/positioning/zone-words'
import { defaultSettings } from '@rollcall/contracts/domains/settings'
import { ceilingM } from '@rollcall/contracts/radio-model'
import { inUse } from './tracks.ts'

const textbook = textbookRadio(defaultSettings.ble)

/** The same rows with a calibration for each floor, whether it is recommended or not. */
export async function taughtOffice(rows: SiteRows, rests: readonly FloorRest[]): Promise<SiteRows> {
  const floors: SiteRows['floors'][number][] = []
  for (const floor of rows.floors) {
    const { id, widthM, heightM, walls } = floor
    const metres = ({ x, y }: { x: number; y: number }) => ({ xM: (x / 100) * widthM, yM: (y / 100) * heightM })
    const learnt = await learnFromRests(
      {
        bounds: { widthM, heightM },
        receivers: rows.receivers
          .filter(({ floorId }) => floorId === id)
          .map(({ receiverId, zM, ...at }) => ({ receiverId, zM: zM ?? ceilingM, ...metres(at) })),
        referenceDbm: textbook.referenceDbm,
        walls,
        zones: rows.zones
          .filter(({ floorId }) => floorId === id)
          .map((zone) => ({
            polygon: zone.polygon.map(metres),
            kind: isPassage(zone) ? 'passage' : isOutdoorZone(zone) ? 'outdoors' : 'room',
          })),
        rests: rests.filter(({ floorId }) => floorId === id),
      },
      textbook,
    )
    floors.push({ ...floor, calibration: inUse(learnt) })
  }
  return { ...rows, floors }
}
