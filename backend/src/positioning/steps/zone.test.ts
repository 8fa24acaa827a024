// Zone and presence say the same: who is outside is in no room.
import { expect, it } from 'vitest'
import { aYard, heard } from '../a-yard.ts'
import { emptyBatch } from '../batch.ts'
import { Device } from '../device.ts'
import { isOutside } from '../presence.ts'
import { zoneStep } from './zone.ts'

const { site, floor } = aYard()
const place = { spreadM: 1, accuracyM: 3, method: 'centroid', receiverCount: 4 } as const

/** Hears the badge at each second, with the position at the same place all the time; answers the last. */
function follow(device: Device, strengths: readonly (number | null)[], from: number, to: number, yM: number) {
  const step = zoneStep()
  for (let second = from; ; second++) {
    const at = second * 1000
    strengths.forEach((rssi, i) => rssi !== null && device.hear(floor.receivers[i]!.receiverId, at, rssi))
    const fix = { device, floor, floorProbability: 1, estimate: { ...place, xM: 10, yM }, zoneId: null, presence: null }
    const { fixes } = step.run({ ...emptyBatch(at, site, []), fixes: [fix] }, (_, error) => {
      throw error
    })
    if (second === to) return fixes[0]!
  }
}

it('leaves the room at once for whoever is believed outside, though the position stays in it', () => {
  const device = new Device([...site.carriers.values()][0]!)
  const before = follow(device, heard.inside, 1, 10, 13)
  expect(before.zoneId).toBe('Room')
  // After a silence it is heard elsewhere, and nothing of before is weighed.
  const away = follow(device, heard.atPoint, 25, 25, 13)
  expect(isOutside(away.presence!)).toBe(true)
  expect(away.zoneId).toBeNull()
  const after = follow(device, heard.atPoint, 26, 50, 13)
  expect(after.zoneId).toBe('Yard')
  expect(after.presence?.musterSince).not.toBeNull()
})

it('does not enter open ground that the position shows, while the badge is heard inside', () => {
  const device = new Device([...site.carriers.values()][0]!)
  const fix = follow(device, heard.inside, 1, 30, 16)
  expect(fix.presence!.insideProbability).toBeGreaterThan(0.8)
  expect(fix.zoneId).toBe('Room')
})
