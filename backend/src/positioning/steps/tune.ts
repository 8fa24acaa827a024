// Step 5: lets uncalibrated floors learn their path-loss exponent from a few devices of each batch (path-loss-learner.ts).
import { mapEach, type Step } from '../pipeline.ts'
import type { ReceiverHealth } from '../receiver-health.ts'

/** Devices looked at per batch at first, batches being so far apart, and the share that still learns once a floor should be known. */
const pace = { perBatch: 3, leastGapMs: 100, eagerBatches: 300, later: 20 } as const

/** `isTeaching`: of several backends one teaches, and the others take over what it stored. */
export function tuneStep(health: ReceiverHealth, isTeaching: () => boolean = () => true): Step {
  const name = 'tune'
  let turn = 0
  let batches = 0
  let batchAt = -Infinity
  return {
    name,
    run(batch, report) {
      const { onFloors, site, now } = batch
      if (onFloors.length === 0 || now - batchAt < pace.leastGapMs || !isTeaching()) return batch
      batchAt = now
      batches++
      if (batches > pace.eagerBatches && batches % pace.later !== 0) return batch
      const count = Math.min(pace.perBatch, onFloors.length)
      const chosen = Array.from({ length: count }, () => onFloors[turn++ % onFloors.length]!)
      mapEach(chosen, name, report, ({ device, floor, floorProbability }) => {
        const heard = device.strengths(site).filter(({ receiver }) => receiver.floor === floor)
        if (!floor.learner || floorProbability < 0.95 || heard.length < 3) return null
        const names = new Set(heard.map(({ receiver }) => receiver.receiverId))
        const isSilent = (receiverId: string) => !names.has(receiverId) && health.isOnline(receiverId, now)
        const silent = floor.receivers.filter(({ receiverId }) => isSilent(receiverId))
        const referenceDbm = device.carrier.referenceDbm ?? floor.referenceDbm
        const exponent = floor.learner.learn({ heard, silent, referenceDbm })
        if (exponent !== floor.grid.exponent) floor.grid.retune(exponent)
        return null
      })
      return batch
    },
  }
}
