// Step 7: which zone each fix lies in, with hysteresis (positioning 2.7), and how likely it is indoors and at a muster point (rules 9).
import type { Fix } from '../batch.ts'
import { mapEach, type Step } from '../pipeline.ts'
import { presenceOf } from '../presence.ts'
import { whereOnFloor } from '../zone-probability.ts'

export function zoneStep(): Step {
  const name = 'zone'
  return {
    name,
    run(batch, report) {
      const assign = (fix: Fix): Fix => {
        const { device, floor, floorProbability } = fix
        const where = whereOnFloor(floor, fix.estimate, device.track.grid)
        device.zones.comeTo(floor.zones.ids)
        const zoneId = device.zones.update(where.zones, device.lastReadingAt, batch.site.ble)
        const floors = batch.site.buildings.get(floor.buildingId) ?? []
        const presence = presenceOf(where, floorProbability, floors, device.strengths(batch.site))
        const musterSince = device.musterStay.update(presence.musterProbability, device.lastReadingAt)
        return { ...fix, zoneId, presence: { ...presence, musterSince } }
      }
      return { ...batch, fixes: mapEach(batch.fixes, name, report, assign) }
    },
  }
}
