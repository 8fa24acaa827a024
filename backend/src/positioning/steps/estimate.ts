// Step 6: where on its floor each device is (positioning 2.5). Receivers of other floors only told the floor.
import type { Fix, DeviceOnFloor } from '../batch.ts'
import { halfHeardDbm } from '../floor-evidence.ts'
import { mapEach, type Step } from '../pipeline.ts'
import type { ReceiverHealth } from '../receiver-health.ts'
import type { ReceivedStrength, SiteFloor, SiteReceiver } from '../site-model.ts'

/** Above this many badges the grid would take more than its share of a core. */
const mostGridDevices = 5000

export function estimateStep(health: Pick<ReceiverHealth, 'isListening'>, badgeCount: () => number): Step {
  const name = 'estimate'
  return {
    name,
    run(batch, report) {
      const useGrid = badgeCount() <= mostGridDevices
      const { minimumRssiDbm, maximumSpeedMps } = batch.site.ble
      const listening = new Map<SiteFloor, readonly SiteReceiver[]>()
      const notHearing = (floor: SiteFloor, heard: readonly ReceivedStrength[]) => {
        let all = listening.get(floor)
        if (!all) {
          all = floor.receivers.filter(({ receiverId }) => health.isListening(receiverId, batch.now))
          listening.set(floor, all)
        }
        const hearers = new Set(heard.map(({ receiver }) => receiver))
        return all.filter((receiver) => !hearers.has(receiver))
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
