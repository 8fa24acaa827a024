// A calibration from what was heard: what somebody entered by hand is not found a second time.
import { describe, expect, it } from 'vitest'
import { floorOf, siteRows } from '../a-site.ts'
import { compileSite } from '../site-model.ts'
import { createCalibrator } from './calibrator.ts'
import { createHeard } from './heard.ts'
import { proposeCalibration } from './propose.ts'
import { createLinkMemory } from './link-memory.ts'
import { decibelDistance } from './survey.ts'

const startMs = 1_700_000_000_000
const badge = 'aa0000000001'
const spots = [
  [20, 30],
  [40, 60],
  [60, 30],
  [80, 70],
  [30, 80],
  [70, 20],
] as const

/** A survey of a floor whose first receiver hears 9 dB more than the others, of which so many were entered by hand. */
async function proposedOffset(enteredDb: number): Promise<number> {
  const rows = siteRows()
  rows.receivers[0]!.rssiOffsetDb = enteredDb
  const site = compileSite(rows, null)
  const floor = floorOf(site, 0)
  const memory = createLinkMemory()
  const points = spots.map(([x, y], index) => {
    const at = startMs + index * 60_000
    const place = { xM: (x / 100) * floor.widthM, yM: (y / 100) * floor.heightM, zM: 1.2, heard: [] }
    floor.receivers.forEach((receiver, i) => {
      const rssi = -59 + (i === 0 ? 9 : 0) - 2 * decibelDistance(place, receiver)
      for (let t = 0; t < 30_000; t += 5000) memory.note(badge, receiver.receiverId, at + t, rssi)
    })
    return { x, y, transmitterId: badge, startedAt: new Date(at).toISOString(), seconds: 30 }
  })
  const now = () => startMs + 3_600_000
  const calibrate = createCalibrator({
    site: () => site,
    heard: createHeard({ badges: memory, receivers: createLinkMemory() }),
    now,
    propose: proposeCalibration,
    learnRests: () => Promise.reject(new Error('Nobody asks for it.')),
  })
  const outcome = await calibrate(floor.id, { mode: 'points', points })
  if (!outcome.ok) throw new Error(outcome.note)
  return outcome.proposal.numbers.receivers[0]!.offsetDb
}

describe('createCalibrator', () => {
  it('finds the offset that nobody entered', async () => {
    expect(await proposedOffset(0)).toBeGreaterThan(5)
  })

  it('leaves to the register what was entered there', async () => {
    expect(Math.abs(await proposedOffset(9))).toBeLessThan(1)
  })
})
