// Step 6: where on its floor each device is (positioning 2.5). Receivers of other floors only told the floor.
import type { Fix, DeviceOnFloor } from '../batch.ts'
import { mapEach, type Step } from '../pipeline.ts'

/** Above this many badges the grid would take more than its share of a core. */
const mostGridDevices = 5000

export function estimateStep(badgeCount: () => number): Step {
  const name = 'estimate'
  return {
    name,
    run(batch, report) {
      const useGrid = badgeCount() <= mostGridDevices
      const locate = ({ device, floor, floorProbability }: DeviceOnFloor): Fix | null => {
        const observations = device.strengths(batch.site).filter(({ receiver }) => receiver.floor === floor)
        if (observations.length === 0) return null
        const estimate = device.track.update({
          floor,
          observations,
          fresh: device.takeFresh(batch.site, floor),
          referenceDbm: device.carrier.referenceDbm ?? floor.referenceDbm,
          now: device.lastReadingAt,
          maximumSpeedMps: batch.site.ble.maximumSpeedMps,
          useGrid,
        })
        return { device, floor, floorProbability, estimate, zoneId: null, presence: null }
      }
      return { ...batch, fixes: mapEach(batch.onFloors, name, report, locate) }
    },
  }
}
