// Step 1: judges the clock of each reading and notes which receivers are alive (positioning 2.1). Shape and strength were
// checked at the door. Duplicates are found where readings of one link meet, in the smooth step, by their time; those whose time is
// replaced here are told apart here.
import type { Reading } from '../../ingest/reading.ts'
import type { Counters } from '../counters.ts'
import type { Step } from '../pipeline.ts'
import type { ReceiverHealth } from '../receiver-health.ts'

/** `countsArrivals`: these are all readings there are; else who handed in what is told apart (log/reading-log.ts). */
export function guardStep(health: ReceiverHealth, counters: Counters, countsArrivals = true): Step {
  const isNew = createReplacedMemory()
  return {
    name: 'guard',
    run(batch) {
      const { ble, receivers, carriers } = batch.site
      const toleranceMs = ble.clockToleranceSeconds * 1000
      const readings: Reading[] = []
      for (const reading of batch.readings) {
        const skewMs = reading.at - reading.arrivedAt
        if (countsArrivals) health.arrive(reading.receiverId, reading.arrivedAt, 1)
        health.note(reading.receiverId, reading.arrivedAt, skewMs)
        if (countsArrivals && !receivers.has(reading.receiverId) && carriers.has(reading.transmitterId))
          health.noteBadge(reading.receiverId, reading.transmitterId)
        const isSkewed = Math.abs(skewMs) > toleranceMs
        if (isSkewed) {
          counters.clockSkewed++
          health.noteReject(reading.receiverId, 'clockSkewed')
        }
        if (!isSkewed && skewMs <= 0) readings.push(reading)
        // Nothing is heard in the future: a clock that is a little ahead must not push other receivers out of the window.
        else if (isNew(reading)) readings.push({ ...reading, at: reading.arrivedAt })
        else {
          counters.duplicates++
          health.noteReject(reading.receiverId, 'duplicates')
        }
      }
      return { ...batch, readings }
    },
  }
}

/** Readings are told apart by transmitter, receiver, time and strength for at least ten seconds, as long as there are fewer. */
const remember = { ms: 10_000, readings: 50_000 } as const

/** Two generations: what neither knows is new. */
function createReplacedMemory(): (reading: Reading) => boolean {
  let [young, old] = [new Set<string>(), new Set<string>()]
  let bornAt = 0
  return ({ transmitterId, receiverId, at, rssi, arrivedAt }) => {
    if (arrivedAt - bornAt > remember.ms || young.size >= remember.readings) {
      ;[young, old] = [new Set(), young]
      bornAt = arrivedAt
    }
    const key = `${transmitterId} ${receiverId} ${at} ${rssi}`
    if (young.has(key) || old.has(key)) return false
    young.add(key)
    return true
  }
}
