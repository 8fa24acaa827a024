// Step 4: which floor each due device is on, with evidence from silent receivers and without flicker (positioning 2.4).
import type { DeviceOnFloor } from '../batch.ts'
import type { Device } from '../device.ts'
import { floorEvidence, floorsInQuestion } from '../floor-evidence.ts'
import { mapEach, type Step } from '../pipeline.ts'
import type { ReceiverHealth } from '../receiver-health.ts'
import type { SiteReceiver } from '../site-model.ts'

export function chooseFloorStep(health: ReceiverHealth): Step {
  const name = 'choose floor'
  return {
    name,
    run(batch, report) {
      const isOnline = ({ receiverId }: SiteReceiver) => health.isOnline(receiverId, batch.now)
      const place = (device: Device): DeviceOnFloor | null => {
        const heard = device.strengths(batch.site)
        const floors = floorsInQuestion(batch.site.buildings, heard, device.floors.current)
        if (floors.length === 0) return null
        const referenceDbm = device.referenceDbm(floors[0]!)
        const evidence = floorEvidence({ floors, heard, referenceDbm, isOnline })
        const { floorId, probability } = device.floors.update(
          evidence,
          device.lastReadingAt,
          batch.site.ble.floorChangeUpdates,
          device.ways.mayLeave(device.track.place, device.lastReadingAt),
        )
        const floor = floors.find((candidate) => candidate.id === floorId)
        return floor ? { device, floor, floorProbability: probability } : null
      }
      return { ...batch, onFloors: mapEach(batch.due, name, report, place) }
    },
  }
}
