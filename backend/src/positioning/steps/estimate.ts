// Step 6: where on its floor each device is (positioning 2.5). Receivers of other floors only told the floor.
import type { Fix, DeviceOnFloor } from '../batch.ts'
import { halfHeardDbm } from '../floor-evidence.ts'
import { mapEach, type Step } from '../pipeline.ts'
import type { ReceiverHealth } from '../receiver-health.ts'
import type { ReceivedStrength, SiteFloor } from '../site-model.ts'

/** Above this many badges the grid would take more than its share of a core. */
const mostGridDevices = 5000

export function estimateStep(health: Pick<ReceiverHealth, 'isListening'>, badgeCount: () => number): Step {
  const name = 'estimate'
  return {
    name,
    run(batch, report) {
      const useGrid = badgeCount() <= mostGridDevices
      const { minimumRssiDbm, maximumSpeedMps } = batch.site.ble
      const notHearing = (floor: SiteFloor, heard: readonly ReceivedStrength[]) => {
        const hearers = new Set(heard.map(({ receiver }) => receiver))
        return floor.receivers.filter(
          (receiver) => !hearers.has(receiver) && health.isListening(receiver.receiverId, batch.now),
        )
      }
      const locate = ({ device, floor, floorProbability }: DeviceOnFloor): Fix | null => {
        const observations = device.strengths(batch.site).filter(({ receiver }) => receiver.floor === floor)
        if (observations.length === 0) return null
        const estimate = device.track.update({
          floor,
          observations,
          fresh: device.takeFresh(batch.site, floor),
          // Only with a survey is it known well enough where nothing is heard.
          unheard:
            useGrid && floor.grid.isSurveyed
              ? {
                  receivers: notHearing(floor, observations),
                  halfDbm: Math.max(halfHeardDbm, minimumRssiDbm - device.track.weakerDb),
                }
              : null,
          referenceDbm: device.carrier.referenceDbm ?? floor.referenceDbm,
          now: device.lastReadingAt,
          maximumSpeedMps,
          useGrid,
        })
        return { device, floor, floorProbability, estimate, zoneId: null, presence: null }
      }
      return { ...batch, fixes: mapEach(batch.onFloors, name, report, locate) }
    },
  }
}
