// Step 7: which zone each fix lies in, with hysteresis (positioning 2.7).
import type { Fix } from '../batch.ts'
import { mapEach, type Step } from '../pipeline.ts'
import { zoneProbabilities } from '../zone-probability.ts'

export function zoneStep(): Step {
  const name = 'zone'
  return {
    name,
    run(batch, report) {
      const assign = (fix: Fix): Fix => {
        const probabilities = zoneProbabilities(fix.floor, fix.estimate, fix.device.track.grid)
        return { ...fix, zoneId: fix.device.zones.update(probabilities, fix.device.lastReadingAt, batch.site.ble) }
      }
      return { ...batch, fixes: mapEach(batch.fixes, name, report, assign) }
    },
  }
}
