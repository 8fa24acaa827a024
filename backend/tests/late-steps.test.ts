// Whoever is late works out two seconds of the log at a time, or a tenth of what waits where that is longer.
import { expect, it } from 'vitest'
import { createLogReader } from '../src/positioning/log-reader.ts'
import type { Database } from '../src/database/schema.ts'
import { everything } from '../src/ownership/shares.ts'
import { aSharedLog } from './a-shared-log.ts'

it.each([
  [1, [2]],
  [5, [3, 3]],
  [60, [7, 6, 5, 5, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]],
])('after %d seconds', async (seconds, steps) => {
  let time = 1_000_000
  const readings = aSharedLog(() => time)
  const reader = createLogReader({ db: {} as Database, readings, share: everything, now: () => time })
  for (let second = 0; second <= seconds; second++, time += 1000) {
    const one = { transmitterId: 'c0ffee000001', receiverId: 'd0', rssi: -60, at: time, arrivedAt: time }
    const reading = { ...one, claim: 'public' as const }
    await readings.append({ key: null, readings: [reading], batteries: [], answer: { accepted: 1, rejected: 0 } })
  }
  const found: number[] = []
  for (let isHead = false; !isHead;) {
    const step = await reader.next()
    found.push(step.readings.length)
    isHead = step.isHead
  }
  expect(found).toEqual(steps)
})
