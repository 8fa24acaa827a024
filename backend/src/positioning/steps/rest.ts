// Step 8: gathers what receivers hear of badges that people and things carry while they rest, for a calibration from badges at rest
// (calibration/rests). A few of each floor at a time (rest-memory.ts).
import type { Fix } from '../batch.ts'
import type { Device } from '../device.ts'
import { GatheredRest } from '../gathered-rest.ts'
import { mapEach, type Step } from '../pipeline.ts'
import type { ReceiverHealth } from '../receiver-health.ts'
import type { RestMemory, RestTurns } from '../rest-memory.ts'

/** A floor that is less likely may be another one. */
const sureOfFloor = 0.95
/** With fewer a floor is not calibrated. */
const leastReceivers = 3
/** A badge may have gone away and come back in the meantime; and how often those that never came back are looked for. */
const silence = { mostMs: 15_000, lookEveryMs: 5000 } as const

interface Options {
  rests: RestMemory
  turns: RestTurns
  health: Pick<ReceiverHealth, 'isListening'>
}

export function restStep({ rests, turns, health }: Options): Step {
  const name = 'rest'
  let lookedAt = 0
  let now = 0
  const isListening = (receiverId: string) => health.isListening(receiverId, now)
  const gather = ({ device, floor, floorProbability }: Fix): null => {
    const at = device.lastReadingAt
    const isResting = device.track.isStill && floorProbability >= sureOfFloor
    const { rest } = device
    if (rest) {
      if (!isResting || rest.floor !== floor || at - rest.restedAt > silence.mostMs) rests.end(device)
      else {
        rest.goOn(at, isListening)
        if (rest.isLongEnough) rests.end(device)
      }
    } else if (isResting && isCarried(device) && floor.receivers.length >= leastReceivers)
      if (turns.isTurnOf(device, floor, now))
        rests.begin(device, new GatheredRest(device.carrier.transmitterId, floor, at))
    return null
  }
  return {
    name,
    run(batch, report) {
      now = batch.now
      if (rests.followed.size > 0)
        for (const { device, reading } of batch.sightings)
          device.rest?.hear(reading.receiverId, reading.at, reading.rssi)
      mapEach(batch.fixes, name, report, gather)
      if (Math.abs(now - lookedAt) < silence.lookEveryMs) return batch
      lookedAt = now
      for (const device of rests.followed) if (now - device.lastReadingAt > silence.mostMs) rests.end(device)
      return batch
    },
  }
}

/** One in a drawer says nothing of where people are. */
const isCarried = ({ carrier }: Device) => carrier.entityType !== 'standalone'
