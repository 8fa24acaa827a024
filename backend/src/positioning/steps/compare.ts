// Step 8: notes for each receiver how far what it heard lies from what it should have heard (positioning 2.10). One
// that is up and hears nothing of a badge close by counts as well: a dying receiver would else be judged by what it still hears.
// A few badges of each batch, in turn, are plenty: ten batches a second come by.
import type { Fix } from '../batch.ts'
import type { SiteReceiver } from '../site-model.ts'
import { expectedStrength } from '../expected-strength.ts'
import { mapEach, type Step } from '../pipeline.ts'
import type { StrengthLog } from '../receiver-check/strength-log.ts'
import type { ReceiverHealth } from '../receiver-health.ts'
import type { ReceiverResiduals } from '../receiver-residuals.ts'

/** Above the weakest strength in use by this much, a badge is heard, dB. */
const surelyHeardDb = 10
/** Badges of a batch that are looked at; the stride is coprime with most counts, so that everybody has a turn. */
const offered = { count: 4, stride: 101 } as const

export function compareStep(residuals: ReceiverResiduals, health: ReceiverHealth, log: StrengthLog): Step {
  const name = 'compare'
  let turn = 0
  return {
    name,
    run(batch, report) {
      const { minimumRssiDbm } = batch.site.ble
      const isOnline = ({ receiverId }: SiteReceiver) => health.isOnline(receiverId, batch.now)
      const strengthsOf = (fix: Fix) => ({
        referenceDbm: fix.device.referenceDbm(fix.floor),
        heard: new Map(fix.device.strengths(batch.site).map(({ receiver, rssi }) => [receiver, rssi])),
      })
      const count = Math.min(offered.count, batch.fixes.length)
      const chosen = Array.from({ length: count }, () => batch.fixes[(turn += offered.stride) % batch.fixes.length]!)
      mapEach(chosen, name, report, (fix) => {
        const { floor, estimate } = fix
        const badge = strengthsOf(fix)
        if (log.isDue(floor, batch.now)) log.note(floor, { ...badge, isOnline }, batch.now)
        for (const receiver of floor.receivers) {
          const rssi = badge.heard.get(receiver)
          const expected = expectedStrength(floor, estimate, receiver, badge.referenceDbm)
          if (rssi === undefined && (expected < minimumRssiDbm + surelyHeardDb || !isOnline(receiver))) continue
          residuals.note(receiver.receiverId, (rssi ?? minimumRssiDbm) - expected, batch.now)
        }
        return null
      })
      return batch
    },
  }
}
