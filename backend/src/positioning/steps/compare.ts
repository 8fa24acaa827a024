// Step 8: notes for each receiver how far what it heard lies from what it should have heard (spec/positioning, signal monitor).
import { expectedStrength } from '../expected-strength.ts'
import { mapEach, type Step } from '../pipeline.ts'
import type { ReceiverResiduals } from '../receiver-residuals.ts'

export function compareStep(residuals: ReceiverResiduals): Step {
  const name = 'compare'
  return {
    name,
    run(batch, report) {
      mapEach(batch.fixes, name, report, ({ device, floor, estimate }) => {
        const referenceDbm = device.carrier.referenceDbm ?? floor.referenceDbm
        for (const { receiver, rssi } of device.heard(batch.site)) {
          if (receiver.floor !== floor) continue
          const expected = expectedStrength(floor, estimate, receiver, referenceDbm)
          residuals.note(receiver.receiverId, rssi - expected, batch.now)
        }
        return null
      })
      return batch
    },
  }
}
