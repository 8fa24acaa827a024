// Step 7: which zone each fix lies in, with hysteresis (positioning 2.7), and how likely it is indoors and at a muster point (rules 9).
import type { Fix } from '../batch.ts'
import { mapEach, type Step } from '../pipeline.ts'
import { isOutside } from '../presence.ts'
import { whereOnFloor } from '../zone-probability.ts'

export function zoneStep(): Step {
  const name = 'zone'
  return {
    name,
    run(batch, report) {
      const assign = (fix: Fix): Fix => {
        const { device, floor, floorProbability, estimate } = fix
        const { lastReadingAt: at } = device
        const where = whereOnFloor(floor, estimate, device.track.grid)
        const floors = batch.site.buildings.get(floor.buildingId) ?? []
        const heard = device.strengths(batch.site)
        const presence = device.presence.update({ where, floor, floorProbability, floors, heard, at })
        // Whoever is outside is in no room, without delay: a row that says both would be believed in neither.
        device.zones.comeTo(isOutside(presence) ? floor.zones.openIds : floor.zones.ids, at)
        const zoneId = device.zones.update(
          where.zones({ outdoors: device.presence.outdoors, isStill: device.track.isStill }),
          at,
          batch.site.ble,
        )
        const musterSince = device.musterStay.update(presence.musterProbability, at)
        const { probability: zoneProbability, nearId: nearZoneId, since: zoneSince } = device.zones
        const { insideProbability, musterZoneId, musterProbability } = presence
        const known = { insideProbability, musterZoneId, musterProbability, musterSince }
        return {
          device,
          floor,
          floorProbability,
          estimate,
          zoneId,
          zoneProbability,
          nearZoneId,
          zoneSince,
          presence: known,
        }
      }
      return { ...batch, fixes: mapEach(batch.fixes, name, report, assign) }
    },
  }
}
