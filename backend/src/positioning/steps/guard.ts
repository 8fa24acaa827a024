// Step 1: judges the clock of each reading and notes which receivers are alive (spec/positioning, guard). Shape and strength
// were checked at the door; duplicates are found where readings of one link meet, in the smooth step.
import type { Reading } from '../../ingest/reading.ts'
import type { Counters } from '../counters.ts'
import type { Step } from '../pipeline.ts'
import type { ReceiverHealth } from '../receiver-health.ts'

export function guardStep(health: ReceiverHealth, counters: Counters): Step {
  return {
    name: 'guard',
    run(batch) {
      const toleranceMs = batch.site.ble.clockToleranceSeconds * 1000
      const readings = batch.readings.map((reading): Reading => {
        const skewMs = reading.at - reading.arrivedAt
        health.note(reading.receiverId, reading.arrivedAt, skewMs)
        if (Math.abs(skewMs) > toleranceMs) counters.clockSkewed++
        else if (skewMs <= 0) return reading
        // Nothing is heard in the future: a clock that is a little ahead must not push other receivers out of the window.
        return { ...reading, at: reading.arrivedAt }
      })
      return { ...batch, readings }
    },
  }
}
