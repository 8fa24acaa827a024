// Activity tells each thing once.
import { describe, expect, it } from 'vitest'
import { aSite, floorOf } from '../a-site.ts'
import { emptyBatch, type Fix } from '../batch.ts'
import { Device } from '../device.ts'
import { noticeStep } from './notice.ts'

const site = aSite()
const [first, second] = [...site.carriers.values()]
const estimate = { xM: 1, yM: 1, method: 'grid', accuracyM: 2, spreadM: 1, receiverCount: 4 } as const

function aFix(device: Device, zoneId: string | null, at: number): Fix {
  device.lastReadingAt = at
  return { device, floor: floorOf(site, 0), floorProbability: 1, estimate, zoneId, presence: null }
}
function tell(step: ReturnType<typeof noticeStep>, ...fixes: Fix[]): string[] {
  const report = (_: string, error: unknown) => {
    throw error
  }
  return step.run({ ...emptyBatch(0, site, []), fixes }, report).activity.map(({ type, text }) => `${type}: ${text}`)
}

describe('noticeStep', () => {
  it('tells the first sighting and a return after a long silence, once each', () => {
    const step = noticeStep()
    const device = new Device(first!)
    expect(tell(step, aFix(device, null, 1000))).toEqual([`detected: ${first!.name} was detected.`])
    expect(tell(step, aFix(device, null, 2000))).toEqual([])
    expect(tell(step, aFix(device, null, 400_000))).toEqual([`detected: ${first!.name} was detected.`])
  })

  it('tells when zones are entered and left, and when one is restricted', () => {
    const step = noticeStep()
    const device = new Device(first!)
    tell(step, aFix(device, null, 1000))
    expect(tell(step, aFix(device, 'left', 2000))).toEqual([`zone_entered: ${first!.name} entered Left hall.`])
    expect(tell(step, aFix(device, 'right', 3000))).toEqual([
      `zone_left: ${first!.name} left Left hall.`,
      `zone_entered: ${first!.name} entered Right hall.`,
      `restricted_zone: ${first!.name} is in Right hall, which is restricted.`,
    ])
    expect(tell(step, aFix(device, 'right', 4000))).toEqual([])
  })

  it('tells once that a zone is too full, and again after it emptied', () => {
    const step = noticeStep()
    const [a, b] = [new Device(first!), new Device(second!)]
    const isFull = (lines: string[]) => lines.some((line) => line.startsWith('capacity_exceeded'))
    expect(isFull(tell(step, aFix(a, 'left', 1000)))).toBe(false)
    expect(isFull(tell(step, aFix(b, 'left', 2000)))).toBe(true)
    expect(isFull(tell(step, aFix(a, 'left', 3000), aFix(b, 'left', 3000)))).toBe(false)
    tell(step, aFix(b, 'right', 4000))
    expect(isFull(tell(step, aFix(b, 'left', 5000)))).toBe(true)
  })

  it('does not count somebody who went silent', () => {
    const step = noticeStep()
    tell(step, aFix(new Device(first!), 'left', 1000))
    expect(tell(step, aFix(new Device(second!), 'left', 120_000)).some((line) => line.startsWith('capacity'))).toBe(
      false,
    )
  })

  it('tells once that somebody stays, per stay, and never of things', () => {
    const step = noticeStep()
    const minutes = (count: number) => count * 60_000
    const isDwell = (lines: string[]) => lines.filter((line) => line.startsWith('dwell'))
    const stay = (device: Device, from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => tell(step, aFix(device, 'left', minutes(from + i)))).flat()
    const device = new Device(first!)
    expect(isDwell(stay(device, 1, 16))).toEqual([])
    expect(isDwell(stay(device, 16, 40))).toEqual([`dwell: ${first!.name} has been in Left hall for 15 minutes.`])
    tell(step, aFix(device, 'right', minutes(40)))
    expect(isDwell(stay(device, 41, 60))).toHaveLength(1)
    const trolley = new Device({ ...second!, entityType: 'asset' })
    expect(isDwell(stay(trolley, 1, 30))).toEqual([])
  })

  it('tells that a badge left its zone when it falls silent, and detects it anew', () => {
    const step = noticeStep()
    const device = new Device(first!)
    const sweep = (now: number) => step.run(emptyBatch(now, site, []), () => undefined).activity.map(({ text }) => text)
    tell(step, aFix(device, 'left', 100_000))
    expect(sweep(400_000)).toEqual([])
    expect(sweep(410_001)).toEqual([`${first!.name} is no longer heard in Left hall.`])
    expect(sweep(500_000)).toEqual([])
    expect(tell(step, aFix(device, 'left', 600_000))).toEqual([
      `detected: ${first!.name} was detected.`,
      `zone_entered: ${first!.name} entered Left hall.`,
    ])
  })
})
