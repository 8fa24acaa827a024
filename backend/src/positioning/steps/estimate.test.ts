// Who did not hear a badge says where it is not, as far as that is known.
import { expect, it } from 'vitest'
import { receiverId, siteRows, strengthsAt } from '../a-site.ts'
import { emptyBatch } from '../batch.ts'
import { Device } from '../device.ts'
import { compileSite } from '../site-model.ts'
import { estimateStep } from './estimate.ts'

const now = 1_790_000_000_000
const calibration = {
  version: 1,
  referencePowerDbm: -59,
  pathLoss: 2,
  receiverOffsets: [],
  residualMaps: {},
  sigmaDb: 3.5,
}
/** The middle line of receivers hears a badge beside it, the others do not; a usual badge is heard by all. */
const line = [1, 3, 5]
const badge = { xM: 14, yM: 15 }
interface Told {
  isSurveyed?: boolean
  isListening?: (id: string) => boolean
  minimumRssiDbm?: number
}

function located({ isSurveyed = true, isListening = () => true, minimumRssiDbm = -75 }: Told) {
  const rows = siteRows()
  const floors = rows.floors.map((floor) => ({ ...floor, calibration: isSurveyed ? calibration : null }))
  const site = compileSite({ ...rows, floors, ble: { ...rows.ble, minimumRssiDbm } }, null)
  const floor = site.floors.get('floor-0')!
  const device = new Device(site.carriers.get('aa0000000001')!)
  const step = estimateStep({ isListening }, () => 1)
  const heard = strengthsAt(site, 0, badge.xM, badge.yM).filter(({ receiver }) =>
    line.some((index) => receiver.receiverId === receiverId(0, index)),
  )
  let fix = null
  for (let at = now; at < now + 6000; at += 1000) {
    for (const { receiver, rssi } of heard) device.hear(receiver.receiverId, at, rssi)
    const batch = { ...emptyBatch(at, site, []), onFloors: [{ device, floor, floorProbability: 1 }] }
    const report = (_: string, error: unknown) => {
      throw error
    }
    fix = step.run(batch, report).fixes[0]!.estimate
  }
  return fix!
}

it('a receiver that listens and did not hear the badge', () => {
  const isRight = (id: string) => [2, 6].some((index) => id === receiverId(0, index))
  const [none, right] = [located({ isListening: () => false }), located({ isListening: isRight })]
  // Both sides of the line alike, and then the one where nobody listens.
  expect(Math.abs(none.xM - 20)).toBeLessThan(3)
  expect(Math.hypot(right.xM - badge.xM, right.yM - badge.yM)).toBeLessThan(2)
})

it('is none that heard it', () => {
  const isElsewhere = (id: string) => line.every((index) => id !== receiverId(0, index))
  expect(located({})).toEqual(located({ isListening: isElsewhere }))
})

it('says nothing where nobody surveyed', () => {
  expect(located({ isSurveyed: false })).toEqual(located({ isSurveyed: false, isListening: () => false }))
})

it('says little where weak readings do not count, and its own would have been one', () => {
  const strict = { minimumRssiDbm: -50 }
  const [all, none] = [located(strict), located({ ...strict, isListening: () => false })]
  expect(Math.abs(all.xM - none.xM)).toBeLessThan(0.5)
  expect(all.accuracyM).toBeGreaterThan(none.accuracyM - 5)
})
