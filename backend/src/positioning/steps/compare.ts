// Step 8: notes for each receiver how far what it heard lies from what it should have heard (spec/positioning, signal monitor). One
// that is up and hears nothing of a badge close by counts as well: a dying receiver would else be judged by what it still hears.
import type { SiteReceiver } from '../site-model.ts'
import { expectedStrength } from '../expected-strength.ts'
import { mapEach, type Step } from '../pipeline.ts'
import type { ReceiverHealth } from '../receiver-health.ts'
import type { ReceiverResiduals } from '../receiver-residuals.ts'

/** Above the weakest strength in use by this much, a badge is heard, dB. */
const surelyHeardDb = 10

export function compareStep(residuals: ReceiverResiduals, health: ReceiverHealth): Step {
  const name = 'compare'
  return {
    name,
    run(batch, report) {
      const { minimumRssiDbm } = batch.site.ble
      const isOnline = ({ receiverId }: SiteReceiver) => health.isOnline(receiverId, batch.now)
      mapEach(batch.fixes, name, report, ({ device, floor, estimate }) => {
        const referenceDbm = device.carrier.referenceDbm ?? floor.referenceDbm
        const strengths = new Map(device.heard(batch.site).map(({ receiver, rssi }) => [receiver, rssi]))
        for (const receiver of floor.receivers) {
          const rssi = strengths.get(receiver)
          const expected = expectedStrength(floor, estimate, receiver, referenceDbm)
          if (rssi === undefined && (expected < minimumRssiDbm + surelyHeardDb || !isOnline(receiver))) continue
          residuals.note(receiver.receiverId, (rssi ?? minimumRssiDbm) - expected, batch.now)
        }
        return null
      })
      return batch
    },
  }
}
